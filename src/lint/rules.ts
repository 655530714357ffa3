/**
 * Every rule of the linter, by family.
 *
 * @module
 */
import type { LintRule } from "./rule.ts";
import { fileTooLarge } from "./rules/yaml/file_too_large.ts";
import { manifestMissing } from "./rules/yaml/manifest_missing.ts";
import { outputFields } from "./rules/yaml/output_fields.ts";
import { paramLine } from "./rules/yaml/param_line.ts";
import { requiredList } from "./rules/yaml/required_list.ts";
import { smokeTestMissing } from "./rules/yaml/smoke_test_missing.ts";
import { toolFileName } from "./rules/yaml/tool_file_name.ts";
import { trailingSpace } from "./rules/yaml/trailing_space.ts";
import { confirmUnchecked } from "./rules/scripts/confirm_unchecked.ts";
import { destructiveUnconfirmed } from "./rules/scripts/destructive_unconfirmed.ts";
import { inputUnused } from "./rules/scripts/input_unused.ts";
import { scriptDash } from "./rules/scripts/script_dash.ts";
import { scriptEval } from "./rules/scripts/script_eval.ts";
import { scriptHead } from "./rules/scripts/script_head.ts";
import { scriptPositional } from "./rules/scripts/script_positional.ts";
import { scriptExecutable } from "./rules/scripts/script_executable.ts";
import { scriptUnquoted } from "./rules/scripts/script_unquoted.ts";
import { shellcheck } from "./rules/scripts/shellcheck.ts";
import { sourceOutside } from "./rules/scripts/source_outside.ts";
import { variablePrefix } from "./rules/scripts/variable_prefix.ts";
import { dynamicCommand } from "./rules/grants/dynamic_command.ts";
import { networkUndeclared } from "./rules/grants/network_undeclared.ts";
import { pythonImports } from "./rules/grants/python_imports.ts";
import { scriptUnread } from "./rules/grants/script_unread.ts";
import { surplusCommand } from "./rules/grants/surplus_command.ts";
import { undeclaredCommand } from "./rules/grants/undeclared_command.ts";
import { variableUndeclared } from "./rules/grants/variable_undeclared.ts";
import { wideGrant } from "./rules/grants/wide_grant.ts";
import { writeUndeclared } from "./rules/grants/write_undeclared.ts";
import { clientName } from "./rules/clients/client_name.ts";
import { clientProperty } from "./rules/clients/client_property.ts";
import { clientSchema } from "./rules/clients/client_schema.ts";
import { encodedText } from "./rules/clients/encoded_text.ts";
import { escapedHiddenText } from "./rules/clients/escaped_hidden_text.ts";
import { hiddenText } from "./rules/clients/hidden_text.ts";
import { modelMarkup } from "./rules/clients/model_markup.ts";
import { otherTool } from "./rules/clients/other_tool.ts";
import { secretPlace } from "./rules/clients/secret_place.ts";
import { promptBody } from "./rules/prompts/prompt_body.ts";
import { promptFrontMatter } from "./rules/prompts/prompt_front_matter.ts";
import { skillFrontMatter } from "./rules/skills/skill_front_matter.ts";
import { skillPath } from "./rules/skills/skill_path.ts";
import { skillSections } from "./rules/skills/skill_sections.ts";
import { lockChanged } from "./rules/lock/lock_changed.ts";

/** Rules of the files and how they fit together. */
export const YAML_RULES: readonly LintRule[] = [
  fileTooLarge,
  manifestMissing,
  outputFields,
  paramLine,
  requiredList,
  smokeTestMissing,
  toolFileName,
  trailingSpace,
];

/** Rules of shell scripts. */
export const SCRIPT_RULES: readonly LintRule[] = [
  confirmUnchecked,
  destructiveUnconfirmed,
  inputUnused,
  scriptDash,
  scriptEval,
  scriptHead,
  scriptPositional,
  scriptExecutable,
  scriptUnquoted,
  shellcheck,
  sourceOutside,
  variablePrefix,
];

/** Rules that compare the scripts with the permissions. */
export const GRANT_RULES: readonly LintRule[] = [
  dynamicCommand,
  networkUndeclared,
  pythonImports,
  scriptUnread,
  surplusCommand,
  undeclaredCommand,
  variableUndeclared,
  wideGrant,
  writeUndeclared,
];

/** Rules of what clients and models are shown. */
export const CLIENT_RULES: readonly LintRule[] = [
  clientName,
  clientProperty,
  clientSchema,
  encodedText,
  escapedHiddenText,
  hiddenText,
  modelMarkup,
  otherTool,
  secretPlace,
];

/** Rules of prompts and skills. */
export const GUIDE_RULES: readonly LintRule[] = [
  promptBody,
  promptFrontMatter,
  skillFrontMatter,
  skillPath,
  skillSections,
];

/** Rules of the lock. */
export const LOCK_RULES: readonly LintRule[] = [lockChanged];

/** All of them, in the order of the families. */
export const LINT_RULES: readonly LintRule[] = [
  ...YAML_RULES,
  ...SCRIPT_RULES,
  ...GRANT_RULES,
  ...CLIENT_RULES,
  ...GUIDE_RULES,
  ...LOCK_RULES,
];
