/**
 * `lint [PATH…]`: what is wrong with bundles, shipped or named. Runs nothing but shellcheck.
 *
 * @module
 */
import { loadBundles } from "../bundle/load.ts";
import { BUNDLE_RULES } from "../bundle/rules.ts";
import type { Bundle } from "../bundle/types.ts";
import { applyFix } from "../lint/fix.ts";
import { githubReport } from "../lint/formats/github.ts";
import { jsonReport } from "../lint/formats/json.ts";
import { sarifReport } from "../lint/formats/sarif.ts";
import { textReport } from "../lint/formats/text.ts";
import { lintBundles, type LintResult } from "../lint/lint.ts";
import type { Finding } from "../lint/problem.ts";
import { LINT_RULES } from "../lint/rules.ts";
import { type Host, thisHost, typedPath } from "../policy/host.ts";
import { POLICY_RULES } from "../policy/rules.ts";
import { findProgram } from "../sandbox/programs.ts";
import { RULES } from "../spec/rules.ts";
import { PROGRAM_NAME, VERSION } from "../version.ts";
import { bundlesAt } from "./bundles_at.ts";
import { LockKeeper } from "./locked.ts";
import { type Options, UsageError } from "./options.ts";
import { programFolder } from "./places.ts";

const FORMATS = ["text", "json", "sarif", "github"] as const;
type Format = typeof FORMATS[number];

/** Prints what was found; the exit code is 1 when some of it is an error. */
export async function lint(options: Options): Promise<number> {
  const format = formatOf(options.format);
  const host = thisHost();
  const folder = typedPath(".", host);
  let bundles = bundlesOf(options, host);
  let result = await run(bundles, folder);
  if (options.fix && result.fixes.length > 0) {
    const done = new Set<string>();
    const applied = result.fixes.filter((fix) => applyFix(fix, done)).length;
    console.error(`${applied} of ${result.fixes.length} fixes applied`);
    bundles = bundlesOf(options, host);
    result = await run(bundles, folder);
  }
  await Deno.stdout.write(new TextEncoder().encode(report(format, result.findings, folder)));
  console.error(summary(bundles, result));
  return result.findings.some((f) => f.level === "error") ? 1 : 0;
}

function run(bundles: readonly Bundle[], folder: string): Promise<LintResult> {
  const program = programFolder();
  // No bundle may write the program; where launchers are kept is another machine's matter.
  const own = { program, base: `${program}/.state`, deno: Deno.execPath() };
  const found = findProgram("shellcheck", pathVariable())?.path;
  const shellcheck = found === undefined
    ? undefined
    : { program: found, memory: `${program}/.cache/lint` };
  const keeper = new LockKeeper(folder, false);
  // A configuration was checked as it was read, and the folder around it is not its own.
  const folders = bundles.filter((b) => !b.config);
  return lintBundles(folders, { own, shellcheck, locked: (b) => keeper.find(b)?.locked });
}

function pathVariable(): string {
  return Deno.env.get("PATH") ?? "";
}

function formatOf(written: string | undefined): Format {
  const format = written ?? "text";
  if (!(FORMATS as readonly string[]).includes(format)) {
    throw new UsageError(`--format is "${format}", but must be one of ${FORMATS.join(", ")}`);
  }
  return format as Format;
}

function report(format: Format, findings: readonly Finding[], folder: string): string {
  switch (format) {
    case "text":
      return textReport(findings, folder);
    case "json":
      return jsonReport(findings, folder);
    case "github":
      return githubReport(findings, folder);
    case "sarif": {
      const rules = [...RULES, ...BUNDLE_RULES, ...POLICY_RULES, ...LINT_RULES];
      return sarifReport(findings, folder, { name: PROGRAM_NAME, version: VERSION }, rules);
    }
  }
}

function summary(bundles: readonly Bundle[], { findings, suppressed }: LintResult): string {
  const count = (level: Finding["level"]) => findings.filter((f) => f.level === level).length;
  const tools = bundles.reduce((n, b) => n + b.tools.length, 0);
  return `${bundles.length} bundles, ${tools} good tools: ${count("error")} errors, ` +
    `${count("warning")} warnings, ${count("info")} notes, ${suppressed} suppressed`;
}

function bundlesOf(options: Options, host: Host): Bundle[] {
  if (options.rest.length > 0) return options.rest.flatMap((path) => bundlesAt(path, host));
  return loadBundles([{ folder: `${programFolder()}/bundles`, overlay: false }], () => true)
    .bundles;
}
