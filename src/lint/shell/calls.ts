/**
 * Which programs the commands of a script start, looked through `env`, `xargs`, `timeout` and the like.
 *
 * @module
 */
import type { Position } from "../../spec/types.ts";
import type { Command, ShellFacts, Word } from "./facts.ts";

/** One program that a script starts. */
export interface Call extends Position {
  /** A name or path; undefined when only the call itself will tell. */
  program?: string;
  /** As written. */
  text: string;
  /** What follows the program's name. */
  args: Word[];
}

/** A command whose arguments hold another command. */
interface Prefix {
  /** Options that take the next word. */
  valued: string[];
  /** Words before the command that are no options. */
  operands?: number;
}

/** Sources: env(1), timeout(1), nice(1), xargs(1), stdbuf(1), setsid(1), time(1), bash(1). */
const PREFIXES: Record<string, Prefix> = {
  env: { valued: ["-u", "--unset", "-C", "--chdir"] },
  timeout: { valued: ["-k", "--kill-after", "-s", "--signal"], operands: 1 },
  nice: { valued: ["-n", "--adjustment"] },
  ionice: { valued: ["-c", "-n"] },
  nohup: { valued: [] },
  setsid: { valued: [] },
  stdbuf: { valued: ["-i", "-o", "-e"] },
  sudo: { valued: ["-u", "-g", "-C", "-D"] },
  xargs: { valued: ["-n", "-P", "-I", "-L", "-d", "-a", "-E", "-s", "--max-args", "--max-procs"] },
  exec: { valued: ["-a"] },
  command: { valued: [] },
  builtin: { valued: [] },
  time: { valued: ["-f", "-o"] },
  coproc: { valued: [] },
};

const KEYWORDS = new Set(
  "if then else elif fi case esac for select while until do done in function".split(" "),
);
const ASSIGNMENT = /^[A-Za-z_]\w*=/;
/** Lookups, which run nothing: `command -v`. */
const LOOKUP = /^-[vV]$/;

/**
 * Every program that the commands start, in the order of the file; functions are none.
 *
 * @param together The facts of all scripts that share their functions with this one
 */
export function callsOf(facts: ShellFacts, together: readonly ShellFacts[] = [facts]): Call[] {
  const runners = new Map(together.flatMap((f) => [...runnersOf(f)]));
  const isFunction = (name: string) => together.some((f) => f.functions.has(name));
  const calls: Call[] = [];
  for (const command of facts.commands) follow([command.name, ...command.args], command);
  return calls;

  function follow(words: readonly Word[], at: Command) {
    const [name, ...args] = words;
    if (!name) return;
    // A runner's own `"$@"` is what its callers give it.
    if (isRest(name) && at.within !== undefined && runners.has(at.within)) return;
    for (const program of namesOf(name, facts)) {
      const { line, column } = name;
      const own = program !== undefined && isFunction(program);
      if (!own) {
        const known = program !== undefined && { program };
        calls.push({ ...known, text: name.text, args, line, column });
      }
      if (program === undefined) continue;
      const skipped = own ? runners.get(program) : undefined;
      if (skipped !== undefined) follow(args.slice(skipped), at);
      else if (program === "find") found(args, at);
      else follow(behindPrefix(program, args), at);
    }
  }

  function found(args: readonly Word[], at: Command) {
    args.forEach((word, index) => {
      if (/^-(exec|execdir|ok|okdir)$/.test(word.literal ?? "")) follow(args.slice(index + 1), at);
    });
  }
}

/** The names that a word may have: itself, or the literals that its variable is given. */
function namesOf(name: Word, facts: ShellFacts): (string | undefined)[] {
  if (name.literal !== undefined) return isProgram(name.literal) ? [name.literal] : [];
  // What a slip of the grammar leaves of `…\~${x}`.
  if (/^\\\W/.test(name.text)) return [];
  const array = /^"\$\{([A-Za-z_]\w*)\[@\]\}"$/.exec(name.text)?.[1];
  const only = array ?? /^"?\$\{?([A-Za-z_]\w*)\}?"?$/.exec(name.text)?.[1];
  const given = only === undefined ? [] : facts.assigned.get(only) ?? [];
  const values = given.filter((v) => !array || !v.isAppended)
    .map((v) => array ? v.head : v.literal);
  if (values.length === 0 || values.includes(undefined)) return [undefined];
  return [...new Set(values)].filter((v) => v !== "");
}

/** Whether a text can be a command, and is none of the words that a slip of the grammar leaves. */
function isProgram(text: string): boolean {
  return /^[A-Za-z_.\/][\w.+\/-]*$/.test(text) && !KEYWORDS.has(text);
}

function behindPrefix(program: string, args: readonly Word[]): Word[] {
  if (!Object.hasOwn(PREFIXES, program)) return [];
  const prefix = PREFIXES[program]!;
  let operands = prefix.operands ?? 0;
  for (let i = 0; i < args.length; i++) {
    const literal = args[i]!.literal;
    if (program === "command" && literal !== undefined && LOOKUP.test(literal)) return [];
    if (literal === "--") continue;
    if (literal?.startsWith("-")) {
      if (prefix.valued.includes(literal)) i++;
    } else if (program === "env" && ASSIGNMENT.test(args[i]!.text)) {
      continue;
    } else if (operands > 0) {
      operands--;
    } else {
      return args.slice(i);
    }
  }
  return [];
}

function isRest(word: Word): boolean {
  return /^"?\$(@|\{@(:\d+)?\})"?$/.test(word.text);
}

const RUNNERS = new WeakMap<ShellFacts, Map<string, number>>();

/** Functions that run their arguments, with the number of words before the command. */
function runnersOf(facts: ShellFacts): Map<string, number> {
  const known = RUNNERS.get(facts);
  if (known) return known;
  const runners = new Map<string, number>();
  RUNNERS.set(facts, runners);
  const shifted = new Map<string, number>();
  for (const { name, args, within } of facts.commands) {
    if (within === undefined) continue;
    if (name.literal === "shift") {
      shifted.set(within, (shifted.get(within) ?? 0) + Number(args[0]?.literal ?? 1));
    }
    const run = name.literal === "exec" ? args[0] : name;
    if (!run || !isRest(run)) continue;
    const from = /:(\d+)/.exec(run.text)?.[1];
    runners.set(within, from === undefined ? shifted.get(within) ?? 0 : Number(from) - 1);
  }
  return runners;
}
