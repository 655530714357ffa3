/**
 * Runs every rule over bundles.
 *
 * Deno permissions: `--allow-read` for the bundles and Deno's npm folder, `--allow-run=shellcheck`.
 * Nothing of a bundle is run.
 *
 * @module
 */
import type { LockedBundle } from "../bundle/lock.ts";
import type { Bundle } from "../bundle/types.ts";
import { deriveGrants, type OwnPlaces } from "../policy/derive.ts";
import { DECLARED_HOST } from "./declared_host.ts";
import { type Finding, settle } from "./problem.ts";
import { finding, type Fix } from "./rule.ts";
import { LINT_RULES } from "./rules.ts";
import { SHELLCHECK_MISSING } from "./rules/scripts/shellcheck.ts";
import { shellParser } from "./shell/parser.ts";
import { suppress } from "./suppress.ts";
import { type BundleView, type Shellcheck, viewOf } from "./view.ts";

/** What the linter needs from outside of the bundles. */
export interface LintOptions {
  /** The program's own folders, which no bundle may write. */
  own: OwnPlaces;
  /** Undefined when it is not installed. */
  shellcheck: Shellcheck | undefined;
  /** What a lock says of a bundle; undefined for none. */
  locked?: (bundle: Bundle) => LockedBundle | undefined;
}

/** What was found. */
export interface LintResult {
  findings: Finding[];
  /** Findings taken out by comments with a reason. */
  suppressed: number;
  /** What the rules that need no judgement would change. */
  fixes: Fix[];
}

/** Lints bundles; findings are sorted and each is there once. */
export async function lintBundles(
  bundles: readonly Bundle[],
  options: LintOptions,
): Promise<LintResult> {
  const parser = await shellParser();
  const own = new Set(LINT_RULES.map((r) => r.id));
  const result: LintResult = { findings: [], suppressed: 0, fixes: [] };
  let hasScripts = false;
  for (const bundle of bundles) {
    const view = viewOf(bundle, bundles, parser, options.shellcheck, options.locked?.(bundle));
    hasScripts ||= view.scripts.length > 0;
    const { findings, count } = suppress(
      settle([...declared(bundle, options.own), ...await judged(view)]),
      (rule) => !own.has(rule),
      (file) => view.files.find((f) => f.path === file)?.text,
    );
    result.findings.push(...findings);
    result.suppressed += count;
    result.fixes.push(...LINT_RULES.flatMap((rule) => rule.fix?.(view) ?? []));
  }
  if (hasScripts && options.shellcheck === undefined) {
    const place = { file: bundles[0]!.folder, line: 1, column: 1 };
    const rule = "shellcheck-missing";
    result.findings.push({ rule, level: "warning", ...place, ...SHELLCHECK_MISSING });
  }
  result.findings = settle(result.findings);
  return result;
}

/** What the loader and the permissions themselves say. */
function declared(bundle: Bundle, own: OwnPlaces): Finding[] {
  const found: Finding[] = [...bundle.problems];
  if (!bundle.manifest) return found;
  for (const tool of bundle.tools) {
    found.push(...deriveGrants(bundle, tool, DECLARED_HOST, own).problems);
  }
  return found;
}

async function judged(view: BundleView): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const rule of LINT_RULES) {
    for (const spot of await rule.check(view)) found.push(finding(rule, spot));
  }
  return found;
}
