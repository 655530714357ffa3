import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import type { PlanTool } from "../../src/plan/types.ts";
import { Registry, UnknownToolError } from "../../src/server/registry.ts";
import { parameter } from "../call/_parameter.ts";
import { plan, planTool } from "../call/_plan_tool.ts";
import { World } from "../_world.ts";

const STRUCTURED = { __mcp_response_mode: "structuredContent" };

/** A tool that prints its variables, without a sandbox. */
function printer(fields: Partial<PlanTool> = {}): PlanTool {
  const { launcher: _, ...tool } = planTool({
    parameters: [parameter({ name: "text" })],
    direct: { program: "/usr/bin/env", words: [] },
    ...fields,
  });
  return tool;
}

/** A registry over a state folder of its own, without a sandbox. */
async function registryOf(world: World, tools: PlanTool[], withheld?: Map<string, string>) {
  await Deno.mkdir(`${world.state}/spill`, { recursive: true });
  const tier = { name: "none", detail: "" } as const;
  return new Registry(plan({ stateFolder: world.state, tier, tools }), {
    ...(withheld && { withheld }),
    env: (name) => name === "GIVEN" ? "given" : undefined,
  });
}

Deno.test("Registry.list() offers what can be served, with its title in both places", async () => {
  await using world = await World.make();
  const tools = [
    printer({ name: "a__one", title: "One" }),
    printer({ name: "a__two", outputSchema: { type: "object" } }),
    printer({ name: "a__three" }),
  ];
  using registry = await registryOf(world, tools, new Map([["a__three", "The flag is missing"]]));
  const listed = registry.list();
  assertEquals(listed.map((t) => t.name), ["a__one", "a__two"]);
  assertEquals([listed[0]!.title, listed[0]!.annotations.title], ["One", "One"]);
  assertEquals("title" in listed[1]!, false);
  assertEquals(listed[1]!.outputSchema, { type: "object" });
  const told = await registry.call("a__three", STRUCTURED);
  assertEquals([told.structuredContent?.reason, told.isError], ["policy", true]);
  assertEquals(told.structuredContent?.message, "The flag is missing");
});

Deno.test("Registry.tool() throws for a name that no tool has, shown short", async () => {
  await using world = await World.make();
  using registry = await registryOf(world, [printer()]);
  assertThrows(() => registry.tool("toString"), UnknownToolError, 'Unknown tool: "toString"');
  const error = assertThrows(() => registry.tool("x".repeat(5000)), UnknownToolError);
  assert(error.message.length < 120);
});

Deno.test("Registry.call() runs the tool with the declared variables and nothing else", async () => {
  await using world = await World.make();
  const env = {
    defaults: {},
    fromRuntime: { SEEN: ["UNSET", "GIVEN"] },
    static: {},
    fromParams: { TEXT: "text" },
    fixed: { A: "1" },
  };
  using registry = await registryOf(world, [printer({ env })]);
  const result = await registry.call("demo__run", { text: "a b\nc", ...STRUCTURED });
  assertEquals(result.isError, false);
  assertEquals(String(result.structuredContent?.stdout).split("\n").sort(), [
    "A=1",
    "SEEN=given",
    "TEXT=a b",
    "c",
  ]);
  assertEquals(result.structuredContent?.sandbox, "none");
});

Deno.test("Registry.call() puts every fault of a call into its result", async () => {
  await using world = await World.make();
  const gone = { program: "/no/such/program", words: [] };
  const broken = parameter({ name: "p", pattern: "(" });
  const tools = [
    printer({ name: "a__gone", direct: gone }),
    printer({ name: "a__pattern", parameters: [broken] }),
    printer({ name: "a__off", unavailable: { reason: "spawn", message: "Not installed" } }),
    printer({
      name: "a__false",
      direct: { program: "/usr/bin/false", words: [] },
      hints: ["Hint"],
    }),
  ];
  using registry = await registryOf(world, tools);
  const record = async (name: string, args: unknown = STRUCTURED) =>
    (await registry.call(name, args)).structuredContent!;
  assertEquals((await record("a__gone")).reason, "spawn");
  assertEquals((await record("a__pattern")).reason, "internal");
  const off = await record("a__off");
  assertEquals([off.reason, off.message], ["spawn", "Not installed"]);
  const failed = await record("a__false");
  assertEquals([failed.reason, failed.exit_code, failed.message], ["exit", 1, "Hint"]);
  const wrong = await record("a__false", { ...STRUCTURED, nope: 1 });
  assertEquals(wrong.reason, "input");
  const aborted = await registry.call("a__false", STRUCTURED, { signal: AbortSignal.abort() });
  assertEquals(aborted.structuredContent?.reason, "cancelled");
  // Arguments that are no object at all have no mode to ask for.
  for (const args of [[], "x", 5]) {
    const { content, structuredContent } = await registry.call("a__false", args);
    assertEquals(structuredContent, undefined);
    assert(content[0]?.type === "text");
    assertStringIncludes(content[0].text, "reason: input");
  }
});

Deno.test("Registry.adopt(): a person's yes is for the tools of then, and void once those are gone", async () => {
  await using world = await World.make();
  const tool = printer({ confirm: "human", outputMode: "text" });
  using registry = await registryOf(world, [tool]);
  const next = (title: string) =>
    registry.adopt({ ...registry.plan, tools: [{ ...tool, title }] }, new Map());
  const yesAfter = (times: number) => () => {
    for (let i = 0; i < times; i++) next(`Plan ${i}`);
    return Promise.resolve(true);
  };
  const once = await registry.call(tool.name, STRUCTURED, { ask: yesAfter(1) });
  assertEquals(once.isError, false);
  const twice = await registry.call(tool.name, STRUCTURED, { ask: yesAfter(2) });
  assertEquals([twice.structuredContent?.reason, twice.isError], ["policy", true]);
  assertStringIncludes(String(twice.structuredContent?.message), "loaded anew");
  assertEquals(registry.list()[0]!.title, "Plan 1");
});
