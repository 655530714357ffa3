/**
 * Grants of a tool whose bundle has no manifest: read off its YAML and script, each
 * marked as inferred. Network, home and fixed paths are never inferred.
 *
 * @module
 */
import type { BundleTool } from "../bundle/types.ts";
import type { Parameter, PathKind } from "../spec/types.ts";
import { programsOf } from "./programs_of.ts";
import type { Origin, ToolGrants } from "./grant.ts";
import type { Host } from "./host.ts";

/** Adds what the tool seems to need: its own programs, the commands its script calls, its variables. */
export function inferGrants(tool: BundleTool, host: Host, grants: ToolGrants) {
  const { spec } = tool;
  const origin = (field: string, file = spec.file, line?: number): Origin => ({
    how: "inferred",
    file,
    line: line ?? spec.positions[field]?.line ?? 1,
  });
  const add = (kind: "run" | "env", value: string, from: Origin, optional = false) => {
    if (grants.grants.some((g) => g.kind === kind && g.value === value)) return;
    grants.grants.push({ kind, value, origin: from, ...(optional && { optional }) });
  };
  for (const { program, field } of programsOf(tool)) add("run", program, origin(field));
  if (tool.script !== undefined && readsAsShell(tool)) {
    const text = Deno.readTextFileSync(tool.script);
    for (const { command, line } of commandWords(text)) {
      // A guess must not make a tool fail: a command that is not there is optional.
      if (onPath(command, host)) add("run", command, origin("", tool.script, line), true);
    }
  }
  const { program } = spec;
  if (program.kind === "argv" && SHELL.test(program.argv[0]!)) {
    program.argv.slice(1).forEach((element, index) => {
      for (const { command } of commandWords(element)) {
        if (!onPath(command, host)) continue;
        add("run", command, origin(`execution.argv.${index + 1}`), true);
      }
    });
  }
  for (const [target, names] of Object.entries(spec.env.fromRuntime)) {
    for (const name of names) add("env", name, origin(`execution.env.fromRuntime.${target}`));
  }
}

function readsAsShell(tool: BundleTool): boolean {
  const { program } = tool.spec;
  if (program.kind !== "script") return false;
  const names = program.interpreter ? [program.interpreter] : tool.shebang ?? [];
  return names.some((n) => SHELL.test(n));
}

const SHELL = /(^|\/)(bash|sh|dash|zsh|ksh)$/;

const KEYWORDS = new Set(
  ("if then else elif fi for while until do done case esac in function select time coproc { } ! [[ ]] " +
    "alias bg bind break builtin caller cd command compgen complete continue declare dirs disown echo enable eval " +
    "exec exit export false fg getopts hash help history jobs kill let local logout mapfile popd printf pushd pwd " +
    "read readarray readonly return set shift shopt source suspend test times trap true type typeset ulimit umask " +
    "unalias unset wait : . [ ]").split(" "),
);

/**
 * Words at places where a shell looks for a command. A rough reading on purpose: a word
 * too many shows a program that goes unused, a word too few is named by the failing call.
 */
export function commandWords(text: string): { command: string; line: number }[] {
  const found = new Map<string, number>();
  text.split("\n").forEach((raw, index) => {
    const line = raw.replace(/(^|\s)#.*$/, "");
    for (const part of line.split(/\|\||&&|[|;&(){}`]|\$\(|\bthen\b|\bdo\b|\belse\b/)) {
      const words = part.trim().split(/\s+/);
      while (
        words.length > 0 &&
        (/^[A-Za-z_][A-Za-z0-9_]*=/.test(words[0]!) || words[0] === "!" || words[0] === "if" ||
          words[0] === "elif" || words[0] === "while" || words[0] === "until" ||
          words[0] === "exec" || words[0] === "command")
      ) words.shift();
      const word = words[0]?.replace(/^["']|["']$/g, "") ?? "";
      if (/^[A-Za-z0-9_][A-Za-z0-9_.+-]*$/.test(word) && !KEYWORDS.has(word) && !found.has(word)) {
        found.set(word, index + 1);
      }
    }
  });
  return [...found].map(([command, line]) => ({ command, line }));
}

function onPath(name: string, host: Host): boolean {
  return (host.env("PATH") ?? "").split(":").some((folder) =>
    folder.startsWith("/") && host.realPath(`${folder}/${name}`) !== undefined
  );
}

/** The kind of path that a parameter's name speaks of, for bundles without a manifest. */
export function inferredPathKind(parameter: Parameter): PathKind | undefined {
  if (parameter.path !== undefined) return parameter.path;
  if (parameter.type !== "string" && parameter.type !== "array") return undefined;
  const { name } = parameter;
  const written = /^(output|out|dest|destination|target|save)(_|$)/.test(name);
  if (/_dir$|^dir$/.test(name)) return written ? "write-dir" : "read-dir";
  if (/(_path|_paths|_file)$/.test(name) || name === "cookies") return written ? "write" : "read";
  return undefined;
}
