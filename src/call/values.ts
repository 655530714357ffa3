/**
 * The values of one call, and how each becomes text. No Deno permission is needed.
 *
 * @module
 */

/** One checked value. */
export type ArgumentValue = string | number | boolean | string[];

/** The values of one call by parameter name: what was given or defaulted, and nothing else. */
export type ArgumentValues = Record<string, ArgumentValue>;

/**
 * The text that a value has in argv, in a variable and on stdin.
 *
 * Booleans are `true` and `false`, arrays are JSON text, strings are as they are. Numbers are
 * plain decimals without an exponent, because many programs read `1e-7` as 1.
 *
 * @throws {TypeError} For a number that is not finite.
 */
export function valueText(value: ArgumentValue): string {
  if (typeof value === "number") return numberText(value);
  return Array.isArray(value) ? JSON.stringify(value) : String(value);
}

/** The parts of a string that holds several values: exactly what stands between the separators, spaces included. */
export function splitParts(value: string, separator: string): string[] {
  return value.split(separator);
}

function numberText(value: number): string {
  if (!Number.isFinite(value)) {
    throw new TypeError(`Cannot write the number "${value}" as text: pass a finite number`);
  }
  if (Number.isInteger(value)) return BigInt(value).toString();
  const [mantissa = "", exponent] = String(value).split("e");
  if (exponent === undefined) return mantissa;
  // Only fractions below 1e-6 get here, so the exponent is negative (ECMA-262, Number::toString).
  const sign = mantissa.startsWith("-") ? "-" : "";
  const digits = mantissa.replace(/[-.]/g, "");
  return `${sign}0.${"0".repeat(-Number(exponent) - 1)}${digits}`;
}
