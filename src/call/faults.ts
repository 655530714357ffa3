/**
 * What is wrong with one argument, in sentences.
 *
 * @module
 */
import type { ErrorObject } from "ajv/dist/2020.js";
import type { Parameter } from "../spec/types.ts";
import { allowedPart, allowedValue } from "./allowed.ts";
import { quoteValue } from "./quote_value.ts";
import type { Pattern, Rules } from "./rules.ts";
import { splitParts } from "./values.ts";

/** Where the validator found faults: by parameter, the items of it, or `whole` for the value itself. */
export type FaultPlaces = ReadonlyMap<string, ReadonlySet<number | "whole">>;

/** The places that the validator's errors name (RFC 6901 pointers of one or two steps). */
export function faultPlaces(errors: readonly ErrorObject[]): FaultPlaces {
  const places = new Map<string, Set<number | "whole">>();
  for (const { instancePath } of errors) {
    const [name = "", item] = instancePath.slice(1).split("/").map(unescapeStep);
    const found = places.get(name) ?? new Set();
    found.add(item === undefined ? "whole" : Number(item));
    places.set(name, found);
  }
  return places;
}

/**
 * The faults of one value, each a sentence that names the argument, shows what was `given`, and
 * says what is allowed. `value` is the same after coercion. A value may have a million faults:
 * they are made one by one, so that a caller who has read enough pays for no more.
 */
export function* valueFaults(
  parameter: Parameter,
  given: unknown,
  value: unknown,
  rules: Rules,
  places: FaultPlaces,
): Generator<string> {
  const { type, separator } = parameter;
  const name = quoteValue(parameter.name);
  const broken = places.get(parameter.name);
  const mustBe = broken?.has("whole") ? allowedValue(parameter) : undefined;
  const denied = rules.denied.get(parameter.name);

  if (typeof value === "string" && type === "string") {
    const whole = textFault(`${name} is`, value, mustBe, parameter, denied);
    if (whole !== undefined) yield whole;
    else if (separator !== undefined) {
      yield* partFaults(splitParts(value, separator), parameter, rules);
    }
  } else if (mustBe !== undefined) {
    yield `${name} is ${quoteValue(given)}, but must be ${mustBe}`;
  } else if (type === "integer" && !Number.isSafeInteger(value)) {
    yield `${name} is ${
      quoteValue(given)
    }, but must be an integer between ${Number.MIN_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}`;
  } else if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) {
      const itemMustBe = broken?.has(i) ? allowedPart(parameter) : undefined;
      const fault = textFault(`Item ${i + 1} of ${name} is`, item, itemMustBe, parameter, denied);
      if (fault !== undefined) yield fault;
    }
  }
}

function* partFaults(
  parts: readonly string[],
  parameter: Parameter,
  rules: Rules,
): Generator<string> {
  const pattern = rules.parts.get(parameter.name);
  const denied = rules.denied.get(parameter.name);
  for (const [i, part] of parts.entries()) {
    const good = (parameter.enum?.includes(part) ?? true) && (pattern?.test(part) ?? true);
    const mustBe = good ? undefined : allowedPart(parameter);
    const fault = textFault(
      `Part ${i + 1} of ${quoteValue(parameter.name)} is`,
      part,
      mustBe,
      parameter,
      denied,
    );
    if (fault !== undefined) yield fault;
  }
}

/** `mustBe` is what is allowed, when the text breaks a rule other than `denyPattern`. */
function textFault(
  lead: string,
  text: unknown,
  mustBe: string | undefined,
  parameter: Parameter,
  denied: Pattern | undefined,
): string | undefined {
  const shown = `${lead} ${quoteValue(text)}, but must`;
  if (typeof text === "string") {
    // No argument, variable or UTF-8 text can carry these two (execve(2); Unicode 15, D76).
    if (text.includes("\0")) return `${shown} not contain a NUL character (U+0000)`;
    if (!text.isWellFormed()) return `${shown} not contain a lone surrogate (U+D800 to U+DFFF)`;
  }
  if (mustBe !== undefined) return `${shown} be ${mustBe}`;
  if (typeof text === "string" && denied?.test(text)) {
    return `${shown} not match ${quoteValue(parameter.denyPattern)}`;
  }
  return undefined;
}

function unescapeStep(step: string): string {
  return step.replaceAll("~1", "/").replaceAll("~0", "~");
}
