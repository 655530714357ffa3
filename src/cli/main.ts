/**
 * The command line: `shell-as-mcp [command] [options]`; no command means `start`.
 *
 * @module
 */
import { OPTIONS } from "./option_table.ts";
import { type Options, parseOptions, UsageError } from "./options.ts";
import { PROGRAM_NAME, VERSION } from "../version.ts";

/** One command, loaded when it is asked for. */
interface Command {
  text: string;
  /** Whether words after the first are the command's own. */
  open?: boolean;
  /** Whether words that are no options mean something. */
  words?: boolean;
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
    text: "Call a tool: call TOOL [--param value…]",
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
    text: "Say what is wrong with bundles: lint [PATH…]",
    words: true,
    run: async (o) => (await import("./lint.ts")).lint(o),
  },
  infer: {
    text: "Draft the manifest of a bundle that has none: infer PATH [--write]",
    words: true,
    run: async (o) => (await import("./infer.ts")).infer(o),
  },
  lock: {
    text: "Write bundles.lock.json here, with the bytes and grants of bundles: lock [PATH…]",
    words: true,
    run: async (o) => (await import("./lock.ts")).lock(o),
  },
  help: { text: "Print this", run: () => Promise.resolve(help()) },
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
    console.error(`${PROGRAM_NAME}: Unknown command "${first}"; there are ${names().join(", ")}`);
    return 2;
  }
  try {
    const words = named ? rest : args;
    if (!command.open && words.some((w) => w === "--help" || w === "-h")) return help();
    const options = parseOptions(words, (name) => Deno.env.get(name) || undefined, command.open);
    if (!command.open && !command.words && options.rest.length > 0) {
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

function help(): number {
  console.log(
    `${PROGRAM_NAME} ${VERSION}: command-line programs as MCP tools, each call confined to what was declared

Usage: ${PROGRAM_NAME} [command] [options]

Commands`,
  );
  for (const [name, command] of Object.entries(COMMANDS)) {
    console.log(`  ${name.padEnd(12)} ${command.text}${name === "start" ? " (default)" : ""}`);
  }
  console.log("  serve        Serve a written plan: what start and install run\n\nOptions");
  for (const o of OPTIONS) {
    console.log(
      `  --${o.name}${o.value ? ` ${o.value}` : ""}${o.variable ? `  (${o.variable})` : ""}`,
    );
    console.log(`      ${o.text}${o.default ? ` Default: ${o.default}.` : ""}`);
  }
  return 0;
}

if (import.meta.main) Deno.exit(await main(Deno.args));
