/**
 * The command line: `shell-as-mcp [command] [options]`; no command means `start`.
 *
 * @module
 */
import {
  commandHelp,
  type CommandInfo,
  completions,
  helpText,
  meant,
  SHELLS,
  type Tables,
} from "./help.ts";
import { paint } from "./paint.ts";
import { OPTIONS } from "./option_table.ts";
import { type Options, parseOptions, UsageError } from "./options.ts";
import { PROGRAM_NAME, VERSION } from "../version.ts";

/** One command, loaded when it is asked for. */
interface Command extends CommandInfo {
  /** Whether words after the first are the command's own. */
  open?: boolean;
  /** Whether words that are no options mean something. */
  takesWords?: boolean;
  run: (options: Options) => Promise<number>;
}

/** Every command, in the order of the reference. */
export const COMMANDS: Record<string, Command> = {
  start: {
    text: "Derive the allow-list, write launchers, and serve under exactly those flags",
    run: async (o) => (await import("./start.ts")).start(o),
  },
  permissions: {
    text: "Print the allow-list: the server's flags and every tool's confinement",
    run: async (o) => (await import("./permissions.ts")).permissions(o),
  },
  list: { text: "List the tools", run: async (o) => (await import("./list.ts")).list(o) },
  call: {
    text: "Call a tool; options of ours come before its name",
    words: "TOOL [--param value…]",
    open: true,
    run: async (o) => (await import("./call.ts")).call(o),
  },
  doctor: {
    text: "Say what works on this machine, and how to mend it; --attack tries to get out",
    run: async (o) =>
      o.attack
        ? await (await import("./attack.ts")).attack(o)
        : await (await import("./doctor.ts")).doctor(o),
  },
  lint: {
    text: "Say what is wrong with bundles",
    words: "[PATH…]",
    takesWords: true,
    run: async (o) => (await import("./lint.ts")).lint(o),
  },
  new: {
    text: "Write a new bundle that passes lint and its own smoke test; --guide prints how to go on",
    words: "PATH",
    takesWords: true,
    run: async (o) => (await import("./new.ts")).newCommand(o),
  },
  infer: {
    text: "Draft the manifest of a bundle that has none",
    words: "PATH",
    takesWords: true,
    run: async (o) => (await import("./infer.ts")).infer(o),
  },
  lock: {
    text: "Write bundles.lock.json here, with the bytes and grants of bundles",
    words: "[PATH…]",
    takesWords: true,
    run: async (o) => (await import("./lock.ts")).lock(o),
  },
  install: {
    text: "Put the server, its flags spelt out, into the configuration of a client",
    run: async (o) => (await import("./install.ts")).install(o),
  },
  uninstall: {
    text: "Take the server out of a client's configuration again",
    run: async (o) => (await import("./install.ts")).uninstall(o),
  },
  completions: {
    text: "Print a script that completes commands and options in a shell",
    words: "bash|zsh|fish",
    takesWords: true,
    run: (o) => Promise.resolve(printCompletions(o.rest)),
  },
  convert: {
    text: "Write a bundle that behaves like a cli-wrap configuration",
    words: "FILE",
    takesWords: true,
    run: async (o) => (await import("./convert.ts")).convert(o),
  },
  help: {
    text: "Print this, or the options of one command",
    words: "[COMMAND]",
    takesWords: true,
    run: (o) => Promise.resolve(help(o.rest[0])),
  },
};

/** Runs a command line; resolves to the exit code. */
export async function main(args: readonly string[]): Promise<number> {
  const [first, ...rest] = args;
  if (first === "--help" || first === "-h") return help();
  if (first === "--version") {
    console.log(VERSION);
    return 0;
  }
  if (first === "serve") return await (await import("./serve.ts")).serve(rest);
  const named = first !== undefined && !first.startsWith("-");
  const name = named ? first : "start";
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) {
    console.error(`${PROGRAM_NAME}: Unknown command "${first}"; ${meant(first!, names())}`);
    return 2;
  }
  try {
    const words = named ? rest : args;
    if (!command.open && words.some((w) => w === "--help" || w === "-h")) return help(name);
    const options = parseOptions(words, (name) => Deno.env.get(name) || undefined, command.open);
    if (!command.open && !command.takesWords && options.rest.length > 0) {
      throw new UsageError(`"${name}" takes options only, not "${options.rest[0]}"; see "help"`);
    }
    return await command.run(options);
  } catch (error) {
    if (error instanceof UsageError) {
      for (const line of error.message.split("\n")) console.error(`${PROGRAM_NAME}: ${line}`);
      return 2;
    }
    // No stack for people; the name of the fault is for the report they may write.
    const { name, message } = error as Error;
    console.error(`${PROGRAM_NAME}: ${name === "Error" ? "" : `${name}: `}${message}`);
    return 1;
  }
}

function names(): string[] {
  return [...Object.keys(COMMANDS), "serve"];
}

const heading = (text: string) => paint("bold", text);

function tables(): Tables {
  const serve = { text: "Serve a written plan: what start and install run" };
  return { commands: { ...COMMANDS, serve }, options: OPTIONS };
}

function help(name?: string): number {
  if (name !== undefined && !Object.hasOwn(COMMANDS, name)) {
    throw new UsageError(`Unknown command "${name}"; ${meant(name, names())}`);
  }
  console.log(
    name === undefined || name === "help"
      ? helpText(tables(), heading)
      : commandHelp(name, tables(), heading),
  );
  return 0;
}

function printCompletions([shell]: readonly string[]): number {
  const known = SHELLS.find((s) => s === shell);
  if (!known) throw new UsageError(`For which shell? Give one of ${SHELLS.join(", ")}`);
  console.log(completions(known, tables()));
  return 0;
}

if (import.meta.main) Deno.exit(await main(Deno.args));
