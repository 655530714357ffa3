/**
 * The least that an MCP server can be: lines in, lines out, and one tool that starts `true`. No
 * SDK, no check, no limit. What nothing can be faster than.
 *
 * @module
 */
const encoder = new TextEncoder();

async function answer(method: string): Promise<unknown> {
  if (method === "initialize") {
    return {
      protocolVersion: "2025-11-25",
      capabilities: { tools: {} },
      serverInfo: { name: "floor", version: "1" },
    };
  }
  if (method === "tools/list") {
    return { tools: [{ name: "nothing", inputSchema: { type: "object", properties: {} } }] };
  }
  await new Deno.Command("/usr/bin/true", { stdin: "null", clearEnv: true }).output();
  return { content: [] };
}

async function handle(line: string) {
  const { id, method } = JSON.parse(line);
  if (id === undefined) return;
  const message = { jsonrpc: "2.0", id, result: await answer(method) };
  await Deno.stdout.write(encoder.encode(JSON.stringify(message) + "\n"));
}

let rest = "";
for await (const text of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + text).split("\n");
  rest = lines.pop()!;
  for (const line of lines) void handle(line);
}
