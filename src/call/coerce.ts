/**
 * What models send in the wrong JSON type, and what it plainly means.
 *
 * @module
 */
import type { ParameterType } from "../spec/types.ts";

/** A number as JSON writes it (RFC 8259, section 6), with nothing around it. */
const JSON_NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

/**
 * The value in the declared type where the text leaves no doubt, else the value as it came.
 *
 * - number and integer: a string that is a JSON number (`"12"`, `"12.0"`), read as JSON reads it;
 * - boolean: exactly `"true"` or `"false"`;
 * - array: a string that is JSON text of an array of strings; a single string is never wrapped.
 *
 * A string parameter takes strings only: the JSON number 3.10 is 3.1 by the time it arrives,
 * and no text can be made of it that is sure to be the one meant.
 *
 * A value that already has the declared type is returned unchanged. Nothing is validated.
 */
export function coerce(type: ParameterType, value: unknown): unknown {
  if (typeof value !== "string") return value;
  switch (type) {
    case "number":
    case "integer":
      return JSON_NUMBER.test(value) ? Number(value) : value;
    case "boolean":
      return value === "true" ? true : value === "false" ? false : value;
    case "array":
      return stringArray(value) ?? value;
    case "string":
      return value;
  }
}

function stringArray(text: string): string[] | undefined {
  if (!text.trimStart().startsWith("[")) return undefined;
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) && parsed.every((item) => typeof item === "string")
      ? parsed
      : undefined;
  } catch {
    return undefined;
  }
}
