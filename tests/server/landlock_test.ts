/**
 * Calls of a server that runs on Landlock: what a tool sees of its call, and that nothing
 * outlives it.
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { Client } from "../_client.ts";
import { type Person, plainUser, testsRunAsRoot, thisPerson } from "../_user.ts";
import { WithoutBwrap } from "../_without_bwrap.ts";
import { World } from "../_world.ts";
import { hasLandlock } from "../sandbox/_landlock.ts";
import { callsIn, processesIn, serverPid, until } from "./_process.ts";

const ignore = !await hasLandlock();

/** Leaves its session, ignores every request, and runs for ten minutes. */
const ESCAPE = `perl -MPOSIX -e '
  $SIG{$_} = "IGNORE" for "TERM", "HUP", "INT";
  if (!fork) { setsid(); exit if fork; sleep 600; exit }
  print "begun\\n"; close STDOUT; sleep 600' "$TOOL_OUT"`;

async function served(world: World, person: Person): Promise<Client> {
  const path = (kind: string) => ({ type: "string", path: kind });
  await world.bundle("work", {
    permissions: { run: ["bash", "perl", "cat"] },
    tools: {
      work__escape: {
        script: ESCAPE,
        properties: { out: path("write") },
        execution: { timeoutMs: 600_000 },
      },
      work__late: {
        script: ESCAPE,
        properties: { out: path("write") },
        execution: { timeoutMs: 1000 },
      },
      work__copy: {
        script:
          `cat -- "$TOOL_IN" >"$TOOL_OUT" && echo "$TOOL_OUT" && echo kept >"$TOOL_RESULT_DIR/r"`,
        properties: { in: path("read"), out: path("write") },
      },
      work__fill: {
        script: `echo x >"$TOOL_FOLDER/x"`,
        properties: { folder: path("write-dir") },
      },
    },
  });
  await person.own(world);
  return await Client.start(person.start(...world.options("--bundle", "work")));
}

type Part = (world: World, client: Client) => Promise<void>;

const PARTS: [name: string, part: Part][] = [];

function test(name: string, part: Part) {
  PARTS.push([name, part]);
}

test(
  "a call under Landlock reads, writes and leaves results, and its links are followed",
  async (world, client) => {
    await Deno.writeTextFile(`${world.root}/in`, "text");
    await Deno.symlink("in", `${world.root}/link`);
    const record = await client.call("work__copy", { in: "link", out: "new/out" });
    assertEquals([record.status, record.sandbox], ["success", "landlock"], record.text);
    assertEquals(record.stdout, `${world.root}/new/out`);
    assertEquals(await Deno.readTextFile(`${world.root}/new/out`), "text");
    const [kept, ...others] = record.output_files.filter((path: string) =>
      path !== `${world.root}/new/out`
    );
    assertEquals([others, record.output_files.length], [[], 2]);
    assertEquals(await Deno.readTextFile(kept), "kept\n");
    const names = [...Deno.readDirSync(`${world.root}/new`)].map((e) => e.name);
    assertEquals(names, ["out"]);
  },
);

test(
  "a call under Landlock is refused a folder that holds a repository, and told why",
  async (world, client) => {
    await Deno.mkdir(`${world.root}/repository/.git`, { recursive: true });
    const record = await client.call("work__fill", { folder: "repository" });
    assertEquals([record.status, record.reason], ["error", "policy"]);
    assertStringIncludes(record.message, "holds one");
  },
);

test(
  "a call under Landlock leaves no process behind when its time is over",
  async (world, client) => {
    const record = await client.call("work__late", { out: "out" });
    assertEquals([record.reason, record.timed_out, record.stdout], ["timeout", true, "begun"]);
    assertEquals(callsIn(world, client), []);
    assertEquals([...Deno.readDirSync(world.root)], []);
  },
);

test(
  "a call under Landlock leaves no process behind when it is cancelled",
  async (world, client) => {
    const { id } = await client.send("tools/call", {
      name: "work__escape",
      arguments: { out: "out" },
    });
    await until(() => callsIn(world, client).length >= 4, "the tool");
    await client.notify("notifications/cancelled", { requestId: id });
    await until(() => callsIn(world, client).length === 0, "the end of the call");
    assertEquals([...Deno.readDirSync(world.root)], []);
  },
);

test(
  "a call under Landlock leaves no process behind when the server is killed",
  async (world, client) => {
    await client.send("tools/call", { name: "work__escape", arguments: { out: "out" } });
    await until(() => callsIn(world, client).length >= 4, "the tool");
    assert([...Deno.readDirSync(world.root)].length > 0);
    Deno.kill(serverPid(client), "SIGKILL");
    await until(() => callsIn(world, client).length === 0, "the end of the call");
    await until(() => [...Deno.readDirSync(world.root)].length === 0, "the root as it was");
  },
);

/** Each part has a world and a server of its own. */
async function all(t: Deno.TestContext, who: Person) {
  await using hidden = await WithoutBwrap.make();
  const person = hidden.hide(who);
  for (const [name, part] of PARTS) {
    await t.step(name, async () => {
      await using world = await World.make();
      {
        await using client = await served(world, person);
        assertStringIncludes(client.stderr, "sandbox landlock");
        await part(world, client);
        assertEquals(client.noise, []);
      }
      await until(() => processesIn(world).length === 0, "the end of all processes");
      assertEquals([...Deno.readDirSync(`${world.state}/scratch`)], []);
    });
  }
}

Deno.test({
  name: "serve() on Landlock, as whoever runs the tests",
  ignore,
  fn: async (t) => await all(t, await thisPerson()),
});

Deno.test({
  name: "serve() on Landlock, as a plain user",
  ignore: ignore || !testsRunAsRoot(),
  fn: async (t) => {
    await using user = await plainUser();
    await all(t, user);
  },
});
