/**
 * What `help`, `COMMAND --help` and `completions` print: all from the two tables.
 *
 * @module
 */
import { nearest } from "../spec/nearest.ts";
import { COLUMNS, wrap } from "../spec/wrap.ts";
import { PROGRAM_NAME, VERSION } from "../version.ts";
import type { OptionInfo } from "./option_table.ts";

/** What is told of a command. */
export interface CommandInfo {
  text: string;
  /** Its words after the name. */
  words?: string;
}

/** The tables. */
export interface Tables {
  commands: Readonly<Record<string, CommandInfo>>;
  options: readonly OptionInfo[];
}

/** Makes a heading stand out; by default nothing does. */
export type Heading = (text: string) => string;

/** The whole help. */
export function helpText({ commands, options }: Tables, heading: Heading = (t) => t): string {
  const width = Math.max(...Object.keys(commands).map((n) => n.length)) + 2;
  const lines = Object.entries(commands).flatMap(([name, { text }]) =>
    wrap(`${text}${name === "start" ? " (default)" : ""}`, COLUMNS - width - 2).map((part, i) =>
      `  ${(i === 0 ? name : "").padEnd(width)}${part}`
    )
  );
  return [
    `${PROGRAM_NAME} ${VERSION}: command-line programs as MCP tools, each call confined to what was declared`,
    "",
    `Usage: ${PROGRAM_NAME} [command] [options]   (or: COMMAND --help)`,
    "",
    heading("Commands"),
    ...lines,
    "",
    heading("Options"),
    ...options.flatMap(optionLines),
  ].join("\n");
}

/** The help of one command. */
export function commandHelp(name: string, tables: Tables, heading: Heading = (t) => t): string {
  const { text, words } = tables.commands[name]!;
  return [
    ...wrap(text, COLUMNS),
    "",
    `Usage: ${PROGRAM_NAME} ${name}${words === undefined ? "" : ` ${words}`} [options]`,
    "",
    heading("Options"),
    ...optionsOf(name, tables.options).flatMap(optionLines),
  ].join("\n");
}

/** The options that mean something to a command: its own first. */
export function optionsOf(command: string, options: readonly OptionInfo[]): OptionInfo[] {
  const own = options.filter((o) => o.commands?.includes(command));
  return [...own, ...options.filter((o) => o.commands === undefined)];
}

function optionLines(o: OptionInfo): string[] {
  const head = `  --${o.name}${o.value ? ` ${o.value}` : ""}${
    o.variable ? `  (${o.variable})` : ""
  }`;
  const text = `${o.text}${o.default ? ` Default: ${o.default}.` : ""}`;
  return [head, ...wrap(text, COLUMNS - 6).map((part) => `      ${part}`)];
}

/** "Did you mean", or all there are. */
export function meant(name: string, names: readonly string[]): string {
  const near = nearest(name, names);
  return near === undefined ? `there are ${names.join(", ")}` : `did you mean "${near}"?`;
}

/** The shells that `completions` knows. */
export const SHELLS = ["bash", "zsh", "fish"] as const;

/** A script for a shell that completes commands, options, and the values of options with a choice. */
export function completions(shell: typeof SHELLS[number], { commands, options }: Tables): string {
  const names = Object.keys(commands);
  if (shell === "fish") {
    const of = `complete -c ${PROGRAM_NAME}`;
    return [
      ...names.map((n) =>
        `${of} -n __fish_use_subcommand -f -a ${n} -d ${quoted(commands[n]!.text)}`
      ),
      ...options.map((o) => {
        const choices = choicesOf(o);
        const value = o.value === undefined
          ? ""
          : choices.length > 0
          ? ` -x -a ${quoted(choices.join(" "))}`
          : " -r";
        const only = o.commands
          ? ` -n ${quoted(`__fish_seen_subcommand_from ${o.commands.join(" ")}`)}`
          : "";
        return `${of}${only} -l ${o.name}${value} -d ${quoted(o.text)}`;
      }),
      "",
    ].join("\n");
  }
  const cases = options.filter((o) => choicesOf(o).length > 0)
    .map((o) =>
      `    --${o.name}) COMPREPLY=($(compgen -W ${
        quoted(choicesOf(o).join(" "))
      } -- "$word")); return ;;`
    );
  const paths = options.filter((o) => /\b(DIR|FILE)\b/.test(o.value ?? "")).map((o) =>
    `--${o.name}`
  );
  return [
    ...(shell === "zsh" ? ["autoload -U +X bashcompinit && bashcompinit"] : []),
    "_shell_as_mcp() {",
    '  local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}"',
    "  COMPREPLY=()",
    '  case "$before" in',
    ...cases,
    `    ${paths.join("|")}) COMPREPLY=($(compgen -f -- "$word")); return ;;`,
    "  esac",
    "  if [[ $word == -* ]]; then",
    `    COMPREPLY=($(compgen -W ${
      quoted(options.map((o) => `--${o.name}`).join(" "))
    } -- "$word"))`,
    "  elif ((COMP_CWORD == 1)); then",
    `    COMPREPLY=($(compgen -W ${quoted(names.join(" "))} -- "$word"))`,
    "  else",
    '    COMPREPLY=($(compgen -f -- "$word"))',
    "  fi",
    "}",
    `complete -o filenames -F _shell_as_mcp ${PROGRAM_NAME}`,
    "",
  ].join("\n");
}

function choicesOf({ value }: OptionInfo): string[] {
  return value !== undefined && /^[a-z0-9|-]+$/.test(value) ? value.split("|") : [];
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
