/**
 * What a parameter allows, in words: the second half of every message about a bad argument.
 *
 * @module
 */
import type { Parameter } from "../spec/types.ts";
import { count, quoteValue } from "./quote_value.ts";

/** Listed values that a message shows before it only counts the rest. */
const MAX_LISTED = 20;

/** What the value must be: `a number between 1 and 60`, `one of "a", "b"`, `an array of 1 to 3 strings`. */
export function allowedValue(parameter: Parameter): string {
  const { type, separator } = parameter;
  switch (type) {
    case "number":
    case "integer":
      if (parameter.enum !== undefined) return `one of ${listed(parameter.enum)}`;
      return `${type === "integer" ? "an integer" : "a number"}${
        numberRange(parameter.minimum, parameter.maximum)
      }`;
    case "boolean":
      return parameter.enum === undefined ? "true or false" : `one of ${listed(parameter.enum)}`;
    case "array":
      return `an array of strings${
        range(parameter.minItems, parameter.maxItems, "item", " with ")
      }`;
    case "string":
      if (separator === undefined) return allowedPart(parameter);
      return `a string${
        range(parameter.minLength, parameter.maxLength, "character", " of ")
      } with parts separated by ${quoteValue(separator)}`;
  }
}

/** What one text must be: a string, an item of an array, or a part of a string with a separator. */
export function allowedPart(parameter: Parameter): string {
  if (parameter.enum !== undefined) return `one of ${listed(parameter.enum)}`;
  // The lengths of a string with a separator are those of the whole.
  const length = parameter.separator === undefined
    ? range(parameter.minLength, parameter.maxLength, "character", " of ")
    : "";
  return `a string${length}${
    parameter.pattern === undefined
      ? ""
      : ` that as a whole matches ${quoteValue(parameter.pattern)}`
  }`;
}

/** Values in a row: `"a", "b", "c"`, at most twenty of them. */
export function listed(values: readonly (string | number | boolean)[]): string {
  const shown = values.slice(0, MAX_LISTED).map(quoteValue).join(", ");
  return values.length > MAX_LISTED ? `${shown} and ${values.length - MAX_LISTED} more` : shown;
}

function numberRange(minimum: number | undefined, maximum: number | undefined): string {
  if (minimum !== undefined && maximum !== undefined) return ` between ${minimum} and ${maximum}`;
  if (minimum !== undefined) return ` of at least ${minimum}`;
  return maximum === undefined ? "" : ` of at most ${maximum}`;
}

function range(
  min: number | undefined,
  max: number | undefined,
  noun: string,
  lead: string,
): string {
  if (min !== undefined && max !== undefined) {
    return `${lead}${min === max ? "" : `${min} to `}${count(max, noun)}`;
  }
  if (min !== undefined) return `${lead}at least ${count(min, noun)}`;
  return max === undefined ? "" : `${lead}at most ${count(max, noun)}`;
}
