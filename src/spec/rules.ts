/**
 * All rules of the loader, for messages, for the reference page and for tests.
 *
 * @module
 */
import { CONFIG_RULES } from "./rules/config.ts";
import { EXECUTION_RULES } from "./rules/execution.ts";
import { MANIFEST_RULES, PERMISSION_RULES } from "./rules/permissions.ts";
import type { Rule } from "./rules/rule.ts";
import { TOOL_RULES } from "./rules/tool.ts";
import { YAML_RULES } from "./rules/yaml.ts";

export type { Rule } from "./rules/rule.ts";

const TABLE = [
  ...YAML_RULES,
  ...TOOL_RULES,
  ...EXECUTION_RULES,
  ...PERMISSION_RULES,
  ...MANIFEST_RULES,
  ...CONFIG_RULES,
] as const;

/** The id of a rule that a file's text alone can break. */
export type RuleId = typeof TABLE[number]["id"];

/** Every rule that a file's text alone can break, in the order of the file's parts. */
export const RULES: readonly Rule<RuleId>[] = TABLE;

const BY_ID = new Map<RuleId, Rule<RuleId>>(RULES.map((rule) => [rule.id, rule]));

/** The rule of an id. */
export function ruleOf(id: RuleId): Rule<RuleId> {
  return BY_ID.get(id)!;
}
