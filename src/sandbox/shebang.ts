/**
 * Which interpreter a script names in its first line.
 *
 * @module
 */
import { basename } from "@std/path";
import { type Files, HOST_FILES } from "./files.ts";

/** One `#!` line. */
export interface Shebang {
  /** Absolute path of what the kernel starts. */
  interpreter: string;
  /** Everything after it, as the kernel hands it over: one argument. */
  argument?: string;
  /** What `env` will look for, when the interpreter is `env`: a name or a path. */
  envTarget?: string;
}

/** The kernel reads this much of a file to find its format (execve(2), "Interpreter scripts"). */
const HEAD_SIZE = 256;

/** Options of env(1) that take the next word as their value. */
const ENV_OPTIONS_WITH_VALUE = new Set(["-u", "--unset", "-C", "--chdir"]);

/**
 * The program that env(1) starts for an argument of a `#!` line.
 *
 * Without `-S` the kernel's one argument is one name, spaces included.
 */
export function envTarget(argument: string): string | undefined {
  const split = /^(?:-[iv0]*S|--split-string(?:=|\s))\s*(.*)$/.exec(argument);
  if (!split) return argument.startsWith("-") ? undefined : argument;
  const words = (split[1] ?? "").split(/\s+/).map((word) => word.replaceAll(/["']/g, ""));
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? "";
    if (ENV_OPTIONS_WITH_VALUE.has(word)) i++;
    else if (word !== "" && !word.startsWith("-") && !/^\w+=/.test(word)) return word;
  }
  return undefined;
}

/** Parses the head of a file; undefined when it is no script. */
export function parseShebang(head: string): Shebang | undefined {
  const line = /^#![ \t]*(\/[^\s\0]*)[ \t]*([^\n\0]*)/.exec(head);
  const interpreter = line?.[1];
  if (interpreter === undefined) return undefined;
  const argument = line?.[2]?.trim() ?? "";
  if (argument === "") return { interpreter };
  const target = basename(interpreter) === "env" ? envTarget(argument) : undefined;
  return target === undefined
    ? { interpreter, argument }
    : { interpreter, argument, envTarget: target };
}

/** The `#!` line of a file. Needs `--allow-read` for it; undefined when it has none or cannot be read. */
export function readShebang(path: string, files: Files = HOST_FILES): Shebang | undefined {
  return files.withReader(path, (reader) => {
    const bytes = reader.read(0, Math.min(HEAD_SIZE, reader.size));
    return bytes && parseShebang(new TextDecoder().decode(bytes));
  });
}
