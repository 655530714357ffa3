/**
 * What shellcheck says of the scripts.
 *
 * Deno permissions: `--allow-run=shellcheck`. The scripts are read by it, never run.
 *
 * @module
 */
import { dirname } from "@std/path";
import { output } from "../../../process/output.ts";
import type { Level } from "../../problem.ts";
import type { LintRule, Spot } from "../../rule.ts";
import type { BundleView } from "../../view.ts";
import type { Script } from "../../script.ts";
import { shellcheckMemory } from "../../shellcheck_memory.ts";

/** Real scripts take a tenth of it. */
const TIMEOUT_MS = 30_000;
/** Few enough that all processors have work. */
const BATCH = 8;

/** The scripts pass shellcheck. Its codes are part of the messages. */
export const shellcheck: LintRule = {
  id: "shellcheck",
  level: "warning",
  title: "Scripts pass shellcheck",
  why: "It knows hundreds of ways in which a shell does what nobody meant",
  mend: "Follow the code's page in the wiki of shellcheck",
  check: (view) => checkAll(view),
};

/** Said once for all bundles, by the caller of the rules. */
export const SHELLCHECK_MISSING = {
  message: "shellcheck is not installed, so the scripts were not checked with it",
  mend: "Install it: apt-get install shellcheck, dnf install ShellCheck, brew install shellcheck",
};

async function checkAll(view: BundleView): Promise<Spot[]> {
  if (view.shellcheck === undefined) return [];
  const { program, memory: folder } = view.shellcheck;
  const scripts = view.scripts.filter((s) => staysInside(s, view));
  if (scripts.length === 0) return [];
  const memory = folder === undefined ? undefined : shellcheckMemory(view, program, folder);
  const known = memory?.recall();
  if (known) return known;
  const waiting = batches(scripts)[Symbol.iterator]();
  const found: Spot[] = [];
  // It takes a second for a long script, on one processor.
  await Promise.all(Array.from({ length: navigator.hardwareConcurrency }, async () => {
    for (const batch of waiting) found.push(...await check(program, batch));
  }));
  // A run that failed has no place in a script, and is tried again.
  if (found.every((s) => s.line !== undefined)) memory?.keep(found);
  return found;
}

interface Comment {
  file: string;
  line: number;
  column: number;
  level: string;
  code: number;
  message: string;
}

const LEVELS: Record<string, Level> = {
  error: "error",
  warning: "warning",
  // Unquoted values are an "info" there.
  info: "warning",
  style: "info",
};

/** Scripts of one folder, some at a time: to start the program takes longer than a short script. */
function batches(scripts: readonly Script[]): Script[][] {
  const folders = Map.groupBy(scripts, (s) => dirname(s.path));
  return [...folders.values()].flatMap((all) =>
    Array.from(
      { length: Math.ceil(all.length / BATCH) },
      (_, i) => all.slice(i * BATCH, (i + 1) * BATCH),
    )
  );
}

async function check(program: string, batch: readonly Script[]): Promise<Spot[]> {
  const folder = dirname(batch[0]!.path);
  const { stdout, stderr, timedOut } = await output({
    program,
    // No settings of the user or of the bundle: the same text gets the same answer everywhere.
    args: ["--norc", "-x", "-P", "SCRIPTDIR", "-f", "json1", "--", ...batch.map((s) => s.path)],
    env: { LC_ALL: "C.UTF-8" },
    cwd: folder,
    timeoutMs: TIMEOUT_MS,
  });
  const broken = async (why: string): Promise<Spot[]> => {
    // One script must not cost the others their answer.
    if (batch.length > 1) return (await Promise.all(batch.map((s) => check(program, [s])))).flat();
    return [{
      file: batch[0]!.path,
      message: `shellcheck did not check the script: ${why}`,
      mend: "Run shellcheck on it by hand",
    }];
  };
  if (timedOut) return broken("it took too long");
  let comments: Comment[];
  try {
    comments = (JSON.parse(stdout) as { comments: Comment[] }).comments;
  } catch {
    return broken(stderr.trim().split("\n")[0] ?? "it printed no result");
  }
  const paths = new Set(batch.map((s) => s.path));
  return comments.filter((c) => paths.has(c.file)).map((c) => ({
    file: c.file,
    line: c.line,
    column: c.column,
    level: LEVELS[c.level] ?? "warning",
    message: `SC${c.code}: ${c.message.replace(/\.$/, "")}`,
    mend: `See https://www.shellcheck.net/wiki/SC${c.code}`,
  }));
}

/** With `-x` shellcheck reads what a script names: only files of the bundle may be named. */
function staysInside(script: Script, view: BundleView): boolean {
  return [...script.text.matchAll(/^\s*#\s*shellcheck\s+(.*)$/gm)].every(([, directive]) =>
    [...directive!.matchAll(/source(?:-path)?=(\S+)/g)].every(([, written]) => {
      const path = written!.replace(/^["']|["']$/g, "");
      return path === "SCRIPTDIR" || path === "/dev/null" ||
        (!path.startsWith("/") && !path.split("/").includes(".."));
    })
  ) && script.facts().commands.every((c) => {
    if (c.name.literal !== "source" && c.name.literal !== ".") return true;
    const literal = c.args[0]?.literal;
    return literal === undefined || inside(literal, script, view);
  });
}

function inside(literal: string, script: Script, view: BundleView): boolean {
  if (literal.split("/").includes("..")) return false;
  const path = literal.startsWith("/") ? literal : `${dirname(script.path)}/${literal}`;
  return view.files.some((f) => f.path === path);
}
