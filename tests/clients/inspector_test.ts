/**
 * The official Inspector's command line (`@modelcontextprotocol/inspector --cli`) as a client.
 *
 * @module
 */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { World } from "../_world.ts";

const INSPECTOR = "@modelcontextprotocol/inspector@0.22.0";
const CONFIG = new URL("../../deno.json", import.meta.url).pathname;

/** What `start` is called with, as a client's configuration would spell it. */
function server(world: World): string[] {
  return ["task", "--quiet", "--config", CONFIG, "start", ...world.options("--bundle", "shell")];
}

/** Runs the Inspector in the world's root; returns the JSON that it printed. */
async function inspect(world: World, ...args: string[]) {
  // npm takes its registry from the environment; our own variables would change the server.
  const env = Object.fromEntries(
    Object.entries(Deno.env.toObject()).filter(([name]) =>
      !/^SHELL_AS_MCP_|^LOG_LEVEL$/.test(name)
    ),
  );
  const { code, stdout, stderr } = await new Deno.Command("npx", {
    args: ["-y", INSPECTOR, "--cli", ...args],
    cwd: world.root,
    clearEnv: true,
    env: { ...env, NO_COLOR: "1" },
    stdin: "null",
  }).output();
  const text = new TextDecoder();
  assertEquals(code, 0, text.decode(stderr) + text.decode(stdout));
  return JSON.parse(text.decode(stdout));
}

Deno.test("start serves tools/list to the Inspector that spells out its command", async () => {
  await using world = await World.make();
  // What follows `--` goes to the server: `--config` before it would be the Inspector's own.
  const { tools } = await inspect(
    world,
    ...["--method", "tools/list", "--", Deno.execPath(), ...server(world)],
  );
  assertEquals(tools.map((t: { name: string }) => t.name), [
    "shell__healthz",
    "shell__run_script_echo",
  ]);
  const { inputSchema, annotations } = tools[1];
  assertEquals(inputSchema.required, ["value"]);
  assertEquals(inputSchema.properties.value.type, "string");
  assertEquals(annotations.readOnlyHint, true);
});

Deno.test("start serves tools/call to the Inspector that reads a configuration file", async () => {
  await using world = await World.make();
  const file = `${world.folder}/mcp.json`;
  await Deno.writeTextFile(
    file,
    JSON.stringify({ mcpServers: { mine: { command: Deno.execPath(), args: server(world) } } }),
  );
  const result = await inspect(
    world,
    ...["--config", file, "--server", "mine", "--method", "tools/call"],
    ...["--tool-name", "shell__run_script_echo", "--tool-arg", "value=hi"],
  );
  assertEquals(result.isError, false);
  assertEquals(result.content.length, 1);
  assertStringIncludes(result.content[0].text, "status: success\n");
  assertStringIncludes(result.content[0].text, "\nstdout:\nyaml-script:hi\n");
});
