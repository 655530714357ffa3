/**
 * Variables that a command reads or writes through a name among its arguments.
 *
 * @module
 */
import type { Word } from "./facts.ts";

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;
const WRITERS = new Set(["read", "mapfile", "readarray", "getopts", "let"]);

/** The variables that a command writes: `read NAME`, `printf -v NAME`. */
export function writtenBy(command: string | undefined, args: readonly Word[]): string[] {
  if (command === undefined) return [];
  if (WRITERS.has(command)) {
    return args.flatMap(({ literal }) =>
      literal !== undefined && IDENTIFIER.test(literal) ? [literal] : []
    );
  }
  const target = args[1]?.literal;
  if (command !== "printf" || args[0]?.literal !== "-v" || target === undefined) return [];
  return [target.replace(/\[.*$/s, "")];
}

/** The words that name variables which a command reads: `printenv NAME`. */
export function readBy(command: string | undefined, args: readonly Word[]): Word[] {
  if (command !== "printenv") return [];
  return args.filter((a) => a.literal !== undefined && IDENTIFIER.test(a.literal));
}
