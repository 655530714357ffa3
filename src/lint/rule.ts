/**
 * The shape of one rule of the linter.
 *
 * @module
 */
import type { Position } from "../spec/types.ts";
import type { BundleView } from "./view.ts";
import type { Finding, Level } from "./problem.ts";

/** One place that breaks a rule. */
export interface Spot extends Partial<Position> {
  file: string;
  message: string;
  /** Where it differs from the rule's own. */
  mend?: string;
  level?: Level;
}

/** How a rule mends a file by itself. */
export type Fix = { file: string; text: string } | { file: string; mode: number };

/** One rule: what it asks for, and how to find what breaks it. */
export interface LintRule {
  /** Stable: people grep for it and tools switch on it. */
  id: string;
  level: Level;
  /** What the rule asks for, in a few words. */
  title: string;
  /** What goes wrong without it. */
  why: string;
  /** How to mend a bundle that breaks it. */
  mend: string;
  check(bundle: BundleView): Spot[] | Promise<Spot[]>;
  /** What would mend every place, for rules that need no judgement. */
  fix?(bundle: BundleView): Fix[];
}

/** A spot as a finding of its rule. */
export function finding(rule: LintRule, spot: Spot): Finding {
  return {
    rule: rule.id,
    level: spot.level ?? rule.level,
    file: spot.file,
    line: spot.line ?? 1,
    column: spot.column ?? 1,
    message: spot.message,
    mend: spot.mend ?? rule.mend,
  };
}
