import { assert, assertEquals } from "@std/assert";
import { Client } from "../_client.ts";
import { plainUser } from "../_user.ts";
import { serverPid } from "./_process.ts";
import { World } from "../_world.ts";

/** Waits for a file and then ends with 5. */
const WAIT = {
  script: `echo begun; while [[ ! -e $TOOL_FOLDER/go ]]; do read -rt 0.05 <> <(:); done
echo ended; exit 5`,
  properties: { folder: { type: "string", path: "read-dir" } },
  required: ["folder"],
  execution: { taskMode: "async" },
};

Deno.test("a plain user's tasks outlive a killed server, and nobody else can read them", async () => {
  await using person = await plainUser();
  await using world = await World.make();
  await world.bundle("demo", { tools: { demo__wait: WAIT } });
  await person.own(world);
  const first = await Client.start(person.start(...world.options("--bundle", "demo")));
  const { taskId } = await first.call("demo__wait", { folder: "." });
  while ((await first.call("builtin__bg_task_get", { taskId })).stdout !== "begun") {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  Deno.kill(serverPid(first), "SIGKILL");
  await first.close();
  await using second = await Client.start(person.start(...world.options("--bundle", "demo")));
  assertEquals((await second.call("builtin__bg_task_get", { taskId })).status, "running");
  await Deno.writeTextFile(`${world.root}/go`, "");
  const over = await second.finished(taskId);
  assertEquals([over.status, over.exit_code, over.stdout], ["failed", 5, "begun\nended"]);
  const folder = `${world.state}/state/jobs/${taskId}`;
  for (const path of [folder, ...[...Deno.readDirSync(folder)].map((e) => `${folder}/${e.name}`)]) {
    const { uid, mode } = Deno.statSync(path);
    assertEquals([uid, mode! & 0o077], [person.uid, 0], path);
  }
});

function freePort(): string {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return String(listener.addr.port);
}

/** A server over HTTP, and a way to ask it. */
async function http(world: World, ...more: string[]) {
  const args = world.options(
    "--bundle",
    "demo",
    "--transport",
    "streamable-http",
    "--port",
    freePort(),
    ...more,
  );
  const client = await Client.start({ args }, false);
  for (const end = Date.now() + 30_000; !/streamable-http at (\S+)/.test(client.stderr);) {
    assert(Date.now() < end, client.stderr);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const url = /streamable-http at (\S+)/.exec(client.stderr)![1]!;
  const open = async (token?: string) => {
    let id = 0;
    let session: string | null = null;
    const ask = async (method: string, params: unknown) => {
      const response = await fetch(url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...(session !== null && { "mcp-session-id": session }),
          ...(token && { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: ++id, method, params }),
      });
      session ??= response.headers.get("mcp-session-id");
      const text = await response.text();
      return JSON.parse(/^data: (\{.*)$/m.exec(text)?.[1] ?? text);
    };
    const opened = await ask("initialize", {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "test", version: "1" },
    });
    return { ask, capabilities: opened.result.capabilities };
  };
  return { client, open };
}

const START = { name: "demo__wait", arguments: { folder: "." }, task: {} };

Deno.test("over HTTP each token sees its own tasks and no other", async () => {
  await using world = await World.make();
  await world.bundle("demo", { tools: { demo__wait: WAIT } });
  await Deno.writeTextFile(`${world.root}/go`, "");
  const tokens = `${world.folder}/tokens`;
  const [ada, bob] = ["a".repeat(20), "b".repeat(20)];
  await Deno.writeTextFile(tokens, `ada:${ada}\nbob:${bob}\n`, { mode: 0o600 });
  const server = await http(world, "--auth-token-file", tokens);
  await using _ = server.client;
  try {
    const [a, b] = [await server.open(ada), await server.open(bob)];
    assert(a.capabilities.tasks.list);
    const { taskId } = (await a.ask("tools/call", START)).result.task;
    assertEquals((await b.ask("tasks/get", { taskId })).error.code, -32602);
    assertEquals((await b.ask("tasks/result", { taskId })).error.code, -32602);
    assertEquals((await b.ask("tasks/cancel", { taskId })).error.code, -32602);
    assertEquals((await b.ask("tasks/list", {})).result.tasks, []);
    assertEquals((await a.ask("tasks/result", { taskId })).result.isError, true);
    // A caller is no session: a new one of the same token sees them.
    const again = await server.open(ada);
    const { tasks } = (await again.ask("tasks/list", {})).result;
    assertEquals(tasks.map((t: { taskId: string }) => t.taskId), [taskId]);
  } finally {
    server.client.kill("SIGTERM");
  }
});

Deno.test("over HTTP without tokens tasks cannot be listed, and are reached by their id", async () => {
  await using world = await World.make();
  await world.bundle("demo", { tools: { demo__wait: WAIT } });
  await Deno.writeTextFile(`${world.root}/go`, "");
  const server = await http(world);
  await using _ = server.client;
  try {
    const { ask, capabilities } = await server.open();
    assertEquals(capabilities.tasks, { cancel: {}, requests: { tools: { call: {} } } });
    const { tools } = (await ask("tools/list", {})).result;
    assertEquals(tools.map((t: { name: string }) => t.name), [
      "builtin__bg_task_cancel",
      "builtin__bg_task_get",
      "demo__wait",
    ]);
    assertEquals((await ask("tasks/list", {})).error.code, -32601);
    const { taskId } = (await ask("tools/call", START)).result.task;
    assertEquals((await ask("tasks/result", { taskId })).result.isError, true);
    assertEquals((await ask("tasks/get", { taskId })).result.status, "failed");
  } finally {
    server.client.kill("SIGTERM");
  }
});
