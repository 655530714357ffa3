import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { type Answer, Client } from "../_client.ts";
import { serverPid } from "./_process.ts";
import { World } from "../_world.ts";

/** Tools of one test, all async. */
async function slowTools(world: World) {
  await world.bundle("demo", {
    tools: {
      demo__wait: {
        // Waits for a file, so that the test says when it ends.
        script: `echo "begun $TOOL_NAME"
while [[ ! -e $TOOL_FOLDER/$TOOL_NAME ]]; do read -rt 0.2 <> <(:); done
echo "ended $TOOL_NAME"; echo complaint >&2; exit "\${TOOL_CODE:-0}"`,
        properties: {
          folder: { type: "string", path: "read-dir" },
          name: { type: "string" },
          code: { type: "string" },
        },
        required: ["folder", "name"],
        execution: { taskMode: "async", timeoutMs: 600_000, exitCodes: { 3: "nothing found" } },
      },
      demo__flee: {
        script: `set -m
( trap '' TERM HUP; setsid -f bash -c 'trap "" TERM HUP; while :; do echo "$$" >> "$0"/beats; read -rt 0.05 <> <(:); done' "$TOOL_FOLDER" )
while :; do read -rt 1 <> <(:); done`,
        properties: { folder: { type: "string", path: "write-dir" } },
        required: ["folder"],
        execution: { taskMode: "async", timeoutMs: "none" },
      },
      demo__steps: {
        script: `for i in 1 2 3; do echo "::progress $i/3 step $i" >&2; read -rt 0.4 <> <(:); done
echo done; cat`,
        properties: { text: { type: "string" } },
        execution: { taskMode: "async", progress: true, stdin: "text" },
      },
      demo__now: { script: "echo now" },
    },
    permissions: { run: ["bash", "setsid", "cat"] },
  });
}

async function started(client: Client, name: string, args: Record<string, unknown>) {
  const answer = await client.call(name, args);
  assertEquals(answer.isError, false, answer.text);
  assertEquals(answer.toolName, name);
  assert(/^[a-f0-9]{32}$/.test(answer.taskId), answer.text);
  return answer;
}

async function get(client: Client, taskId: string): Promise<Answer> {
  return await client.call("builtin__bg_task_get", { taskId });
}

