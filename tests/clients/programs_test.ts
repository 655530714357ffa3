/**
 * Programs that people run as MCP clients, each over HTTP and over stdio: they list, call, get
 * a tool's error and run a task. Each version is pinned.
 *
 * Not tried with them: cancelling. The command lines of the Inspector, mcpc and mcporter have no
 * word for it; what the SDKs' clients send is tried in `sdk_test.ts` and `sdks_test.ts`. mcporter
 * knows no tasks and gets the id, for the tools `builtin__bg_task_*`.
 *
 * @module
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { Client, taskCommand } from "../_client.ts";
import { World } from "../_world.ts";
import { freePort, listening } from "../server/http/_serving.ts";

const INSPECTOR = "@modelcontextprotocol/inspector@2.12.0";
const MCPC = "@apify/mcpc@0.2.6";
/** The newest that runs on Node 20. */
const MCPORTER = "mcporter@0.9.0";

async function tools(world: World) {
  await world.bundle("demo", {
    tools: {
      demo__say: { script: 'echo "said $TOOL_VALUE"', properties: { value: { type: "string" } } },
      demo__fail: { script: "echo wrong >&2; exit 3" },
      demo__job: {
        script: 'echo "did $TOOL_VALUE"',
        properties: { value: { type: "string" } },
        execution: { taskMode: "async" },
      },
    },
  });
}

/** A server over HTTP, and how a client starts one over stdio. */
async function places(world: World) {
  await tools(world);
  const port = freePort();
  const options = world.options("--bundle", "demo");
  const server = await Client.start({
    args: [...options, "--transport", "streamable-http", "--port", String(port)],
  }, false);
  await listening(server);
  // A state folder of its own: two servers share the tasks of one.
  const stdio = [...options, "--state-dir", `${world.folder}/state-of-stdio`];
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    command: Deno.execPath(),
    args: [...taskCommand(), "start", ...stdio],
    async [Symbol.asyncDispose]() {
      server.kill("SIGTERM");
      await server.close();
      assertEquals(server.noise, []);
    },
  };
}

/** Where npm has put a program, which it fetches the first time. */
async function installed(program: string, bin: string): Promise<string> {
  const { stdout, stderr } = await new Deno.Command("npx", {
    args: ["-y", "--prefer-offline", "--package", program, "-c", `command -v ${bin}`],
    stdin: "null",
  }).output();
  const path = new TextDecoder().decode(stdout).trim();
  assert(path.startsWith("/"), new TextDecoder().decode(stderr));
  return path;
}

/** Runs a program; returns what it printed, whatever its exit code. */
async function run(world: World, program: string, ...args: string[]): Promise<string> {
  const { stdout, stderr } = await new Deno.Command(program, {
    args,
    cwd: world.root,
    env: {
      NO_COLOR: "1",
      MCPC_HOME_DIR: `${world.folder}/mcpc`,
      MCP_INSPECTOR_SECRET_STORE: "memory",
    },
    stdin: "null",
  }).output();
  const text = new TextDecoder();
  return text.decode(stdout) + text.decode(stderr);
}

/** Writes a client's configuration; returns its path. */
async function config(world: World, name: string, servers: Record<string, unknown>) {
  const file = `${world.folder}/${name}.json`;
  await Deno.writeTextFile(file, JSON.stringify({ mcpServers: servers }));
  return file;
}

Deno.test("the Inspector lists, calls and runs tasks in both eras, over HTTP and stdio", async () => {
  await using world = await World.make();
  await using at = await places(world);
  const { command, args } = at;
  const http = { type: "streamable-http", url: at.url };
  const file = await config(world, "inspector", {
    legacy: { ...http, protocolEra: "legacy" },
    auto: { ...http, protocolEra: "auto" },
    modern: { ...http, protocolEra: "modern" },
    stdio: { command, args, protocolEra: "legacy" },
    stdioModern: { command, args, protocolEra: "modern" },
  });
  const inspector = await installed(INSPECTOR, "mcp-inspector");
  const ask = (server: string, ...more: string[]) =>
    run(
      world,
      inspector,
      ...["--cli", "--config", file, "--server", server, "--format", "json", ...more],
    );
  const call = (server: string, tool: string, ...more: string[]) =>
    ask(server, "--method", "tools/call", "--tool-name", tool, ...more);
  assertStringIncludes(await ask("auto", "--method", "tools/list"), '"demo__say"');
  for (const server of ["legacy", "stdio", "stdioModern"]) {
    assertStringIncludes(await call(server, "demo__say", "--tool-arg", "value=hi"), "said hi");
  }
  assertStringIncludes(await call("auto", "demo__fail"), "tool_is_error");
  assertStringIncludes(await call("modern", "demo__job", "--tool-arg", "value=it"), "did it");
});

Deno.test("mcpc lists, calls and runs tasks, over HTTP and stdio", async () => {
  await using world = await World.make();
  await using at = await places(world);
  const file = await config(world, "mcpc", {
    http: { url: at.url },
    stdio: { command: at.command, args: at.args },
  });
  const program = await installed(MCPC, "mcpc");
  const mcpc = (...args: string[]) => run(world, program, ...args);
  /** It waits five seconds for its helper to start, which a busy machine can take. */
  const connected = async (server: string) => {
    for (let tries = 1;; tries++) {
      const said = await mcpc("connect", `${file}:${server}`, `@${server}`);
      if (said.includes("✓ Session") || tries === 12) return said;
    }
  };
  for (const server of ["http", "stdio"]) {
    const session = `@${server}`;
    const made = await connected(server);
    const ask = (...args: string[]) => mcpc("--json", session, ...args);
    try {
      assertStringIncludes(await ask("tools-call", "demo__say", 'value:="hi"'), "said hi", made);
      const done = await ask("tools-call", "demo__job", 'value:="it"', "--task");
      assertStringIncludes(done, "did it");
      assertStringIncludes(done, "related-task");
      if (server === "stdio") continue;
      assertStringIncludes(await ask("tools-list"), '"demo__say"');
      assertStringIncludes(await ask("tools-call", "demo__fail"), '"isError": true');
    } finally {
      await mcpc("close", session);
    }
  }
});

Deno.test("mcporter lists and calls, over HTTP and stdio", async () => {
  await using world = await World.make();
  await using at = await places(world);
  const file = await config(world, "mcporter", {
    http: { url: at.url, allowHttp: true },
    stdio: { command: at.command, args: at.args },
  });
  const program = await installed(MCPORTER, "mcporter");
  const mcporter = (...args: string[]) => run(world, program, "--config", file, ...args);
  const call = (tool: string, ...args: string[]) =>
    mcporter("call", tool, ...args, "--output", "json");
  assertStringIncludes(await mcporter("list", "http"), "demo__say");
  for (const server of ["http", "stdio"]) {
    assertStringIncludes(await call(`${server}.demo__say`, "value=hi"), "said hi");
  }
  assertStringIncludes(await call("http.demo__fail"), '"isError": true');
  const started = await call("http.demo__job", "value=it");
  const taskId = /[0-9a-f]{32}/.exec(started)?.[0];
  assert(taskId, started);
  assertStringIncludes(await call("http.builtin__bg_task_get", `taskId=${taskId}`), taskId);
});
