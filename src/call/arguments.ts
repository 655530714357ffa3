/**
 * The check of a call's arguments, before anything is rendered or run.
 *
 * @module
 */
import type { Parameter } from "../spec/types.ts";
import { listed } from "./allowed.ts";
import { coerce } from "./coerce.ts";
import { faultPlaces, valueFaults } from "./faults.ts";
import { mustBeGiven, RESPONSE_MODE } from "../spec/input_schema.ts";
import { nearest } from "../spec/nearest.ts";
import { quoteValue } from "./quote_value.ts";
import { compileRules, type Rules } from "./rules.ts";
import type { ArgumentValues } from "./values.ts";

export type { ArgumentValue, ArgumentValues } from "./values.ts";

/** Faults that one message tells. */
const MAX_FAULTS = 20;

/** How the caller wants the result. */
export type ResponseMode = "content" | "structuredContent";

/** What the check found. `message` holds one sentence per fault and never a whole large value. */
export type CheckedArguments =
  | { ok: true; values: ArgumentValues; responseMode: ResponseMode; coerced: string[] }
  | { ok: false; message: string };

/** Whether the tool has the implicit parameter `__mcp_response_mode`. */
export interface ArgumentOptions {
  responseMode: boolean;
}

/**
 * Holds the arguments of calls against one tool's parameters.
 *
 * In this order: unknown names are refused, null and absence are the same and take the default,
 * values are coerced where their text leaves no doubt ({@linkcode coerce}), NUL and lone surrogates
 * are refused, and the rest is validated. Integers must be exact (at most 2^53 − 1 either way).
 *
 * `pattern` and `denyPattern` hold for the whole value, for arrays for each item. For a string with
 * a `separator`, `enum` and `pattern` hold for each part, `denyPattern` for each part and for the
 * whole, and the lengths for the whole. Parts are not trimmed.
 *
 * No Deno permission is needed.
 *
 * @example
 * ```ts
 * const checker = await ArgumentChecker.create(spec.parameters, { responseMode: true });
 * const checked = checker.check({ fps: "25" });
 * if (checked.ok) console.log(checked.values.fps); // 25
 * ```
 */
export class ArgumentChecker {
  readonly #parameters: readonly Parameter[];
  readonly #rules: Rules;

  private constructor(parameters: readonly Parameter[], rules: Rules) {
    this.#parameters = parameters;
    this.#rules = rules;
  }

  /**
   * Compiles the rules of one tool. The first use in a process also loads the validator.
   *
   * @throws {Error} For a pattern that the linear-time engine refuses.
   */
  static async create(
    parameters: readonly Parameter[],
    options: ArgumentOptions,
  ): Promise<ArgumentChecker> {
    const all = options.responseMode ? [...parameters, RESPONSE_MODE] : parameters;
    return new ArgumentChecker(all, await compileRules(all));
  }

  /** Checks the arguments of one call and tells its faults at once, up to twenty. Absent arguments are `{}`. */
  check(args: unknown): CheckedArguments {
    const given = args ?? {};
    if (typeof given !== "object" || Array.isArray(given)) {
      return {
        ok: false,
        message: `Invalid arguments: got ${quoteValue(given)}, but an object is needed`,
      };
    }
    const own = new Map(Object.entries(given));
    const entries = this.#parameters.map((parameter): Entry => {
      const raw: unknown = own.get(parameter.name) ?? undefined;
      return { parameter, given: raw, value: coerce(parameter.type, raw ?? parameter.default) };
    });
    const faults = [...this.#faults(own.keys(), entries).take(MAX_FAULTS + 1)];
    if (faults.length > 0) return { ok: false, message: faultMessage(faults) };

    const { [RESPONSE_MODE.name]: responseMode, ...values } = valuesOf(entries) as ArgumentValues;
    return {
      ok: true,
      values: copyArrays(values),
      responseMode: responseMode === "structuredContent" ? "structuredContent" : "content",
      coerced: entries.filter(wasCoerced).map(({ parameter }) => parameter.name),
    };
  }

  *#faults(names: Iterable<string>, entries: readonly Entry[]): Generator<string> {
    const known = this.#parameters.map((parameter) => parameter.name);
    for (const name of names) {
      if (!known.includes(name)) yield unknownName(name, known);
    }
    const { validate } = this.#rules;
    const places = faultPlaces(validate(valuesOf(entries)) ? [] : validate.errors ?? []);
    for (const { parameter, given, value } of entries) {
      if (value !== undefined) {
        yield* valueFaults(parameter, given ?? value, value, this.#rules, places);
      } else if (mustBeGiven(parameter)) {
        yield `${quoteValue(parameter.name)} is required, but was not given`;
      }
    }
  }
}

/** One parameter in one call; `given` and `value` are undefined when it is absent. */
interface Entry {
  parameter: Parameter;
  given: unknown;
  value: unknown;
}

function valuesOf(entries: readonly Entry[]): Record<string, unknown> {
  const present = entries.filter(({ value }) => value !== undefined);
  return Object.fromEntries(present.map(({ parameter, value }) => [parameter.name, value]));
}

function wasCoerced({ given, value }: Entry): boolean {
  return given !== undefined && !Object.is(given, value);
}

function unknownName(name: string, known: readonly string[]): string {
  const meant = nearest(name, known);
  if (meant !== undefined) {
    return `${quoteValue(name)} is no argument of this tool; did you mean ${quoteValue(meant)}?`;
  }
  const offered = known.length === 0 ? "it takes none" : `it takes ${listed(known)}`;
  return `${quoteValue(name)} is no argument of this tool; ${offered}`;
}

/** Arrays of the caller and of the spec's defaults must not change under, or by, the call. */
function copyArrays(values: ArgumentValues): ArgumentValues {
  return Object.fromEntries(
    Object.entries(values).map((
      [name, value],
    ) => [name, Array.isArray(value) ? [...value] : value]),
  );
}

/** One fault on the line of its own introduction, several as a list. */
function faultMessage(faults: readonly string[]): string {
  const [first] = faults;
  if (faults.length === 1) return `Invalid arguments: ${first}`;
  const told = faults.slice(0, MAX_FAULTS).map((fault) => `- ${fault}`);
  if (faults.length > MAX_FAULTS) told.push("- and more");
  return `Invalid arguments:\n${told.join("\n")}`;
}
