import { assertEquals, assertNotMatch, assertStringIncludes } from "@std/assert";
import { cli, Client, taskCommand } from "../_client.ts";
import { World } from "../_world.ts";

const STACK = /\n {4}at /;

async function bundles(world: World): Promise<string[]> {
  await world.bundle("calm", {
    tools: {
      calm__run: {
        script: `echo "calm in $PWD"; echo "$TOOL_FILE"`,
        properties: { file: { type: "string", path: "read" } },
      },
    },
  });
  await world.bundle("strict", {
    manifest: { sandbox: "required" },
    tools: { strict__run: { script: "echo strict" } },
  });
  await world.bundle("lacking", {
    permissions: { run: ["no-such-program", { name: "nor-this-one", optional: true }, "bash"] },
    tools: {
      lacking__run: { execution: { command: { executable: "no-such-program", args: [] } } },
      lacking__healthz: { script: "echo alive" },
    },
  });
  return world.options("--bundle", "calm", "--bundle", "strict", "--bundle", "lacking");
}

/** A folder with a link to everything in `/usr/bin` but bubblewrap. */
async function withoutBubblewrap(world: World): Promise<string> {
  const folder = `${world.folder}/bin`;
  await Deno.mkdir(folder);
  for (const { name } of Deno.readDirSync("/usr/bin")) {
    if (name !== "bwrap") await Deno.symlink(`/usr/bin/${name}`, `${folder}/${name}`);
  }
  return folder;
}

Deno.test("start() lists a tool whose program is missing, and its call says how to get it", async () => {
  await using world = await World.make();
  const args = await bundles(world);
  await using client = await Client.start({ args });
  const { tools } = await client.request("tools/list");
  assertEquals(tools.map((t: { name: string }) => t.name), [
    "calm__run",
    "lacking__healthz",
    "lacking__run",
    "strict__run",
  ]);
  const record = await client.call("lacking__run");
  assertEquals([record.reason, record.status, record.isError], ["spawn", "error", true]);
  assertStringIncludes(record.message, 'The program "no-such-program" is not installed (looked in');
  assertStringIncludes(record.message, 'install "no-such-program" with the system\'s package');
  // It must run to say what is missing.
  assertEquals((await client.call("lacking__healthz")).stdout, "alive");
  assertNotMatch(client.stderr, STACK);
});

Deno.test("start() serves without bubblewrap and says how to install it", async () => {
  await using world = await World.make();
  const args = await bundles(world);
  const env = { PATH: await withoutBubblewrap(world) };
  await using client = await Client.start({ args, env });
  assertStringIncludes(client.stderr, 'cannot start: "bwrap" not found');
  assertStringIncludes(client.stderr, "Install bubblewrap (apt install bubblewrap");
  assertEquals((await client.request("tools/list")).tools.length, 4);
  const required = await cli(["list", ...args, "--sandbox", "required"], { env });
  // Where the kernel has the weaker fence, that one holds; elsewhere nothing runs.
  const weaker = client.stderr.includes("sandbox landlock");
  for (const tool of ["calm__run", "strict__run"]) {
    const record = await client.call(tool);
    assertEquals(
      [record.sandbox, record.status, record.reason],
      weaker ? ["landlock", "success", "exit"] : ["none", "error", "sandbox"],
    );
    if (!weaker) assertStringIncludes(record.message, "Install bubblewrap");
  }
  assertEquals(required.code, weaker ? 0 : 2);
  if (!weaker) {
    assertStringIncludes(required.stderr, "--sandbox required: The sandbox cannot start");
  }
  assertNotMatch(client.stderr + required.stderr, STACK);
});

Deno.test("start() confines nothing when it is told so, and says it", async () => {
  await using world = await World.make();
  const args = await bundles(world);
  await Deno.writeTextFile(`${world.root}/file`, "");
  const env = { PATH: await withoutBubblewrap(world) };
  await using client = await Client.start({ args: [...args, "--sandbox", "off"], env });
  assertStringIncludes(client.stderr, "warning: Nothing is confined (--sandbox off)");
  const record = await client.call("calm__run", { file: "file" });
  assertEquals([record.status, record.sandbox, record.message], ["success", "none", undefined]);
  assertEquals(record.stdout.split("\n")[1], `${world.root}/file`);
  const outside = await client.call("calm__run", { file: "/etc/passwd" });
  assertEquals(outside.reason, "policy");
  const strict = await client.call("strict__run");
  assertEquals([strict.reason, strict.stdout], ["sandbox", ""]);
  assertStringIncludes(strict.message, 'The bundle "strict" requires a sandbox');
  assertEquals((await client.call("lacking__run")).reason, "spawn");
  assertNotMatch(client.stderr, STACK);
});

Deno.test("start() has no root when HOME is unset and the working directory is /", async () => {
  await using world = await World.make();
  await bundles(world);
  const [command, ...words] = ["start", "--spec-dir", world.defs, "--state-dir", world.state];
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json"] }).output();
  const { denoDir } = JSON.parse(new TextDecoder().decode(stdout));

  await using client = await Client.start({
    args: [],
    deno: "/usr/bin/env",
    command: [
      "-u",
      "HOME",
      Deno.execPath(),
      ...taskCommand(),
      command!,
      ...words,
      "--bundle",
      "calm",
    ],
    env: { DENO_DIR: denoDir },
    cwd: "/",
  });
  assertStringIncludes(
    client.stderr,
    'No default root: the working directory is "/", but it is the whole file system',
  );
  assertEquals((await client.call("calm__run")).stdout, "calm in /tmp\n");
  const relative = await client.call("calm__run", { file: "etc/passwd" });
  assertEquals(relative.reason, "policy");
  assertStringIncludes(relative.message, "there is no root to join it to");
  const home = await client.call("calm__run", { file: "~/x" });
  assertStringIncludes(home.message, "the home folder is not known");
  assertNotMatch(client.stderr, STACK);
});
