import { aliases, inputVariables } from "../../inputs.ts";
import type { LintRule } from "../../rule.ts";

/** Values stay whole. */
export const scriptUnquoted: LintRule = {
  id: "script-unquoted",
  level: "error",
  title: "Values of inputs are quoted",
  why:
    "The shell splits an unquoted value at blanks and expands its stars: one value becomes many arguments",
  mend: 'Put it in double quotes: "$NAME"',
  check: (view) =>
    view.scripts.filter((s) => !s.isSmokeTest).flatMap((script) => {
      const variables = new Set(inputVariables(view.toolsOf(script)).keys());
      const copies = aliases(script, variables);
      return script.facts().expansions
        .filter((e) =>
          !e.whole && (/^TOOL_/.test(e.name) || variables.has(e.name) || copies.has(e.name))
        )
        .map(({ name, line, column }) => ({
          file: script.path,
          line,
          column,
          message: `The value of "${name}" is not quoted`,
          mend: `Put it in double quotes: "$${name}"`,
        }));
    }),
};
