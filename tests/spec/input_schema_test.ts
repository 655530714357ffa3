import { assert, assertEquals } from "@std/assert";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { ArgumentChecker } from "../../src/call/arguments.ts";
import { inputSchema } from "../../src/spec/input_schema.ts";
import type { JsonObject, Parameter } from "../../src/spec/types.ts";
import { parameter } from "../call/_parameter.ts";

function property(fields: Partial<Parameter>): JsonObject {
  const schema = inputSchema([parameter(fields)], { responseMode: false });
  return (schema.properties as Record<string, JsonObject>).p ?? {};
}

Deno.test("inputSchema() of a tool without parameters refuses every name", () => {
  assertEquals(inputSchema([], { responseMode: false }), {
    type: "object",
    properties: {},
    additionalProperties: false,
  });
});

Deno.test("inputSchema() keeps the order of declaration and names what must be given", () => {
  const schema = inputSchema([
    parameter({ name: "z", required: true }),
    parameter({ name: "a", required: true, default: "x" }),
    parameter({ name: "m" }),
  ], { responseMode: false });
  assertEquals(Object.keys(schema.properties ?? {}), ["z", "a", "m"]);
  assertEquals(schema.required, ["z"]);
});

Deno.test("inputSchema() adds the response mode last and optional", () => {
  const schema = inputSchema([parameter()], { responseMode: true });
  assertEquals(Object.keys(schema.properties ?? {}), ["p", "__mcp_response_mode"]);
  assertEquals(schema.required, undefined);
  const mode = (schema.properties as Record<string, JsonObject>).__mcp_response_mode;
  assertEquals([mode?.type, mode?.enum, mode?.default], [
    "string",
    ["content", "structuredContent"],
    "content",
  ]);
});

const published: [string, Partial<Parameter>, JsonObject][] = [
  ["a string", {}, { type: "string", description: "A value." }],
  [
    "a number's bounds",
    { type: "integer", minimum: 0, maximum: 9, default: 0, enum: [0, 9] },
    { type: "integer", description: "A value.", default: 0, enum: [0, 9], minimum: 0, maximum: 9 },
  ],
  [
    "a string's bounds",
    { minLength: 0, maxLength: 9, pattern: "a|b" },
    { type: "string", description: "A value.", pattern: "^(?:a|b)$", minLength: 0, maxLength: 9 },
  ],
  ["a default of false", { type: "boolean", default: false }, {
    type: "boolean",
    description: "A value.",
    default: false,
  }],
  [
    "an array's bounds and those of its items",
    {
      type: "array",
      minItems: 0,
      maxItems: 2,
      maxLength: 3,
      pattern: "x+",
      enum: ["x"],
      default: ["x"],
    },
    {
      type: "array",
      description: "A value.",
      default: ["x"],
      minItems: 0,
      maxItems: 2,
      items: { type: "string", enum: ["x"], pattern: "^(?:x+)$", maxLength: 3 },
    },
  ],
  ["the pattern of each part", { separator: "|", pattern: "[a-z]" }, {
    type: "string",
    description: "A value.",
    pattern: "^(?:[a-z])(?:\\|(?:[a-z]))*$",
  }],
  ["the enum of each part", { separator: ",", enum: ["a.b", "c"] }, {
    type: "string",
    description: "A value.",
    pattern: "^(?:a\\.b|c)(?:,(?:a\\.b|c))*$",
  }],
  [
    "the pattern of parts with an enum in words",
    { separator: ",", enum: ["a", "b"], pattern: "a" },
    {
      type: "string",
      description: "A value. Each part must match a (RE2 syntax).",
      pattern: "^(?:a|b)(?:,(?:a|b))*$",
    },
  ],
  ["a denyPattern in words", { description: "A value", denyPattern: "-.*" }, {
    type: "string",
    description: "A value. The whole value must not match -.* (RE2 syntax).",
  }],
  ["a pattern that only RE2 reads in words", { type: "array", pattern: "(?i)[a-z]+" }, {
    type: "array",
    description: "A value. Each item must match (?i)[a-z]+ (RE2 syntax).",
    items: { type: "string" },
  }],
];

