/**
 * Types of the `@std/*` names that `deno.json` maps to npm, whose package carries none.
 *
 * Only what this project uses is declared. They are keyed by the mapped name, so that
 * a switch of the map to another registry needs no other edit.
 */
declare module "@std/yaml" {
  /** The YAML schema to use: which plain scalars become which values. */
  export interface ParseOptions {
    allowDuplicateKeys?: boolean;
    schema?: "failsafe" | "json" | "core" | "default" | "extended";
    onWarning?(error: Error): void;
  }
  export function parse(content: string, options?: ParseOptions): unknown;
  export interface StringifyOptions {
    indent?: number;
    lineWidth?: number;
    sortKeys?: boolean;
    skipInvalid?: boolean;
    useAnchors?: boolean;
    arrayIndent?: boolean;
  }
  export function stringify(data: unknown, options?: StringifyOptions): string;
}

declare module "@std/path" {
  export const SEPARATOR: string;
  export const DELIMITER: string;
  export function basename(path: string, suffix?: string): string;
  export function dirname(path: string): string;
  export function extname(path: string): string;
  export function fromFileUrl(url: URL | string): string;
  export function isAbsolute(path: string): boolean;
  export function join(...paths: string[]): string;
  export function normalize(path: string): string;
  export function relative(from: string, to: string): string;
  export function resolve(...paths: string[]): string;
  export function toFileUrl(path: string): URL;
}

declare module "@std/assert" {
  type ErrorClass<E extends Error> = new (...args: never[]) => E;
  export class AssertionError extends Error {}
  export function assert(expr: unknown, msg?: string): asserts expr;
  export function assertEquals<T>(actual: T, expected: T, msg?: string): void;
  export function assertNotEquals<T>(
    actual: T,
    expected: T,
    msg?: string,
  ): void;
  export function assertStrictEquals<T>(
    actual: unknown,
    expected: T,
    msg?: string,
  ): void;
  export function assertExists<T>(
    actual: T,
    msg?: string,
  ): asserts actual is NonNullable<T>;
  export function assertStringIncludes(
    actual: string,
    expected: string,
    msg?: string,
  ): void;
  export function assertArrayIncludes<T>(
    actual: ArrayLike<T>,
    expected: ArrayLike<T>,
    msg?: string,
  ): void;
  export function assertMatch(
    actual: string,
    expected: RegExp,
    msg?: string,
  ): void;
  export function assertNotMatch(
    actual: string,
    expected: RegExp,
    msg?: string,
  ): void;
  export function assertGreater<T>(actual: T, expected: T, msg?: string): void;
  export function assertGreaterOrEqual<T>(
    actual: T,
    expected: T,
    msg?: string,
  ): void;
  export function assertLess<T>(actual: T, expected: T, msg?: string): void;
  export function assertLessOrEqual<T>(
    actual: T,
    expected: T,
    msg?: string,
  ): void;
  export function assertThrows<E extends Error = Error>(
    fn: () => unknown,
    errorClass?: ErrorClass<E>,
    msgIncludes?: string,
  ): E;
  export function assertRejects<E extends Error = Error>(
    fn: () => PromiseLike<unknown>,
    errorClass?: ErrorClass<E>,
    msgIncludes?: string,
  ): Promise<E>;
  export function fail(msg?: string): never;
  export function unreachable(msg?: string): never;
}

declare module "@std/cli" {
  export interface ParsedArgs {
    _: (string | number)[];
    "--"?: string[];
    // deno-lint-ignore no-explicit-any
    [name: string]: any;
  }
  export interface ParseOptions {
    "--"?: boolean;
    alias?: Record<string, string | readonly string[]>;
    boolean?: boolean | string | readonly string[];
    collect?: string | readonly string[];
    default?: Record<string, unknown>;
    negatable?: string | readonly string[];
    stopEarly?: boolean;
    string?: string | readonly string[];
    unknown?: (arg: string, key?: string, value?: unknown) => unknown;
  }
  export function parseArgs(
    args: readonly string[],
    options?: ParseOptions,
  ): ParsedArgs;
}
