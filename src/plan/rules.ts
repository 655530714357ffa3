/**
 * Rules that only the making of a plan can check.
 *
 * @module
 */
import { rule } from "../spec/rules/rule.ts";

/** Rules of a plan. */
export const PLAN_RULES = [
  rule(
    "served-name-clash",
    "Two tools are served under two names",
    "With --bare-names two actions can have one name, and a call could not say which it means",
    'Give one of them another "bareName", or serve without --bare-names',
  ),
  rule(
    "bundle-size",
    "A bundle is at most 64 MiB",
    "Its files are copied into every plan that it is part of",
    "Keep data out of it, and name its folder in the permissions",
  ),
  rule(
    "bundle-copy",
    "Every file of a bundle with scripts can be read",
    "What runs is a copy, so that a later change of the bundle changes nothing",
    "Make every file readable, or take it away",
  ),
] as const;

/** The id of a rule of a plan. */
export type PlanRuleId = typeof PLAN_RULES[number]["id"];
