/**
 * The limits of values that travel to a program in its arguments and its environment.
 *
 * @module
 */
import { count, quoteValue } from "./quote_value.ts";

/** Bytes of one argument or one `NAME=value` with its final NUL: MAX_ARG_STRLEN of Linux (execve(2)). */
export const MAX_ONE = 131072;

/** Bytes of all arguments and variables: below the 2 MiB that Linux gives with its default stack (execve(2)). */
export const MAX_ALL = 1.5 * 1024 * 1024;

/** Each string also costs its NUL and one pointer of the same space (execve(2)). */
const EACH = 1 + 8;

/**
 * What is too large for the operating system to start a program with, named without its value.
 *
 * Refused are an argument or a `NAME=value` that with its final NUL takes more than 128 KiB, and
 * arguments and variables that together take more than 1.5 MiB. Sizes are those in UTF-8.
 *
 * @returns The error text, or undefined when everything fits.
 */
export function checkSizes(
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
): string | undefined {
  let all = 0;
  for (const [i, element] of argv.entries()) {
    const size = utf8Size(element);
    if (size + 1 > MAX_ONE) return tooLarge(i === 0 ? "The program's name" : `Argument ${i}`, size);
    all += size + EACH;
  }
  for (const [name, value] of Object.entries(env)) {
    const size = utf8Size(`${name}=${value}`);
    if (size + 1 > MAX_ONE) return tooLarge(`The variable ${quoteValue(name)} with its name`, size);
    all += size + EACH;
  }
  if (all <= MAX_ALL) return undefined;
  return `The arguments and variables of this call take ${
    count(all, "byte")
  } in all, but at most ${MAX_ALL} (1.5 MiB) fit: pass less, or a file`;
}

function tooLarge(what: string, size: number): string {
  return `${what} takes ${count(size, "byte")}, but at most ${
    MAX_ONE - 1
  } (128 KiB with its final NUL) fit: pass less, or a file`;
}

function utf8Size(text: string): number {
  return new TextEncoder().encode(text).length;
}
