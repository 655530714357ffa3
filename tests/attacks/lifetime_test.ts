/**
 * A call ends with all that it started, however stubborn, and leaves nothing half-written.
 */
import { assert, assertEquals } from "@std/assert";
import { Client } from "../_client.ts";
import { give, type Person, testsRunAsRoot, thisPerson } from "../_user.ts";
import { World } from "../_world.ts";
import { childrenOf, marked, until } from "./_marked.ts";

/** Ignores every polite signal, leaves its session, and goes on for minutes. */
const STUBBORN = `trap '' TERM INT HUP
printf 'printed before\\n'
[[ \${TOOL_OUT-} ]] && printf half >"$TOOL_OUT"
setsid -- bash -c 'trap "" TERM INT HUP; sleep 300; :' &
(trap '' TERM INT HUP; setsid -- sleep 300; :) &
sleep 300
:`;

const TIMEOUT_MS = 1000;
/** The processes of one call: the script, its two children, their sleeps, and the fence around. */
const PROCESSES = 5;
const START_MS = 20_000;
/** Far less on a machine at rest; tests run on busy ones. */
const GONE_MS = 5000;

/** A server with a tool that writes nothing and one that stages a file. */
class Stage implements AsyncDisposable {
  readonly markers: string[] = [];

  private constructor(readonly world: World, readonly client: Client) {}

  static async open(
    person: Person,
    owner?: { uid: number; gid: number },
    options: string[] = [],
  ): Promise<Stage> {
    const world = await World.make();
    const tool = (properties: Record<string, unknown>, execution: Record<string, unknown>) => ({
      script: STUBBORN,
      properties: { marker: { type: "string" }, ...properties },
      execution,
    });
    const out = { out: { type: "string", path: "write" } };
    await world.bundle("life", {
      permissions: { run: ["bash", "setsid", "sleep"] },
      tools: {
        life__plain: tool({}, {}),
        life__staged: tool(out, {}),
        life__timed: tool({}, { timeoutMs: TIMEOUT_MS }),
        life__timed_staged: tool(out, { timeoutMs: TIMEOUT_MS }),
      },
    });
    await person.own(world);
    if (owner) await give(world.root, owner);
    return new Stage(world, await Client.start(person.start(...world.only(...options))));
  }

  /** Starts a call under a marker of its own. */
  async send(tool: string, out?: string, id?: number) {
    const marker = `sam-marker-${crypto.randomUUID()}`;
    this.markers.push(marker);
    const path = tool.endsWith("staged") ? { out: `${this.world.root}/${out}` } : {};
    return {
      marker,
      ...await this.client.send("tools/call", { name: tool, arguments: { marker, ...path } }, id),
    };
  }

  /** Starts a call, and waits until all its processes run. */
  async call(tool: string, out?: string, id?: number) {
    const sent = await this.send(tool, out, id);
    const running = await until(() => marked(sent.marker).length >= PROCESSES, START_MS);
    assert(running, `"${tool}" does not run: ${this.client.stderr}`);
    return sent;
  }

  /** Fails unless everything is gone. */
  async assertGone() {
    const left = () => marked(...this.markers);
    const gone = await until(() => left().length === 0, GONE_MS);
    assert(gone, `Still there: ${left().map(describe).join("; ")}`);
    const root = () => [...Deno.readDirSync(this.world.root)].map((e) => e.name);
    await until(() => root().length === 0, GONE_MS);
    assertEquals(root(), []);
  }

  async [Symbol.asyncDispose]() {
    for (const pid of marked(...this.markers)) Deno.kill(pid, "SIGKILL");
    await this.client.close();
    await this.world[Symbol.asyncDispose]();
  }
}

function describe(pid: number): string {
  try {
    return `${pid} ${Deno.readTextFileSync(`/proc/${pid}/cmdline`).replaceAll("\0", " ")}`;
  } catch {
    return String(pid);
  }
}

/** Both kinds of call, running. */
async function two(stage: Stage) {
  return await Promise.all([stage.call("life__plain"), stage.call("life__staged", "new/out")]);
}

/** What leaves the server as it was. */
async function byTheServer(t: Deno.TestContext, stage: Stage) {
  await t.step("a timeout ends it, and its answer carries what was printed", async () => {
    const calls = await Promise.all([
      stage.call("life__timed"),
      stage.call("life__timed_staged", "out"),
    ]);
    for (const { answer } of calls) {
      const { result } = await answer;
      assertEquals(result.isError, true);
      const text = JSON.stringify(result);
      assert(text.includes("printed before"), text);
      assert(text.includes(`ended after ${TIMEOUT_MS} ms`), text);
    }
    await stage.assertGone();
    await stage.client.request("ping");
  });

  await t.step("a cancel ends it, that of the request 0 too", async () => {
    const [plain, staged] = await two(stage);
    const zero = await stage.call("life__plain", undefined, 0);
    for (const { id } of [plain, staged, zero]) {
      await stage.client.notify("notifications/cancelled", { requestId: id, reason: "test" });
    }
    await stage.assertGone();
    await stage.client.request("ping");
  });

  await t.step("a cancel ends it at every moment of its start", async () => {
    // bubblewrap that is killed while it sets up leaves its inner process alone.
    await Promise.all(Array.from({ length: 16 }, async (_, i) => {
      const { id } = await stage.send(i % 2 === 0 ? "life__plain" : "life__staged", `out-${i}`);
      await new Promise((resolve) => setTimeout(resolve, i * 10));
      await stage.client.notify("notifications/cancelled", { requestId: id });
    }));
    // An answer shows that the server has taken every cancel.
    await stage.client.request("ping");
    await stage.assertGone();
  });
}

async function killServer(t: Deno.TestContext, stage: Stage) {
  await t.step("the end of the server, by SIGKILL, ends it", async () => {
    await two(stage);
    const servers = childrenOf(stage.client.pid);
    assertEquals(servers.length, 1);
    assert(servers[0]! > 1);
    Deno.kill(servers[0]!, "SIGKILL");
    await stage.assertGone();
  });
}

async function byTheClient(t: Deno.TestContext, person: Person) {
  await t.step("a client that closes the pipe ends it", async () => {
    await using stage = await Stage.open(person);
    await two(stage);
    await stage.client.close();
    await stage.assertGone();
  });

  await t.step("the end of the client's process, by SIGKILL, ends it", async () => {
    await using stage = await Stage.open(person);
    await two(stage);
    stage.client.kill("SIGKILL");
    await stage.assertGone();
  });
}

Deno.test("a call ends with all that it started", async (t) => {
  const person = await thisPerson();
  {
    await using stage = await Stage.open(person);
    await byTheServer(t, stage);
    await killServer(t, stage);
  }
  await byTheClient(t, person);
});

Deno.test("a call outlives its timeout when nothing is confined, so that the test above can fail", async () => {
  await using stage = await Stage.open(await thisPerson(), undefined, ["--sandbox", "off"]);
  const { answer } = await stage.call("life__timed");
  assertEquals((await answer).result.isError, true);
  assert(marked(...stage.markers).length > 0);
});

if (testsRunAsRoot()) {
  Deno.test("a call that a server of root runs as another user ends with all that it started", async (t) => {
    // What else ends a call is the same for every user of the tools.
    await using stage = await Stage.open(await thisPerson(), { uid: 12345, gid: 12345 });
    await byTheServer(t, stage);
    await killServer(t, stage);
  });
}
