/**
 * The types that an input's values may have.
 *
 * @module
 */
import type { ParameterType } from "./types.ts";

/** Whether a value has the type; the items of an array are strings. */
export function hasType(value: unknown, type: ParameterType): boolean {
  switch (type) {
    case "integer":
      return Number.isSafeInteger(value);
    case "number":
      return Number.isFinite(value);
    case "array":
      return Array.isArray(value) && value.every((item) => typeof item === "string");
    case "boolean":
      return typeof value === "boolean";
    case "string":
      return typeof value === "string";
  }
}
