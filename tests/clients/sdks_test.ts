/**
 * The official SDK's clients of both generations over HTTP, and the newer one with
 * `versionNegotiation: auto` over stdio: they list, call, get a tool's error, cancel and run a
 * task. The older client over stdio is in `sdk_test.ts` and `sdk_tasks_test.ts`.
 *
 * The newer client (2.4) refuses the tasks extension's answers, so that it is asked for them
 * through requests of its own.
 *
 * @module
 */
import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernHttp,
} from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
// @ts-types="@modelcontextprotocol/sdk/types"
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { Client, taskCommand } from "../_client.ts";
import { World } from "../_world.ts";
import { until } from "../server/_process.ts";
import { connect, freePort, listening } from "../server/http/_serving.ts";

/** How long the call that is cancelled would sleep: a word by which its process is found. */
const SECONDS = `6${crypto.getRandomValues(new Uint32Array(1))[0]}`;

async function tools(world: World) {
  await world.bundle("demo", {
    permissions: { run: ["bash", "sleep"] },
    tools: {
      demo__say: { script: 'echo "said $TOOL_VALUE"', properties: { value: { type: "string" } } },
      demo__fail: { script: "echo wrong >&2; exit 3" },
      demo__stay: {
        script: `exec sleep ${SECONDS}`,
        execution: { timeoutMs: 600_000 },
      },
      demo__job: {
        script: 'echo "did $TOOL_VALUE"',
        properties: { value: { type: "string" } },
        execution: { taskMode: "async" },
      },
    },
  });
}

/** What the clients of both generations have in common. */
interface AnyClient {
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(
    call: { name: string; arguments: Record<string, unknown> },
    ...more: never[]
  ): Promise<Record<string, unknown>>;
}

async function listCallFail(client: AnyClient) {
  const names = (await client.listTools()).tools.map((t) => t.name);
  assert(names.includes("demo__say") && names.includes("demo__job"), names.join());
  const said = await client.callTool({ name: "demo__say", arguments: { value: "hi" } });
  assertStringIncludes(JSON.stringify(said["content"]), "said hi");
  const failed = await client.callTool({ name: "demo__fail", arguments: {} });
  assertEquals(failed["isError"], true);
}

/** Cancels a call that runs, and waits for the end of its process. */
async function cancels(call: (signal: AbortSignal) => Promise<unknown>) {
  const abort = new AbortController();
  const rejected = assertRejects(() => call(abort.signal));
  const runs = () =>
    [...Deno.readDirSync("/proc")].some(({ name }) => {
      try {
        return Deno.readTextFileSync(`/proc/${name}/cmdline`).includes(`sleep\0${SECONDS}`);
      } catch {
        return false;
      }
    });
  await until(runs, "the call to run");
  abort.abort();
  await rejected;
  await until(() => !runs(), "the call to end");
}

Deno.test("the official clients of both generations list, call, cancel and run tasks over HTTP", async () => {
  await using world = await World.make();
  await tools(world);
  const port = freePort();
  await using server = await Client.start({
    args: world.options(
      ...["--bundle", "demo", "--transport", "streamable-http", "--port", String(port)],
    ),
  }, false);
  await listening(server);
  const url = new URL(`http://127.0.0.1:${port}/mcp`);
  const old = await connect(url);
  const auto = new ModernClient({ name: "test", version: "1" }, {
    versionNegotiation: { mode: "auto" },
  } as never);
  try {
    await listCallFail(old as never);
    const stay = { name: "demo__stay", arguments: {} };
    await cancels((signal) => old.callTool(stay, undefined, { signal }));
    const messages = await Array.fromAsync(
      old.experimental.tasks.callToolStream(
        { name: "demo__job", arguments: { value: "it" } },
        CallToolResultSchema,
        { task: {} },
      ),
    );
    assertStringIncludes(JSON.stringify(messages.at(-1)), "did it");

    await auto.connect(new ModernHttp(url));
    await listCallFail(auto as never);
    await cancels((signal) => auto.callTool(stay, { signal }));
    assertStringIncludes(await extensionTask(url), "did it");
  } finally {
    await old.close();
    await auto.close();
    server.kill("SIGTERM");
  }
});

/** A task through the extension of 2026-07-28; returns what came of it. */
async function extensionTask(url: URL): Promise<string> {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {
      extensions: { "io.modelcontextprotocol/tasks": {} },
    },
  };
  const ask = async (method: string, name: string, params: Record<string, unknown>) => {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": method,
        "mcp-name": name,
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } }),
    });
    const text = await response.text();
    return JSON.parse(text.startsWith("{") ? text : /^data: (.*)$/m.exec(text)![1]!);
  };
  const call = { name: "demo__job", arguments: { value: "it" } };
  const { result: { resultType, taskId } } = await ask("tools/call", "demo__job", call);
  assertEquals(resultType, "task");
  while (true) {
    const { result } = await ask("tasks/get", taskId, { taskId });
    if (result.status !== "working") return JSON.stringify(result);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

Deno.test("the newer client finds the newer era by itself over stdio", async () => {
  await using world = await World.make();
  await tools(world);
  const client = new ModernClient({ name: "test", version: "1" }, {
    versionNegotiation: { mode: "auto" },
  } as never);
  await client.connect(
    new StdioClientTransport({
      command: Deno.execPath(),
      args: [...taskCommand(), "start", ...world.options("--bundle", "demo")],
      env: { ...Deno.env.toObject(), DENO_NO_UPDATE_CHECK: "1" },
      stderr: "ignore",
    }),
  );
  try {
    await listCallFail(client as never);
    const stay = { name: "demo__stay", arguments: {} };
    await cancels((signal) => client.callTool(stay, { signal }));
  } finally {
    await client.close();
  }
});
