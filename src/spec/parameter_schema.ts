/**
 * The JSON Schema of one parameter, without the words for people.
 *
 * @module
 */
import type { Json, JsonObject, Parameter } from "./types.ts";

/** The keywords that differ between the schema that is published and the one that is checked. */
export interface TextKeywords {
  pattern?: string;
  enum?: (string | number | boolean)[];
}

/**
 * The type and bounds of a parameter. For an array, `keywords` and the lengths hold for each
 * item; for any other type they hold for the value.
 */
export function parameterSchema(parameter: Parameter, keywords: TextKeywords): JsonObject {
  const { type, minimum, maximum, minLength, maxLength, minItems, maxItems } = parameter;
  if (type === "array") {
    const items = defined({ type: "string", ...keywords, minLength, maxLength });
    return { type, ...defined({ minItems, maxItems }), items };
  }
  return { type, ...defined({ ...keywords, minimum, maximum, minLength, maxLength }) };
}

function defined(entries: Record<string, Json | undefined>): JsonObject {
  const kept: JsonObject = {};
  for (const [key, value] of Object.entries(entries)) {
    if (value !== undefined) kept[key] = value;
  }
  return kept;
}
