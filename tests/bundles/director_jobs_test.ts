import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { type Answer, Client } from "../_client.ts";
import { serverPid } from "../server/_process.ts";
import { World } from "../_world.ts";
import { ask, openDirector, refused } from "./_director.ts";

async function until(good: () => Promise<boolean>) {
  for (const end = Date.now() + 30_000; Date.now() < end;) {
    if (await good()) return;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  throw new Error("Waited in vain");
}

Deno.test("director: jobs outlive the server, locks do not", async (t) => {
  await using world = await World.make();
  const go = `while [ ! -e ${world.root}/go ]; do sleep 0.05; done`;
  const first = await openDirector(world);
  const old = await ask(first, "job_start", {
    command: `echo out; echo err >&2; ${go}; echo end; exit 3`,
    name: 'a "name"\n',
  });
  assert(/^[a-f0-9]{32}$/.test(old.job_id) && old.pid > 0, JSON.stringify(old));
  const held = await ask(first, "lock_acquire", { name: "x.1", note: "mine" });
  await refused(first, "lock_acquire", { name: "x.1" }, String(await serverPid(first)), "mine");
  // Client and server, with a signal that nobody can handle.
  Deno.kill(await serverPid(first), "SIGKILL");
  first.kill();
  await first.status;

  await using client = await openDirector(world);
  const call = (name: string, args: Record<string, unknown> = {}) => ask(client, name, args);

  await t.step("a job of a server that was killed is found again", async () => {
    const running = await call("job_status", { job_id: old.job_id });
    assertEquals([running.running, running.state, running.exit_code], [true, "running", undefined]);
    await Deno.writeTextFile(`${world.root}/go`, "");
    const over = await call("job_wait", { job_id: old.job_id });
    assertEquals([over.exit_code, over.state, over.timed_out], [3, "exited", false]);
    assertEquals(over.output_tail.split("\n").sort(), ["end", "err", "out"]);
    assertEquals(await Deno.readTextFile(old.log_paths.stdout), "out\nend\n");
    assertEquals(await Deno.readTextFile(old.log_paths.stderr), "err\n");
    assertEquals(await Deno.readTextFile(old.exit_marker), "3\n");
    const again = await call("job_status", { job_id: old.job_id, tail_lines: 1 });
    assertEquals([again.output_tail, again.runtime_ms], ["end", over.runtime_ms]);
    assertEquals(over.ended_at, Deno.statSync(old.exit_marker).mtime!.toISOString());
    assertEquals((await call("job_status", { job_id: old.job_id, tail_lines: 0 })).output_tail, "");
    const killed = await call("job_kill", { job_id: old.job_id });
    assertEquals([killed.killed, killed.running, killed.exit_code], [false, false, 3]);
  });

  await t.step("its lock is free", async () => {
    const { token } = await call("lock_acquire", { name: "x.1" });
    await refused(client, "lock_release", { name: "x.1", token: held.token }, "not that of");
    assertEquals((await call("lock_release", { name: "x.1", token })).released, true);
    await refused(client, "lock_release", { name: "x.1", token }, "is free");
    await refused(client, "lock_acquire", { name: "../x" }, "name");
    await refused(client, "lock_acquire", { name: "x".repeat(65) }, "name");
    for (const name of ["..", ".", "x".repeat(64)]) await call("lock_acquire", { name });
    for (let round = 0; round < 20; round++) {
      const racers = Array.from({ length: 20 }, () => call("lock_acquire", { name: "race" }));
      const won = (await Promise.all(racers)).filter((r) => !r.isError);
      assertEquals(won.length, 1);
      await call("lock_release", { name: "race", token: won[0].token });
    }
  });

  await t.step("a job is killed with its tree, and a wait has an end", async () => {
    const beats = `${world.root}/beats`;
    const job = await call("job_start", {
      command: `trap '' TERM; (trap '' TERM; while :; do echo x >> beats; sleep 0.05; done) & wait`,
    });
    const waited = await call("job_wait", { job_id: job.job_id, timeout_ms: 100 });
    assertEquals([waited.isError, waited.timed_out, waited.running], [false, true, true]);
    await until(() => Deno.stat(beats).then(() => true, () => false));
    const kills = await Promise.all([1, 2].map(() => call("job_kill", { job_id: job.job_id })));
    assertEquals(kills.map((k: Answer) => k.killed).sort(), [false, true]);
    const { size } = Deno.statSync(beats);
    await new Promise((resolve) => setTimeout(resolve, 300));
    assertEquals(Deno.statSync(beats).size, size);
    const { state } = await call("job_status", { job_id: job.job_id });
    assertEquals(state, "killed");
  });

  await t.step("what cannot begin is told", async () => {
    await refused(client, "job_start", { command: "x", cwd: "none" }, "no folder");
    await refused(client, "job_start", { command: "x", shell: "cmd" }, "Windows alone");
    for (const job_id of ["f".repeat(32), "../../etc", ""]) {
      await refused(client, "job_status", { job_id }, "There is no job");
    }
  });

  await t.step("the end of a huge log comes at once", async () => {
    const job = await call("job_start", { command: "printf 'a\\nlast'" });
    await call("job_wait", { job_id: job.job_id });
    await Deno.truncate(job.log_paths.combined, 3 * 2 ** 30);
    using log = await Deno.open(job.log_paths.combined, { append: true });
    await log.write(new TextEncoder().encode("\nnear\nend"));
    const status = await call("job_status", { job_id: job.job_id, tail_lines: 2 });
    assertEquals(status.output_tail, "near\nend");
  });

  await t.step("jobs are listed, and invalid folders are not", async () => {
    const [empty, torn] = ["a", "b"].map((c) => `${world.state}/state/jobs/${c.repeat(32)}`);
    for (const folder of [empty!, torn!]) await Deno.mkdir(folder);
    await Deno.writeTextFile(`${torn}/task.json`, '{"id":');
    const { jobs } = await call("job_list");
    assertEquals(jobs[0].name, 'a "name"\n');
    assertEquals(jobs[0].job_id, old.job_id);
    assert(jobs.every((j: Answer) => j.started_at && !j.running));
  });
});

Deno.test("director: a screenshot holds what is on the display", async () => {
  await using world = await World.make();
  const server = new Deno.Command("Xvfb", {
    args: ["-displayfd", "1", "-screen", "0", "320x200x24", "-nolisten", "tcp", "-ac"],
    stdout: "piped",
    stderr: "null",
  }).spawn();
  try {
    const reader = server.stdout.getReader();
    const display = `:${new TextDecoder().decode((await reader.read()).value).trim()}`;
    const x = (program: string, ...args: string[]) =>
      new Deno.Command(program, { args, env: { DISPLAY: display } });
    const shape = ["-geometry", "80x60+10+10", "-title", "The Clock"];
    const window = x("xclock", ...shape, "-bg", "#ff0000").spawn();
    try {
      await using client: Client = await openDirector(world, { DISPLAY: display });
      const of = (window_title: string) =>
        ask(client, "screenshot", { target: "window", window_title });
      let found: Answer;
      await until(async () => !(found = await of("CLOCK")).error);
      assertEquals([found.width, found.height, found.window_title], [80, 60, "The Clock"]);
      assertStringIncludes(found.path, `${world.root}/screenshot-`);
      const path = `${world.root}/screen.png`;
      const screen = await ask(client, "screenshot", { output_path: path });
      assertEquals([screen.error, screen.width, screen.height], [undefined, 320, 200]);
      const pixel = async (x: number, y: number) => {
        const { stdout } = await new Deno.Command("ffmpeg", {
          args: ["-loglevel", "error", "-i", path, "-vf", `crop=1:1:${x}:${y}`, "-f", "rawvideo"]
            .concat(["-pix_fmt", "rgb24", "-"]),
        }).output();
        return [...stdout];
      };
      assertEquals([await pixel(12, 12), await pixel(300, 180)], [[255, 0, 0], [0, 0, 0]]);
      await refused(
        client,
        "screenshot",
        { target: "window", window_title: "none such" },
        "The Clock",
      );
    } finally {
      window.kill();
      await window.status;
    }
    await reader.cancel();
  } finally {
    server.kill();
    await server.status;
  }
});
