/**
 * Whether the default of an input satisfies the input's own constraints.
 *
 * @module
 */
import type { Constraints } from "./constraints.ts";
import { quote } from "./describe.ts";
import { compilePattern } from "./pattern.ts";
import type { ParameterType } from "./types.ts";
import { hasType } from "./value_type.ts";

/** What a default breaks, to follow `The default "x" `; undefined when it breaks nothing. */
export function defaultFault(
  value: unknown,
  type: ParameterType,
  constraints: Constraints,
  separator: string | undefined,
): string | undefined {
  if (!hasType(value, type)) return `is not of the type "${type}"`;
  if (Array.isArray(value)) {
    return rangeFault(value.length, constraints.minItems, constraints.maxItems, " items") ??
      firstFault(value, (item) => textFault(item, constraints) ?? lengthFault(item, constraints));
  }
  if (typeof value === "number") {
    return rangeFault(value, constraints.minimum, constraints.maximum, "") ??
      enumFault(value, constraints);
  }
  if (typeof value !== "string") return enumFault(value, constraints);
  const parts = separator === undefined ? [value] : value.split(separator);
  return lengthFault(value, constraints) ??
    firstFault(parts, (part) => textFault(part, constraints));
}

function textFault(text: string, constraints: Constraints): string | undefined {
  const { pattern, denyPattern } = constraints;
  if (pattern !== undefined && !compilePattern(pattern).test(text)) {
    return `does not match the pattern ${quote(pattern)}`;
  }
  if (denyPattern !== undefined && compilePattern(denyPattern).test(text)) {
    return `matches the denied pattern ${quote(denyPattern)}`;
  }
  return enumFault(text, constraints);
}

/** Lengths count Unicode characters, as in JSON Schema 2020-12 validation, section 6.3. */
function lengthFault(text: string, constraints: Constraints): string | undefined {
  return rangeFault([...text].length, constraints.minLength, constraints.maxLength, " characters");
}

function enumFault(value: unknown, constraints: Constraints): string | undefined {
  const known = constraints.enum === undefined || constraints.enum.some((item) => item === value);
  return known ? undefined : `is not in "enum"`;
}

function rangeFault(
  value: number,
  low: number | undefined,
  high: number | undefined,
  unit: string,
): string | undefined {
  if (low !== undefined && value < low) return `is below the minimum of "${low}"${unit}`;
  if (high !== undefined && value > high) return `is above the maximum of "${high}"${unit}`;
  return undefined;
}

function firstFault(
  texts: readonly string[],
  fault: (text: string) => string | undefined,
): string | undefined {
  for (const text of texts) {
    const found = fault(text);
    if (found !== undefined) return found;
  }
  return undefined;
}
