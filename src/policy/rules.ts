/**
 * Rules that need both the permissions and the machine, or the permissions and the tool.
 *
 * @module
 */
import { rule } from "../spec/rules/rule.ts";

/** Rules of declared permissions. */
export const POLICY_RULES = [
  rule(
    "own-folders",
    "No grant reaches the server's own folders",
    "A tool that writes launchers, state, the program or Deno could run code outside its sandbox",
    "Grant a folder apart from them, or move the state with --state-dir",
  ),
  rule(
    "undeclared-program",
    "A bundle with a manifest declares what its tools run",
    "The manifest is what people review, and a program that it leaves out is not visible inside",
    'Add the program to "run" in the bundle\'s permissions',
  ),
  rule(
    "undeclared-variable",
    "A bundle with a manifest declares the variables that its tools read",
    "The server may read declared variables only, so the value would always be missing",
    'Add the variable to "env" in the bundle\'s permissions',
  ),
] as const;

/** The id of a rule of declared permissions. */
export type PolicyRuleId = typeof POLICY_RULES[number]["id"];
