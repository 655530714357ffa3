import { assert, assertEquals, assertLess, assertMatch, assertStringIncludes } from "@std/assert";
import { ArgumentChecker } from "../../src/call/arguments.ts";
import { check, refusal } from "./_check.ts";
import { parameter } from "./_parameter.ts";

Deno.test("check() takes undefined and null for no arguments and nothing else for an object", async () => {
  for (const args of [undefined, null, {}]) {
    assertEquals(await check([parameter()], args), {
      ok: true,
      values: {},
      responseMode: "content",
      coerced: [],
    });
  }
  assertEquals(
    await refusal([], []),
    "Invalid arguments: got an array of 0 items, but an object is needed",
  );
  assertEquals(await refusal([], "{}"), 'Invalid arguments: got "{}", but an object is needed');
});

Deno.test("check() refuses unknown names and says what was meant", async () => {
  const known = [parameter({ name: "input_path" }), parameter({ name: "fps" })];
  const cases: [string, string][] = [
    ["inputPath", '"inputPath" is no argument of this tool; did you mean "input_path"?'],
    ["imput_path", '"imput_path" is no argument of this tool; did you mean "input_path"?'],
    ["F-P-S", '"F-P-S" is no argument of this tool; did you mean "fps"?'],
    ["verbose", '"verbose" is no argument of this tool; it takes "input_path", "fps"'],
    [
      "a\0\ud800",
      '"a\\u{0000}\\u{d800}" is no argument of this tool; it takes "input_path", "fps"',
    ],
    ["__proto__", '"__proto__" is no argument of this tool; it takes "input_path", "fps"'],
    ["constructor", '"constructor" is no argument of this tool; it takes "input_path", "fps"'],
  ];
  for (const [name, sentence] of cases) {
    const args = JSON.parse(`{${JSON.stringify(name)}: 1}`);
    assertEquals(await refusal(known, args), `Invalid arguments: ${sentence}`);
  }
  assertEquals(
    await refusal([], { x: 1 }),
    'Invalid arguments: "x" is no argument of this tool; it takes none',
  );
});

Deno.test("check() reads no inherited property as an argument", async () => {
  const checked = await check(
    [parameter({ name: "constructor" }), parameter({ name: "toString" })],
    {},
  );
  assertEquals(checked, { ok: true, values: {}, responseMode: "content", coerced: [] });
});

Deno.test("check() tells all faults, one a line", async () => {
  const parameters = [
    parameter({ name: "fps", type: "integer" }),
    parameter({ name: "size", pattern: "[0-9]+", minLength: 9 }),
    parameter({ name: "out", required: true }),
  ];
  assertEquals((await refusal(parameters, { fps: "x", size: "a", sizes: 1 })).split("\n"), [
    "Invalid arguments:",
    '- "sizes" is no argument of this tool; did you mean "size"?',
    '- "fps" is "x", but must be an integer',
    '- "size" is "a", but must be a string of at least 9 characters that as a whole matches "[0-9]+"',
    '- "out" is required, but was not given',
  ]);
});

Deno.test("check() never echoes much", async () => {
  const huge = "\u0007".repeat(200_000);
  const args: Record<string, unknown> = Object.fromEntries(
    Array.from({ length: 5000 }, (_, i) => [`${i}${huge.slice(0, 99)}`, 1]),
  );
  const message = await refusal([
    parameter({ type: "number" }),
    parameter({ name: "q", type: "array" }),
  ], {
    p: huge,
    q: Array(100_000).fill(1),
    ...args,
  });
  assertLess(message.length, 5000);
  assertEquals(message.split("\n").length, 22);
  assertMatch(message, /\n- and more$/);
});

Deno.test("check() keeps the patterns of several parameters apart", async () => {
  const parameters = [
    parameter({ name: "a", pattern: "[0-9]+" }),
    parameter({ name: "b", pattern: "[a-z]+" }),
  ];
  assert((await check(parameters, { a: "1", b: "x" })).ok);
  assertStringIncludes(await refusal(parameters, { a: "1", b: "1" }), '"b" is "1"');
});

Deno.test("check() matches a pattern that is exponential elsewhere", async () => {
  const slow = parameter({ pattern: "^(a+)+$" });
  assert((await check([slow], { p: "a".repeat(40) })).ok);
  assertStringIncludes(await refusal([slow], { p: `${"a".repeat(40)}!` }), "but must be");
});

Deno.test("create() refuses a pattern that needs more than linear time", async () => {
  for (
    const fields of [{ pattern: "(a)\\1" }, { denyPattern: "(?=a)" }, {
      separator: ",",
      pattern: "(?!a)",
    }]
  ) {
    const refused = await ArgumentChecker.create([parameter(fields)], { responseMode: false }).then(
      () => false,
      () => true,
    );
    assert(refused, JSON.stringify(fields));
  }
});

Deno.test("check() takes the response mode out of the values", async () => {
  const checker = await ArgumentChecker.create([parameter()], { responseMode: true });
  assertEquals(checker.check({ p: "x", __mcp_response_mode: "structuredContent" }), {
    ok: true,
    values: { p: "x" },
    responseMode: "structuredContent",
    coerced: [],
  });
  assertEquals(checker.check({ __mcp_response_mode: null }), {
    ok: true,
    values: {},
    responseMode: "content",
    coerced: [],
  });
  const wrong = checker.check({ __mcp_response_mode: "xml" });
  assert(!wrong.ok);
  assertStringIncludes(
    wrong.message,
    'is "xml", but must be one of "content", "structuredContent"',
  );
  assertStringIncludes(
    await refusal([parameter()], { __mcp_response_mode: "content" }),
    "is no argument of this tool",
  );
});

Deno.test("check() gives arrays of its own and leaves the arguments as they were", async () => {
  const given = { p: ["a"] };
  const defaults = ["d"];
  const list = parameter({ type: "array", default: defaults });
  const one = await check([list], given);
  const two = await check([list], {});
  assert(one.ok && two.ok);
  (one.values.p as string[]).push("b");
  (two.values.p as string[]).push("b");
  assertEquals([given.p, defaults], [["a"], ["d"]]);
});

Deno.test("arguments.ts loads neither the validator nor the regular expression engine before the first create()", async () => {
  const seen: string[] = [];
  const todo = [new URL("../../src/call/arguments.ts", import.meta.url).href];
  for (let url = todo.pop(); url !== undefined; url = todo.pop()) {
    if (seen.includes(url)) continue;
    seen.push(url);
    if (!url.startsWith("file:")) continue;
    const source = await Deno.readTextFile(new URL(url));
    for (
      const [, types, name] of source.matchAll(/^(?:import|export) (type )?[^;]*?from "([^"]+)";/gm)
    ) {
      if (types === undefined) {
        todo.push(name?.startsWith(".") ? new URL(name, url).href : name ?? "");
      }
    }
  }
  assertEquals(
    seen.filter((url) => !url.startsWith("file:") || url.endsWith("/spec/pattern.ts")),
    [],
  );
  assert(seen.some((url) => url.endsWith("/rules.ts")), "the walk follows imports");
});
