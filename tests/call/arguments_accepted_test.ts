import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { ArgumentChecker, type CheckedArguments } from "../../src/call/arguments.ts";
import type { Parameter } from "../../src/spec/types.ts";
import { check } from "./_check.ts";
import { parameter } from "./_parameter.ts";

const accepted: [string, Partial<Parameter>, unknown, unknown, string[]][] = [
  ["an integer as text", { type: "integer" }, "12", 12, ["p"]],
  ["an integer as decimal text", { type: "integer" }, "12.0", 12, ["p"]],
  ["12.0 for an integer", { type: "integer" }, 12.0, 12, []],
  ["a negative number as text", { type: "number" }, "-1.5e2", -150, ["p"]],
  ["true as text", { type: "boolean" }, "true", true, ["p"]],
  ["false as text", { type: "boolean" }, "false", false, ["p"]],
  ["a boolean", { type: "boolean" }, false, false, []],
  ["an array as JSON text", { type: "array" }, '["a"]', ["a"], ["p"]],
  ["an empty array as JSON text", { type: "array" }, " [] ", [], ["p"]],
  ["an array", { type: "array" }, ["a", "b"], ["a", "b"], []],
  ["text of a number for a string", {}, "12", "12", []],
  ["an empty string", {}, "", "", []],
  ["text of 200 KB", {}, "x".repeat(200_000), "x".repeat(200_000), []],
  ["a value of an enum", { enum: ["a", "b"] }, "b", "b", []],
  ["a number of an enum as text", { type: "integer", enum: [1, 2] }, "2", 2, ["p"]],
  ["an item of an enum", { type: "array", enum: ["a", "b"] }, ["b"], ["b"], []],
  ["a whole match", { pattern: "[a-z]+" }, "abc", "abc", []],
  ["a part match of denyPattern", { denyPattern: "bad" }, "not bad", "not bad", []],
  ["code points as characters", { maxLength: 2 }, "😀😀", "😀😀", []],
  ["parts that match", { separator: ",", pattern: "[a-z]+" }, "en,ja", "en,ja", []],
  ["parts of an enum", { separator: ",", enum: ["srt", "ass"] }, "ass,srt", "ass,srt", []],
  ["the default for absence", { default: "d" }, undefined, "d", []],
  ["the default for null", { type: "integer", default: 3 }, null, 3, []],
  ["the default of a required parameter", { required: true, default: "d" }, undefined, "d", []],
];

for (const [what, fields, given, value, coerced] of accepted) {
  Deno.test(`check() accepts ${what}`, async () => {
    assertEquals(await check([parameter(fields)], { p: given }), {
      ok: true,
      values: { p: value },
      responseMode: "content",
      coerced,
    } as CheckedArguments);
  });
}

Deno.test("check() never changes a valid value", async () => {
  const all = await ArgumentChecker.create([
    parameter({ name: "s" }),
    parameter({ name: "n", type: "number" }),
    parameter({ name: "i", type: "integer" }),
    parameter({ name: "b", type: "boolean" }),
    parameter({ name: "a", type: "array" }),
  ], { responseMode: false });
  const text = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.constantFrom("12", "true", '["a"]', "null", "[]", "1e3"),
  ).filter((s) => !s.includes("\0"));
  const valid = fc.record({
    s: text,
    n: fc.double({ noNaN: true, noDefaultInfinity: true }),
    i: fc.maxSafeInteger(),
    b: fc.boolean(),
    a: fc.array(text),
  }, { requiredKeys: [] });
  fc.assert(fc.property(valid, (args) => {
    const checked = all.check(args);
    assert(checked.ok, checked.ok ? "" : checked.message);
    assertEquals(checked.coerced, []);
    assertEquals(checked.values, { ...args });
  }));
});

Deno.test("check() coerces the JSON text of any valid value to that value", async () => {
  const all = await ArgumentChecker.create([
    parameter({ name: "n", type: "number" }),
    parameter({ name: "i", type: "integer" }),
    parameter({ name: "b", type: "boolean" }),
    parameter({ name: "a", type: "array" }),
  ], { responseMode: false });
  const valid = fc.record({
    n: fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0),
    i: fc.maxSafeInteger(),
    b: fc.boolean(),
    a: fc.array(fc.string({ unit: "grapheme" }).filter((s) => !s.includes("\0"))),
  });
  fc.assert(fc.property(valid, (args) => {
    const texts = Object.fromEntries(
      Object.entries(args).map(([name, value]) => [name, JSON.stringify(value)]),
    );
    const checked = all.check(texts);
    assert(checked.ok, checked.ok ? "" : checked.message);
    assertEquals(checked.values, { ...args });
    assertEquals(checked.coerced, ["n", "i", "b", "a"]);
  }));
});

Deno.test("check() takes any JSON value without throwing", async () => {
  const checker = await ArgumentChecker.create([
    parameter({ separator: ",", pattern: "a*", denyPattern: "b*" }),
  ], { responseMode: false });
  fc.assert(fc.property(fc.jsonValue(), (value) => {
    checker.check(value);
    checker.check({ p: value });
  }));
});
