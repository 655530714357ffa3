import { assert, assertEquals } from "@std/assert";
import { checkChain, FIRST_LINK } from "../../src/audit/record.ts";
import { Client } from "../_client.ts";
import { World } from "../_world.ts";

Deno.test("every call leaves one line in the audit log, and no argument or secret in it", async () => {
  await using world = await World.make();
  await world.bundle("a", {
    permissions: { run: ["bash"], env: ["TOKEN_OF_TEST"] },
    tools: {
      a__say: {
        script: 'echo "$TOOL_VALUE $TOOL_TOKEN"; exit "${TOOL_CODE:-0}"',
        properties: { value: { type: "string" }, code: { type: "integer" } },
        execution: {
          env: {
            fromParams: { TOOL_VALUE: "value", TOOL_CODE: "code" },
            fromRuntime: { TOOL_TOKEN: ["TOKEN_OF_TEST"] },
          },
        },
      },
    },
  });
  await using client = await Client.start({
    args: world.options("--bundle", "a"),
    env: { TOKEN_OF_TEST: "secret-of-the-environment" },
  });
  const one = await client.call("a__say", { value: "secret-argument" });
  assertEquals(one.stdout, "secret-argument secret-of-the-environment");
  await client.call("a__say", { value: "x", code: 3 });
  await client.call("a__say", { nonsense: true });
  const text = await Deno.readTextFile(`${world.state}/state/audit/audit.jsonl`);
  assert(!text.includes("secret-"), text);
  const chain = await checkChain(text, FIRST_LINK);
  assertEquals([chain.lines, chain.fault], [3, undefined]);
  const lines = text.trimEnd().split("\n").map((l) => JSON.parse(l));
  assertEquals(lines.map((l) => [l.caller, l.tool, l.status, l.reason, l.exit_code, l.sandbox]), [
    ["stdio", "a__say", "success", "exit", 0, "bwrap"],
    ["stdio", "a__say", "error", "exit", 3, "bwrap"],
    ["stdio", "a__say", "error", "input", -1, "bwrap"],
  ]);
  assertEquals(lines[0].grants_sha256, lines[1].grants_sha256);
  assert(lines[0].arguments_sha256 !== lines[1].arguments_sha256);
});
