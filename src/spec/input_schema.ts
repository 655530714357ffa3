/**
 * The input schema that `tools/list` publishes for a tool.
 *
 * @module
 */
import type { Json, JsonObject, Parameter } from "./types.ts";
import { parameterSchema, type TextKeywords } from "./parameter_schema.ts";
import { escapePattern, publishedPattern } from "./portable_pattern.ts";

/** The implicit optional parameter of every native tool without an output schema. */
export const RESPONSE_MODE: Parameter = {
  name: "__mcp_response_mode",
  type: "string",
  description:
    "How the result comes back: as text (content) or as structured content (structuredContent).",
  required: false,
  relativeTo: [],
  enum: ["content", "structuredContent"],
  default: "content",
  allowDashPrefix: false,
};

/**
 * The JSON Schema 2020-12 of a tool's arguments: always an object that refuses unknown names, and
 * never `oneOf`, `anyOf` or `allOf` at its root, for which clients drop the tool.
 *
 * It accepts what the check accepts, but for what a schema cannot say or a client could not read:
 * `denyPattern` and patterns that only RE2 reads stand in the description, inexact integers, NUL and
 * lone surrogates are left to the check, and texts that it coerces (`"12"` for a number) go unsaid.
 *
 * Properties stand in declaration order. A parameter with a default is not `required`.
 */
export function inputSchema(
  parameters: readonly Parameter[],
  options: { responseMode: boolean },
): JsonObject {
  const all = options.responseMode ? [...parameters, RESPONSE_MODE] : parameters;
  const properties = Object.fromEntries(
    all.map((p): [string, Json] => [p.name, propertySchema(p)]),
  );
  const required = all.filter(mustBeGiven).map((p) => p.name);
  return {
    type: "object",
    properties,
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}

/** Whether a call that leaves the parameter out is refused: a default satisfies `required`. */
export function mustBeGiven(parameter: Parameter): boolean {
  return parameter.required && parameter.default === undefined;
}

function propertySchema(parameter: Parameter): JsonObject {
  const keywords = publishedKeywords(parameter);
  const enumOfParts = parameter.separator !== undefined && parameter.enum !== undefined;
  const { type, ...bounds } = parameterSchema(parameter, keywords);
  return {
    type: type ?? parameter.type,
    description: publishedDescription(parameter, keywords.pattern !== undefined && !enumOfParts),
    ...(parameter.default === undefined ? {} : { default: parameter.default }),
    ...bounds,
  };
}

function publishedKeywords(parameter: Parameter): TextKeywords {
  const { separator, pattern } = parameter;
  if (separator !== undefined && parameter.enum !== undefined) {
    const listed = publishedPattern(
      parameter.enum.map((value) => escapePattern(String(value))).join("|"),
      separator,
    );
    return listed === undefined ? {} : { pattern: listed };
  }
  const published = pattern === undefined ? undefined : publishedPattern(pattern, separator);
  return {
    ...(parameter.enum === undefined ? {} : { enum: parameter.enum }),
    ...(published === undefined ? {} : { pattern: published }),
  };
}

function publishedDescription(parameter: Parameter, hasPattern: boolean): string {
  const { pattern, denyPattern, separator, type } = parameter;
  const one = separator !== undefined
    ? "Each part"
    : type === "array"
    ? "Each item"
    : "The whole value";
  const notes: string[] = [];
  if (pattern !== undefined && !hasPattern) {
    notes.push(`${one} must match ${pattern} (RE2 syntax).`);
  }
  if (denyPattern !== undefined) notes.push(`${one} must not match ${denyPattern} (RE2 syntax).`);
  if (notes.length === 0) return parameter.description;
  const words = parameter.description.trimEnd();
  return `${words}${/[.!?]$/.test(words) ? "" : "."} ${notes.join(" ")}`;
}
