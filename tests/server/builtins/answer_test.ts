import { assertEquals, assertStringIncludes } from "@std/assert";
import { answerOf, type Builtin, faultOf } from "../../../src/server/builtins/builtin.ts";
import type { PlanTool } from "../../../src/plan/types.ts";
import { Registry } from "../../../src/server/registry.ts";
import { parameter } from "../../call/_parameter.ts";
import { plan, planTool } from "../../call/_plan_tool.ts";
import { World } from "../../_world.ts";

const SCHEMA = {
  type: "object",
  properties: { sum: { type: "integer" }, error: { type: "string" } },
};

/** What the tests' functions answer. */
const FUNCTIONS: Record<string, Builtin> = {
  add: (call) =>
    Promise.resolve(
      call.values["a"] === 13
        ? faultOf(call, "Thirteen is not added", { more: { sum: 0 } })
        : answerOf(call, { sum: Number(call.values["a"]) + Number(call.values["b"]) }),
    ),
  double: async (call) => {
    const { stdout } = await call.run({ text: `${call.values["text"]} ${call.caller}` });
    return answerOf(call, { said: stdout.text });
  },
  late: (call) => call.run(undefined, { timeoutMs: 100 }),
  start: async (call) => answerOf(call, { id: (await call.start()).id }),
  wait: (call) =>
    new Promise((resolve) => {
      call.signal.addEventListener("abort", () => resolve(faultOf(call, "Cancelled")));
      call.onProgress({ done: 1 });
    }),
};

/** A tool with a program, without a sandbox. */
function tool(builtin: string, fields: Partial<PlanTool> = {}): PlanTool {
  const { launcher: _, ...rest } = planTool({
    name: `demo__${builtin}`,
    specName: `demo__${builtin}`,
    builtin,
    direct: { program: "/bin/sh", words: ["-c", 'echo "$TEXT"; sleep "${FOR:-0}"'] },
    parameters: [parameter({ name: "text" })],
    env: {
      defaults: {},
      fromRuntime: {},
      static: {},
      fromParams: { TEXT: "text" },
      fixed: { PATH: "/usr/bin:/bin", ...(builtin === "late" && { FOR: "20" }) },
    },
    ...fields,
  });
  return rest;
}

Deno.test("functions of the server answer tools as programs do", async (t) => {
  await using world = await World.make();
  await Deno.mkdir(`${world.state}/spill`, { recursive: true });
  const integer = (name: string) => parameter({ name, type: "integer", required: true });
  const tools = [
    tool("add", {
      parameters: [integer("a"), integer("b")],
      outputSchema: SCHEMA,
      outputMode: "json",
      responseMode: false,
    }),
    tool("double"),
    tool("late"),
    tool("start", { taskMode: "async" }),
    tool("wait"),
    tool("missing", { hidden: true }),
  ];
  using registry = new Registry(
    plan({ stateFolder: world.state, tier: { name: "none", detail: "" }, tools }),
    {
      caller: "somebody",
      findBuiltin: (name) => Promise.resolve(FUNCTIONS[name]),
    },
  );

  await t.step("with their own JSON, on errors too", async () => {
    const good = await registry.call("demo__add", { a: 1, b: "2" });
    assertEquals([good.isError, good.structuredContent], [false, { sum: 3 }]);
    const bad = await registry.call("demo__add", { a: 13, b: 0 });
    const value = { error: "Thirteen is not added", sum: 0 };
    assertEquals([bad.isError, bad.structuredContent], [true, value]);
  });

  await t.step("after the check of their arguments", async () => {
    const { isError, content } = await registry.call("demo__add", { a: 1 });
    assertEquals(isError, true);
    assertStringIncludes(JSON.stringify(content), "is required, but was not given");
  });

  await t.step("and run the program beside them, with less time if they want", async () => {
    const { outcome } = await registry.run(registry.tool("demo__double"), { text: "hello" });
    assertEquals(JSON.parse(outcome.stdout.text), { said: "hello somebody" });
    const late = (await registry.run(registry.tool("demo__late"), { text: "x" })).outcome;
    assertEquals([late.timedOut, late.reason, late.stdout.text], [true, "timeout", "x"]);
    assertStringIncludes(late.message!, "after 100 ms");
  });

  await t.step("are cancelled", async () => {
    const abort = new AbortController();
    const { signal } = abort;
    const onProgress = () => abort.abort();
    const { outcome } = await registry.run(registry.tool("demo__wait"), {}, { signal, onProgress });
    assertEquals(outcome.message, "Cancelled");
    const before = await registry.run(registry.tool("demo__wait"), {}, { signal });
    assertEquals(before.outcome.reason, "cancelled");
  });

  await t.step("have faults and names that are told", async () => {
    const { outcome } = await registry.run(registry.tool("demo__start"), {});
    assertEquals(outcome.reason, "internal");
    const missing = await registry.run(registry.tool("demo__missing"), {});
    assertStringIncludes(missing.outcome.message!, 'no builtin "missing"');
  });

  await t.step("are no tasks, and hidden ones are not listed", () => {
    assertEquals(registry.tasks, undefined);
    assertEquals(registry.list().map((l) => l.name), [
      ...["demo__add", "demo__double", "demo__late", "demo__start", "demo__wait"],
    ]);
  });
});
