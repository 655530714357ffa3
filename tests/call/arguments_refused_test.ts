import { assertStringIncludes } from "@std/assert";
import type { Parameter } from "../../src/spec/types.ts";
import { refusal } from "./_check.ts";
import { parameter } from "./_parameter.ts";

const refused: [string, Partial<Parameter>, unknown, string][] = [
  [
    "text for a number",
    { type: "number", minimum: 1, maximum: 60 },
    "abc",
    '"p" is "abc", but must be a number between 1 and 60',
  ],
  [
    "text that begins as a number",
    { type: "integer" },
    "12abc",
    '"p" is "12abc", but must be an integer',
  ],
  ["a number with spaces", { type: "integer" }, " 12", '"p" is " 12", but must be an integer'],
  ["an empty text for a number", { type: "number" }, "", '"p" is "", but must be a number'],
  ["a hexadecimal number", { type: "integer" }, "0x10", '"p" is "0x10", but must be an integer'],
  [
    "a number with a leading zero",
    { type: "integer" },
    "012",
    '"p" is "012", but must be an integer',
  ],
  ["a fraction for an integer", { type: "integer" }, 1.5, '"p" is 1.5, but must be an integer'],
  ["a boolean for an integer", { type: "integer" }, true, '"p" is true, but must be an integer'],
  [
    "a number beyond all numbers",
    { type: "number" },
    "1e999",
    '"p" is "1e999", but must be a number',
  ],
  [
    "an integer that is not exact",
    { type: "integer" },
    "9007199254740993",
    '"p" is "9007199254740993", but must be an integer between -9007199254740991 and 9007199254740991',
  ],
  [
    "a number below the minimum",
    { type: "number", minimum: 1 },
    "0",
    '"p" is "0", but must be a number of at least 1',
  ],
  [
    "a number above the maximum",
    { type: "number", maximum: 1 },
    2,
    '"p" is 2, but must be a number of at most 1',
  ],
  ["1 for a boolean", { type: "boolean" }, 1, '"p" is 1, but must be true or false'],
  ["TRUE for a boolean", { type: "boolean" }, "TRUE", '"p" is "TRUE", but must be true or false'],
  ["a number for a string", {}, 3.1, '"p" is 3.1, but must be a string'],
  ["an object for a string", {}, { a: 1 }, '"p" is an object, but must be a string'],
  ["an array for a string", {}, ["a"], '"p" is an array of 1 item, but must be a string'],
  [
    "a single string for an array",
    { type: "array" },
    "a",
    '"p" is "a", but must be an array of strings',
  ],
  [
    "JSON text of numbers for an array",
    { type: "array" },
    "[1]",
    '"p" is "[1]", but must be an array of strings',
  ],
  [
    "broken JSON text for an array",
    { type: "array" },
    '["a"',
    '"p" is "[\\"a\\"", but must be an array of strings',
  ],
  [
    "an item that is no string",
    { type: "array" },
    ["a", 1],
    'Item 2 of "p" is 1, but must be a string',
  ],
  [
    "too few items",
    { type: "array", minItems: 2, maxItems: 3 },
    ["a"],
    '"p" is an array of 1 item, but must be an array of strings with 2 to 3 items',
  ],
  [
    "a value outside its enum",
    { enum: ["a", "b"] },
    "c",
    '"p" is "c", but must be one of "a", "b"',
  ],
  [
    "true for 1 of an enum",
    { type: "integer", enum: [1] },
    true,
    '"p" is true, but must be one of 1',
  ],
  [
    "an item outside the enum",
    { type: "array", enum: ["a"] },
    ["a", "b"],
    'Item 2 of "p" is "b", but must be one of "a"',
  ],
  [
    "a short text",
    { minLength: 2 },
    "a",
    '"p" is "a", but must be a string of at least 2 characters',
  ],
  [
    "a part match",
    { pattern: "[a-z]+" },
    "a1",
    '"p" is "a1", but must be a string that as a whole matches "[a-z]+"',
  ],
  [
    "a line break after a match",
    { pattern: "[a-z]+" },
    "a\n",
    '"p" is "a\\u{000a}", but must be a string that as a whole',
  ],
  ["one branch of a pattern", { pattern: "a|b" }, "ax", '"p" is "ax", but must be'],
  [
    "a whole match of denyPattern",
    { denyPattern: ".*bad" },
    "so bad",
    '"p" is "so bad", but must not match ".*bad"',
  ],
  [
    "a denied item",
    { type: "array", denyPattern: "-.*" },
    ["a", "-x"],
    'Item 2 of "p" is "-x", but must not match "-.*"',
  ],
  [
    "a part outside the pattern",
    { separator: ",", pattern: "[a-z]+" },
    "en,J",
    'Part 2 of "p" is "J", but must be a string',
  ],
  [
    "a part with a space",
    { separator: ",", pattern: "[a-z]+" },
    "en, ja",
    'Part 2 of "p" is " ja", but must be a string',
  ],
  [
    "an empty part",
    { separator: ",", pattern: "[a-z]+" },
    "en,",
    'Part 2 of "p" is "", but must be a string',
  ],
  [
    "a part outside the enum",
    { separator: ",", enum: ["a"] },
    "a,b",
    'Part 2 of "p" is "b", but must be one of "a"',
  ],
  [
    "a denied part",
    { separator: ",", denyPattern: "-.*" },
    "a,-x",
    'Part 2 of "p" is "-x", but must not match',
  ],
  [
    "a denied whole of parts",
    { separator: ",", denyPattern: "a,b" },
    "a,b",
    '"p" is "a,b", but must not match "a,b"',
  ],
  [
    "a long whole of parts",
    { separator: ",", maxLength: 3 },
    "a,bc",
    '"p" is "a,bc", but must be a string of at most 3 characters with parts separated by ","',
  ],
  ["NUL", {}, "a\0b", '"p" is "a\\u{0000}b", but must not contain a NUL character (U+0000)'],
  [
    "NUL in an item",
    { type: "array" },
    ["\0"],
    'Item 1 of "p" is "\\u{0000}", but must not contain a NUL',
  ],
  [
    "NUL in JSON text",
    { type: "array" },
    '["\\u0000"]',
    'Item 1 of "p" is "\\u{0000}", but must not contain a NUL',
  ],
  [
    "a lone surrogate",
    {},
    "a\ud800",
    '"p" is "a\\u{d800}", but must not contain a lone surrogate (U+D800 to U+DFFF)',
  ],
  [
    "a lone surrogate in an item",
    { type: "array" },
    ["\udfff"],
    'Item 1 of "p" is "\\u{dfff}", but must not contain a lone',
  ],
  ["null for a required parameter", { required: true }, null, '"p" is required, but was not given'],
  [
    "absence of a required parameter",
    { required: true },
    undefined,
    '"p" is required, but was not given',
  ],
];

for (const [what, fields, given, sentence] of refused) {
  Deno.test(`check() refuses ${what}`, async () => {
    assertStringIncludes(
      await refusal([parameter(fields)], { p: given }),
      `Invalid arguments: ${sentence}`,
    );
  });
}
