/**
 * The official SDK's client (`@modelcontextprotocol/sdk`) over its own stdio transport.
 *
 * @module
 */
import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { Client } from "@modelcontextprotocol/sdk/client";
// @ts-types="@modelcontextprotocol/sdk/client/stdio"
import {
  getDefaultEnvironment,
  StdioClientTransport,
} from "@modelcontextprotocol/sdk/client/stdio.js";
// @ts-types="@modelcontextprotocol/sdk/types"
import type { CallToolResult, Progress } from "@modelcontextprotocol/sdk/types.js";
import { until } from "../bundles/_media.ts";
import { World } from "../_world.ts";

const CONFIG = new URL("../../deno.json", import.meta.url).pathname;

/** A connected client of a server with the bundles of a world. */
class Session implements AsyncDisposable {
  readonly client: Client;

  private constructor(client: Client) {
    this.client = client;
  }

  static async open(world: World, ...options: string[]): Promise<Session> {
    const denoDir = Deno.env.get("DENO_DIR");
    const transport = new StdioClientTransport({
      command: Deno.execPath(),
      args: ["task", "--quiet", "--config", CONFIG, "start", ...world.options(...options)],
      // The SDK hands on a handful of variables; Deno's own cache may lie elsewhere.
      env: { ...getDefaultEnvironment(), ...(denoDir && { DENO_DIR: denoDir }) },
      cwd: world.root,
      stderr: "ignore",
    });
    const client = new Client({ name: "sdk-test", version: "1.0.0" });
    await client.connect(transport);
    return new Session(client);
  }

  async call(
    name: string,
    args: Record<string, unknown>,
    options: { signal?: AbortSignal; onprogress?: (progress: Progress) => void } = {},
  ): Promise<CallToolResult> {
    return await this.client.callTool(
      { name, arguments: args },
      undefined,
      options,
    ) as CallToolResult;
  }

  async [Symbol.asyncDispose]() {
    await this.client.close();
  }
}

/** Whether a process of this machine has a word of this text in its command line. */
function runs(text: string): boolean {
  return [...Deno.readDirSync("/proc")].some(({ name }) => {
    if (!/^[0-9]+$/.test(name)) return false;
    try {
      return Deno.readTextFileSync(`/proc/${name}/cmdline`).includes(text);
    } catch {
      return false;
    }
  });
}

Deno.test("start serves the SDK's client: initialize, list, call", async () => {
  await using world = await World.make();
  await using session = await Session.open(world, "--bundle", "shell");
  const { client } = session;
  assertEquals(client.getServerVersion()!.name, "shell-as-mcp");
  assert(client.getServerCapabilities()!.tools);
  const { tools } = await client.listTools();
  assertEquals(tools.map((t) => t.name), ["shell__healthz", "shell__run_script_echo"]);
  const result = await session.call("shell__run_script_echo", {
    value: "it's 你好",
    __mcp_response_mode: "structuredContent",
  });
  assertEquals(result.isError, false);
  assertEquals(result.structuredContent!["stdout"], "yaml-script:it's 你好");
  const missing = await session.call("shell__run_script_echo", {});
  assertEquals(missing.isError, true);
  assertStringIncludes(JSON.stringify(missing.content), "value");
  const error = await assertRejects(
    () => session.call("shell__nothing", {}),
    Error,
    "shell__nothing",
  );
  assertEquals((error as Error & { code: number }).code, -32602);
});

Deno.test("start keeps to a tool's output schema, which the SDK's client checks", async () => {
  await using world = await World.make();
  await world.bundle("json", {
    tools: {
      json__answer: {
        script: `#!/bin/bash\nprintf '%s\\n' "$TOOL_TEXT"\n`,
        properties: { text: { type: "string" } },
        required: ["text"],
        output: {
          type: "object",
          properties: { sum: { type: "number" } },
          required: ["sum"],
        },
        execution: { output: "json" },
      },
    },
  });
  await using session = await Session.open(world, "--bundle", "json");
  const { tools } = await session.client.listTools();
  assertEquals(tools[0]!.outputSchema!.required, ["sum"]);
  const good = await session.call("json__answer", { text: '{"sum": 3}' });
  assertEquals(good.structuredContent, { sum: 3 });
  for (const text of ['{"sum": "three"}', "no JSON"]) {
    assertEquals((await session.call("json__answer", { text })).isError, true, text);
  }
});

Deno.test("start tells the SDK's client of progress and ends what it cancels", async () => {
  await using world = await World.make();
  const seconds = `7${crypto.getRandomValues(new Uint32Array(1))[0]}`;
  await world.bundle("slow", {
    tools: {
      slow__steps: {
        script: "#!/bin/bash\necho '::progress 1/3 one' >&2\necho '::progress 2/3 two' >&2\n" +
          `sleep ${seconds}\n`,
        execution: { progress: true, timeoutMs: 60_000 },
      },
    },
    permissions: { run: ["bash", "sleep"] },
  });
  await using session = await Session.open(world, "--bundle", "slow");
  const told: Progress[] = [];
  const abort = new AbortController();
  const call = session.call("slow__steps", {}, {
    signal: abort.signal,
    onprogress: (progress) => void told.push(progress),
  });
  const rejected = assertRejects(() => call);
  await until(() => told.length === 2 && runs(`sleep\0${seconds}`), "the tool to run");
  assertEquals(told, [
    { progress: 1, total: 3, message: "one" },
    { progress: 2, total: 3, message: "two" },
  ]);
  abort.abort("enough");
  await rejected;
  await until(() => !runs(`sleep\0${seconds}`), "the tool to end");
  // The session goes on.
  assertEquals((await session.client.listTools()).tools.length, 1);
});

Deno.test("start ends when the SDK's client closes, and with it a call that runs", async () => {
  await using world = await World.make();
  const seconds = `8${crypto.getRandomValues(new Uint32Array(1))[0]}`;
  await world.bundle("slow", {
    tools: {
      slow__sleep: {
        script: `#!/bin/bash\nsleep ${seconds}\n`,
        execution: { timeoutMs: 60_000 },
      },
    },
    permissions: { run: ["bash", "sleep"] },
  });
  const session = await Session.open(world, "--bundle", "slow");
  const call = session.call("slow__sleep", {}).catch((error: Error) => error);
  await until(() => runs(`sleep\0${seconds}`), "the tool to run");
  await session.client.close();
  const result = await call;
  assert(result instanceof Error || result.isError, "a call that was ended is no success");
  await until(() => !runs(`sleep\0${seconds}`), "the tool to end");
  await until(() => !runs(world.state), "the server to end");
});