/** Asks until the task answers what is waited for. */
async function until(
  client: Client,
  taskId: string,
  good: (entry: Answer) => boolean = (e) => e.completedAt !== undefined && e.exitCode !== undefined,
): Promise<Answer> {
  for (const end = Date.now() + 30_000; Date.now() < end;) {
    const entry = await get(client, taskId);
    if (good(entry)) return entry;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  throw new Error(`Waited in vain: ${(await get(client, taskId)).text}`);
}

const touch = (world: World, name: string) => Deno.writeTextFile(`${world.root}/${name}`, "");

Deno.test("an async tool answers at once, and its task tells what comes of it", async () => {
  await using world = await World.make();
  await slowTools(world);
  await using client = await Client.start({ args: world.options("--bundle", "demo") });
  const { tools } = await client.request("tools/list");
  assertEquals(
    tools.filter((t: Answer) => t.name.startsWith("builtin")).map((t: Answer) => t.name),
    ["cancel", "cleanup", "get", "list"].map((n) => `builtin__bg_task_${n}`),
  );
  const task = await started(client, "demo__wait", { folder: ".", name: "one" });
  assertEquals(task.status, "running");
  const running = await until(client, task.taskId, (e) => e.stdout === "begun one");
  assertEquals([running.status, running.exitCode], ["running", undefined]);
  await touch(world, "one");
  const over = await until(client, task.taskId);
  assertEquals(
    [over.status, over.exitCode, over.stdout, over.stderr, over.sandbox],
    ["completed", 0, "begun one\nended one", "complaint", "bwrap"],
  );
  const links = over.result.content.slice(1).map((c: Answer) => new URL(c.uri).pathname);
  assertEquals(links.map((l: string) => Deno.readTextFileSync(l)), [
    "begun one\nended one\n",
    "complaint\n",
  ]);
  assertEquals((await get(client, "f".repeat(32))).isError, true);
  assertEquals((await get(client, "../../x")).error, "Task not found");
  const refused = await client.call("demo__wait", { folder: "/", name: "x" });
  assertEquals([refused.isError, refused.reason, refused.taskId], [true, "policy", undefined]);
});

Deno.test("a task's exit code is honest", async () => {
  await using world = await World.make();
  await slowTools(world);
  await using client = await Client.start({ args: world.options("--bundle", "demo") });
  await touch(world, "now");
  const codes = ["0", "3", "7"];
  const tasks = await Promise.all(
    codes.map((code) => started(client, "demo__wait", { folder: ".", name: "now", code })),
  );
  const ends = await Promise.all(tasks.map((t) => until(client, t.taskId)));
  assertEquals(ends.map((e) => [e.status, e.exitCode, e.reason]), [
    ["completed", 0, "exit"],
    ["completed", 3, "exit"],
    ["failed", 7, "exit"],
  ]);
});

Deno.test("a task gets its standard input, and tells of its progress", async () => {
  await using world = await World.make();
  await slowTools(world);
  await using client = await Client.start({ args: world.options("--bundle", "demo") });
  const { taskId } = await started(client, "demo__steps", { text: "fed" });
  await until(client, taskId, (e) => e.statusMessage === "2/3 step 2");
  const over = await until(client, taskId);
  assertEquals([over.stdout, over.stderr, over.status], ["done\nfed", "", "completed"]);
});

Deno.test("--max-concurrent-tasks lets the others wait for their turn", async () => {
  await using world = await World.make();
  await slowTools(world);
  await using client = await Client.start({
    args: world.options("--bundle", "demo", "--max-concurrent-tasks", "1"),
  });
  const [a, b, c] = [
    await started(client, "demo__wait", { folder: ".", name: "a" }),
    await started(client, "demo__wait", { folder: ".", name: "b" }),
    await started(client, "demo__wait", { folder: ".", name: "c" }),
  ];
  assertEquals([a.status, b.status, c.status], ["running", "pending", "pending"]);
  const cancelled = await client.call("builtin__bg_task_cancel", { taskId: b.taskId });
  assertEquals([cancelled.success, cancelled.message], [true, "Task cancelled"]);
  await touch(world, "a");
  await until(client, c.taskId, (e) => e.stdout === "begun c");
  const { tasks, total } = await client.call("builtin__bg_task_list");
  assertEquals(total, 3);
  assertEquals(tasks.map((t: Answer) => t.status), ["completed", "cancelled", "running"]);
  const only = await client.call("builtin__bg_task_list", { status: "cancelled" });
  assertEquals(only.tasks.map((t: Answer) => t.taskId), [b.taskId]);
  await touch(world, "c");
  await until(client, c.taskId);
  assertEquals(await clean(client), { cleaned: 3, remaining: 0 });
  assertEquals((await client.call("builtin__bg_task_list")).total, 0);
});

async function clean(client: Client) {
  const { cleaned, remaining } = await client.call("builtin__bg_task_cleanup");
  return { cleaned, remaining };
}

/** Waits until a file has stopped growing for ten of its beats. */
async function still(path: string): Promise<boolean> {
  const size = () => Deno.statSync(path).size;
  for (const end = Date.now() + 10_000; Date.now() < end;) {
    const before = size();
    await new Promise((resolve) => setTimeout(resolve, 500));
    if (size() === before) return true;
  }
  return false;
}

async function beating(world: World) {
  for (const end = Date.now() + 20_000; Date.now() < end;) {
    const size = await Deno.stat(`${world.root}/beats`).then((s) => s.size, () => 0);
    if (size > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error("The tool did not begin");
}

Deno.test("cancel ends the whole process tree, and cancelled it stays", async () => {
  await using world = await World.make();
  await slowTools(world);
  await using client = await Client.start({ args: world.options("--bundle", "demo") });
  const { taskId } = await started(client, "demo__flee", { folder: "." });
  await beating(world);
  assertEquals((await client.call("builtin__bg_task_cancel", { taskId })).success, true);
  assert(await still(`${world.root}/beats`), "a process of the task goes on");
  const over = await until(client, taskId);
  assertEquals([over.status, over.reason], ["cancelled", "cancelled"]);
  const again = await client.call("builtin__bg_task_cancel", { taskId });
  assertEquals([again.success, again.message], [
    false,
    "Task already in terminal state: cancelled",
  ]);
});

/** The pid of the server under `start`. */
Deno.test("tasks outlive a killed server, and the next one finds them again", async () => {
  await using world = await World.make();
  await slowTools(world);
  const first = await Client.start({
    args: world.options("--bundle", "demo", "--max-concurrent-tasks", "18"),
  });
  const names = Array.from({ length: 20 }, (_, i) => `job${i}`);
  const ids: string[] = [];
  for (const name of names) {
    const code = name === "job1" ? "7" : "0";
    ids.push((await started(first, "demo__wait", { folder: ".", name, code })).taskId);
  }
  for (const [i, id] of ids.slice(0, 18).entries()) {
    await until(first, id, (e) => e.stdout === `begun ${names[i]}`);
  }
  Deno.kill(serverPid(first), "SIGKILL");
  await first.status;
  await first.close();
  // Two end while no server is there.
  await touch(world, "job0");
  await touch(world, "job1");
  await using second = await Client.start({ args: world.options("--bundle", "demo") });
  const { tasks } = await second.call("builtin__bg_task_list");
  assertEquals(tasks.map((t: Answer) => t.taskId).sort(), ids.toSorted());
  for (const name of names) await touch(world, name);
  const ends = await Promise.all(ids.map((id) => until(second, id)));
  assertEquals(ends.map((e) => [e.status, e.exitCode]), [
    ["completed", 0],
    ["failed", 7],
    ...Array(16).fill(["completed", 0]),
    ["failed", -1],
    ["failed", -1],
  ]);
  ends.slice(0, 18).forEach((e, i) =>
    assertEquals(e.stdout, `begun ${names[i]}\nended ${names[i]}`)
  );
  for (const { errorMessage } of ends.slice(18)) {
    assertStringIncludes(errorMessage, "before the task began");
  }
  assertEquals([...first.noise, ...second.noise], []);
});

Deno.test("a task that was found again can be cancelled with its whole tree", async () => {
  await using world = await World.make();
  await slowTools(world);
  const first = await Client.start({ args: world.options("--bundle", "demo") });
  const { taskId } = await started(first, "demo__flee", { folder: "." });
  await beating(world);
  // A client that leaves ends its server; the task goes on.
  await first.close();
  await using second = await Client.start({ args: world.options("--bundle", "demo") });
  assertEquals((await get(second, taskId)).status, "running");
  assertEquals((await second.call("builtin__bg_task_cancel", { taskId })).success, true);
  assert(await still(`${world.root}/beats`), "a process of the task goes on");
  assertEquals((await until(second, taskId)).status, "cancelled");
});

Deno.test("call waits for an async tool, as for any other", async () => {
  await using world = await World.make();
  await slowTools(world);
  await touch(world, "x");
  const { cli } = await import("../_client.ts");
  const args = [
    "call",
    ...world.options("--bundle", "demo"),
    "demo__wait",
    "--folder",
    ".",
    "--name",
    "x",
  ];
  const ran = await cli(args, { cwd: world.root });
  assertEquals(ran.code, 0, ran.stderr);
  assertStringIncludes(ran.stdout, "ended x");
});

Deno.test("--sandbox off runs tasks too, which end with the server and say so", async () => {
  await using world = await World.make();
  await slowTools(world);
  const first = await Client.start({ args: world.options("--bundle", "demo", "--sandbox", "off") });
  await touch(world, "a");
  const a = await started(first, "demo__wait", { folder: ".", name: "a" });
  const over = await until(first, a.taskId);
  assertEquals([over.status, over.stdout, over.sandbox], ["completed", "begun a\nended a", "none"]);
  const b = await started(first, "demo__wait", { folder: ".", name: "b" });
  await until(first, b.taskId, (e) => e.stdout === "begun b");
  await first.close();
  await touch(world, "b");
  await using second = await Client.start({
    args: world.options("--bundle", "demo", "--sandbox", "off"),
  });
  const lost = await get(second, b.taskId);
  assertEquals([lost.status, lost.errorMessage], ["failed", "The server ended"]);
});

Deno.test({
  name: "a server started by root runs tasks as the owner of the root, and finds them again",
  ignore: Deno.uid() !== 0,
  async fn() {
    await using world = await World.make();
    await world.bundle("demo", {
      permissions: { run: ["bash", "cat"] },
      tools: {
        demo__write: {
          script: `echo "uid $UID"; while [[ ! -e $TOOL_FOLDER/go ]]; do read -rt 0.05 <> <(:); done
cat > "$TOOL_FOLDER/out"`,
          properties: { folder: { type: "string", path: "write-dir" }, text: { type: "string" } },
          required: ["folder"],
          execution: { taskMode: "async", stdin: "text" },
        },
      },
    });
    await Deno.chown(world.root, 1000, 1000);
    const first = await Client.start({ args: world.options("--bundle", "demo") });
    const { taskId } = await started(first, "demo__write", { folder: ".", text: "fed" });
    await until(first, taskId, (e) => e.stdout === "uid 1000");
    const jobs = `${world.state}/state/jobs`;
    const shown = (path: string) => {
      const { uid, mode } = Deno.statSync(path);
      return [uid, mode! & 0o777];
    };
    assertEquals(shown(jobs), [0, 0o711]);
    assertEquals(shown(`${jobs}/${taskId}`), [0, 0o755]);
    assertEquals(shown(`${jobs}/${taskId}/stdout.log`), [1000, 0o600]);
    assertEquals(shown(`${jobs}/${taskId}/task.json`), [0, 0o600]);
    await first.close();
    await touch(world, "go");
    await using second = await Client.start({ args: world.options("--bundle", "demo") });
    const over = await until(second, taskId);
    assertEquals([over.status, over.exitCode], ["completed", 0]);
    assertEquals(Deno.readTextFileSync(`${world.root}/out`), "fed");
    assertEquals(Deno.statSync(`${world.root}/out`).uid, 1000);
  },
});
