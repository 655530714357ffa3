/**
 * What a tool runs, word by word: fixed words, and slots that a call fills.
 *
 * @module
 */
import { baseName } from "../policy/paths.ts";
import type { BundleTool } from "../bundle/types.ts";
import type { Found } from "../sandbox/programs.ts";
import type { TargetWord } from "../sandbox/confinement.ts";
import type { Parameter } from "../spec/types.ts";
import { parseArgvElement, templateNames } from "../spec/template.ts";
import type { Slot } from "./types.ts";

/** The target of a launcher with the recipes for its slots. */
export interface Target {
  words: TargetWord[];
  slots: Slot[];
}

/** The program that must be there for the tool to start at all, by its declared name. */
export type Locate = (declared: string) => Found | undefined;

/** Builds the target; `undefined` for a tool that the server answers itself. */
export function targetOf(
  tool: BundleTool,
  scriptInside: string | undefined,
  locate: Locate,
  denoFlags: readonly string[],
): Target | undefined {
  const { program, shell, parameters } = tool.spec;
  if (program.kind === "builtin") return undefined;
  const target: Target = { words: [], slots: [] };
  const text = (t: string) => target.words.push({ text: t });
  const template = (t: string) => {
    if (templateNames(t).length === 0) return text(t);
    target.words.push({ slot: "one" });
    target.slots.push({ kind: "template", text: t });
  };
  const place = (declared: string) => locate(declared)?.path ?? declared;

  if (shell.mode === "shell") {
    openShell(tool, target, place(shell.path ?? shell.name), scriptInside);
    if (target.slots.length > 0) return target;
  }
  if (program.kind === "script") {
    if (program.interpreter !== undefined) {
      text(place(program.interpreter));
      if (baseName(program.interpreter) === "deno") denoFlags.forEach(text);
      if (baseName(program.interpreter) === "pwsh") ["-NoProfile", "-File"].forEach(text);
    }
    text(scriptInside!);
    program.args.forEach(template);
  } else if (program.kind === "command") {
    text(place(program.executable));
    program.args.forEach(template);
  } else {
    program.argv.forEach((element, i) => {
      if (i === 0) text(place(element));
      else argvElement(element, parameters, target);
    });
  }
  return target;
}

/**
 * Starts the words with a shell. POSIX shells get a fixed line that runs their arguments
 * as they are: the same as quoting each element, with nothing to quote.
 */
function openShell(tool: BundleTool, target: Target, path: string, script: string | undefined) {
  const { shell, program } = tool.spec;
  target.words.push({ text: path });
  if (shell.name === "pwsh" || shell.name === "cmd") {
    const args = shell.args ??
      (shell.name === "pwsh" ? ["-NoProfile", "-Command"] : ["/d", "/s", "/c"]);
    args.forEach((a) => target.words.push({ text: a }));
    target.words.push({ slot: "one" });
    const elements = program.kind === "command"
      ? [program.executable, ...program.args]
      : program.kind === "script"
      ? [program.interpreter ?? "", script!, ...program.args].filter((e) => e !== "")
      : program.kind === "argv"
      ? program.argv
      : [];
    target.slots.push({ kind: "line", quoting: shell.name, elements });
    return;
  }
  for (const a of shell.args ?? ["-c"]) target.words.push({ text: a });
  target.words.push({ text: '"$0" "$@"' });
}

function argvElement(element: string, parameters: readonly Parameter[], target: Target) {
  const parsed = parseArgvElement(element);
  if ("error" in parsed) throw new Error(`Unchecked argv element "${element}": ${parsed.error}`);
  const { parts } = parsed;
  if (parts.every((p) => "literal" in p)) {
    target.words.push({ text: parts.map((p) => "literal" in p ? p.literal : "").join("") });
    return;
  }
  const only = parts.length === 1 ? parts[0]! : undefined;
  const whole = only && "param" in only ? parameters.find((p) => p.name === only.param) : undefined;
  target.words.push({ slot: whole?.type === "array" ? "many" : "one" });
  target.slots.push({ kind: "argv", element });
}
