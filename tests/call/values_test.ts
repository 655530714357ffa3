import { assertEquals, assertMatch, assertStrictEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { type ArgumentValue, splitParts, valueText } from "../../src/call/values.ts";

const texts: [ArgumentValue, string][] = [
  [true, "true"],
  [false, "false"],
  ["", ""],
  ['a "b"', 'a "b"'],
  [[], "[]"],
  [["a", 'b"', "ü"], '["a","b\\"","ü"]'],
  [12, "12"],
  [-0, "0"],
  [0.5, "0.5"],
  [-1.25, "-1.25"],
  [Number.MAX_SAFE_INTEGER, "9007199254740991"],
  [1e21, "1000000000000000000000"],
  [-1e21, "-1000000000000000000000"],
  [1e-7, "0.0000001"],
  [-1.5e-10, "-0.00000000015"],
];

for (const [value, text] of texts) {
  Deno.test(`valueText() writes ${JSON.stringify(value)} as ${text}`, () =>
    assertStrictEquals(valueText(value), text));
}

Deno.test("valueText() writes every finite number as a plain decimal of the same value", () => {
  fc.assert(fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
    const text = valueText(value);
    assertMatch(text, /^-?[0-9]+(\.[0-9]+)?$/);
    assertStrictEquals(Number(text), value + 0);
  }));
  assertStrictEquals(Number(valueText(Number.MIN_VALUE)), Number.MIN_VALUE);
  assertStrictEquals(Number(valueText(Number.MAX_VALUE)), Number.MAX_VALUE);
});

Deno.test("valueText() throws for a number that is not finite", () => {
  for (const value of [NaN, Infinity, -Infinity]) {
    assertThrows(() => valueText(value), TypeError, `"${value}"`);
  }
});

Deno.test("splitParts() keeps spaces and empty parts", () => {
  assertEquals(splitParts("a, b,,", ","), ["a", " b", "", ""]);
  assertEquals(splitParts("", ","), [""]);
});
