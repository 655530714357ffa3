/**
 * A bundle as the rules see it: what the loader made of it, its files, and its scripts read.
 *
 * Deno permissions: `--allow-read` for the bundle. Links that leave the bundle are not followed.
 *
 * @module
 */
import type { LockedBundle } from "../bundle/lock.ts";
import type { Bundle, BundleTool } from "../bundle/types.ts";
import { type BundleFile, bundleFiles } from "./files.ts";
import { Script } from "./script.ts";
import type { ShellParser } from "./shell/parser.ts";
import { shebangPrograms } from "./shebang.ts";
import { SHELLS } from "./shell/builtins.ts";

/** The one program that the linter starts. */
export interface Shellcheck {
  /** Absolute path. */
  program: string;
  /** The folder where its answers are kept; undefined for none. */
  memory?: string;
}

/** What one rule needs. */
export interface BundleView {
  bundle: Bundle;
  /** Every regular file of the bundle, in order. */
  files: readonly BundleFile[];
  /** The shell scripts of the bundle, smoke tests included. */
  scripts: readonly Script[];
  /** A tool's script and all that it sources or runs; empty for tools without a shell script. */
  scriptsOf(tool: BundleTool): readonly Script[];
  /** The tools that a script belongs to. */
  toolsOf(script: Script): readonly BundleTool[];
  /** The other bundles of this run. */
  others: readonly Bundle[];
  /** Undefined when nothing may be started. */
  shellcheck: Shellcheck | undefined;
  /** What the lock says of the bundle; undefined when none knows it. */
  locked: LockedBundle | undefined;
}

/** Reads a bundle's files. */
export function viewOf(
  bundle: Bundle,
  others: readonly Bundle[],
  parser: ShellParser,
  shellcheck: Shellcheck | undefined,
  locked?: LockedBundle,
): BundleView {
  const files = bundleFiles(bundle.folder);
  const named = new Set(bundle.tools.filter(runsShell).map((t) => t.script));
  const scripts = files
    .filter((f) => f.text !== undefined)
    .filter((f) => named.has(f.path) || isShell(f))
    .map((f) => new Script(f, parser));
  const byPath = new Map(scripts.map((s) => [s.path, s]));
  const closures = new Map(
    bundle.tools.map((tool) => {
      const first = tool.script === undefined ? undefined : byPath.get(tool.script);
      return [tool, first ? closure(first, byPath) : []] as const;
    }),
  );
  return {
    bundle,
    files,
    scripts,
    scriptsOf: (tool) => closures.get(tool) ?? [],
    toolsOf: (script) => bundle.tools.filter((t) => closures.get(t)?.includes(script)),
    others: others.filter((b) => b !== bundle),
    shellcheck,
    locked,
  };
}

function closure(first: Script, byPath: ReadonlyMap<string, Script>): Script[] {
  const seen = [first];
  for (const script of seen) {
    for (const path of script.follows()) {
      const next = byPath.get(path);
      if (next && !seen.includes(next)) seen.push(next);
    }
  }
  return seen;
}

function runsShell({ spec }: BundleTool): boolean {
  const { program } = spec;
  if (program.kind !== "script" || program.interpreter === undefined) return false;
  return SHELLS.has(program.interpreter.slice(program.interpreter.lastIndexOf("/") + 1));
}

function isShell(file: BundleFile): boolean {
  const programs = shebangPrograms(file.text ?? "");
  if (programs.length === 0) return /\.(sh|bash)$/.test(file.path);
  return programs.some((p) => SHELLS.has(p.slice(p.lastIndexOf("/") + 1)));
}