for (const [what, fields, expected] of published) {
  Deno.test(`inputSchema() publishes ${what}`, () => assertEquals(property(fields), expected));
}

Deno.test("inputSchema() publishes no pattern of parts that is anchored to the whole", () => {
  for (const pattern of ["^a$", "a$", "a\\b", "\\\\$"]) {
    assertEquals(property({ separator: ",", pattern }).pattern, undefined, pattern);
  }
  for (const pattern of ["[^,]+", "\\^\\$", "[$^]"]) {
    assertEquals(
      property({ separator: ",", pattern }).pattern,
      `^(?:${pattern})(?:,(?:${pattern}))*$`,
    );
  }
});

Deno.test("inputSchema() publishes no pattern that ECMA-262 reads differently or not at all", () => {
  for (
    const pattern of [
      "(?i)a",
      "(?i:a)",
      "(?<n>a)",
      "(?P<n>a)",
      "\\Aa\\z",
      "[[:alpha:]]+",
      "\\Qa\\E",
      "\\pN",
      "[]a]",
      "\\x{61}",
      "a\\_b",
    ]
  ) {
    assertEquals(property({ pattern }).pattern, undefined, pattern);
  }
  for (const pattern of ["\\(?a", "[\\w.-]+", "https?://[^/]+", "\\p{L}+", "(?:a|b)*"]) {
    assertEquals(property({ pattern }).pattern, `^(?:${pattern})$`);
  }
});

const text = fc.constantFrom("", "a", "b", "ab", "a,b", "b,,a", "1", "A");
const anyParameter: fc.Arbitrary<Partial<Parameter>> = fc.oneof(
  fc.record({
    type: fc.constantFrom("string" as const, "array" as const),
    pattern: fc.constantFrom("a|b", "[a-z]*", ".", "^a$"),
    enum: fc.constantFrom<string[]>(["a"], ["a", "b", "1"]),
    minLength: fc.nat(2),
    maxLength: fc.nat(3),
    minItems: fc.nat(2),
    separator: fc.constant(","),
    required: fc.boolean(),
  }, { requiredKeys: ["type"] }).map((p) => {
    // What the schema of parts says in words alone: an anchored pattern, a pattern besides an enum.
    const { separator, ...rest } = p;
    const inWords = p.pattern === "^a$" || (p.enum !== undefined && p.pattern !== undefined);
    return p.type === "array" || inWords || separator === undefined ? rest : p;
  }),
  fc.record({
    type: fc.constantFrom("number" as const, "integer" as const),
    minimum: fc.integer({ min: -2, max: 2 }),
    maximum: fc.integer({ min: -2, max: 2 }),
    enum: fc.constant<number[]>([0, 1, 2]),
  }, { requiredKeys: ["type"] }),
  fc.constant({ type: "boolean" as const }),
);

Deno.test("inputSchema() accepts what check() accepts uncoerced, and the other way round", async () => {
  const value = fc.oneof(
    text,
    fc.array(text, { maxLength: 3 }),
    fc.integer({ min: -3, max: 3 }),
    fc.boolean(),
  );
  await fc.assert(fc.asyncProperty(anyParameter, value, fc.boolean(), async (fields, p, other) => {
    const parameters = [parameter(fields)];
    const args = other ? { other: p } : { p };
    const byClient = new Ajv2020({ strict: false }).compile(
      inputSchema(parameters, { responseMode: true }),
    )(args);
    const checked = (await ArgumentChecker.create(parameters, { responseMode: true })).check(args);
    assertEquals(checked.ok && checked.coerced.length === 0, byClient);
  }));
});

Deno.test("inputSchema() is an object without alternatives at its root for any parameters", () => {
  fc.assert(fc.property(fc.array(anyParameter), fc.boolean(), (list, responseMode) => {
    const schema = inputSchema(list.map((fields, i) => parameter({ ...fields, name: `p${i}` })), {
      responseMode,
    });
    assertEquals(schema.type, "object");
    assertEquals(schema.additionalProperties, false);
    for (const key of Object.keys(schema)) {
      assert(["type", "properties", "required", "additionalProperties"].includes(key), key);
    }
  }));
});
