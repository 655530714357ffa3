/**
 * Rules that look for patterns in the texts that a client shows to a model.
 *
 * @module
 */
import type { LintRule, Spot } from "./rule.ts";
import { shownTexts } from "./texts.ts";

/** A rule of texts: its patterns, each with what it finds. */
export interface TextRule extends Omit<LintRule, "check" | "fix"> {
  patterns: readonly (readonly [RegExp, string])[];
}

/** Makes the rule; each text is told about once per pattern. */
export function textRule({ patterns, ...rule }: TextRule): LintRule {
  return {
    ...rule,
    check: ({ bundle }) =>
      bundle.tools.flatMap(({ spec }) =>
        shownTexts(spec).flatMap(({ what, text, line, column }) =>
          patterns.flatMap(([pattern, found]): Spot[] => {
            const match = pattern.exec(text);
            if (!match) return [];
            const at = line !== undefined && column !== undefined ? { line, column } : {};
            const quoted = match[0].length > 60 ? `${match[0].slice(0, 57)}…` : match[0];
            return [{
              file: spec.file,
              ...at,
              message: `There is ${found} in ${what}: "${quoted}"`,
            }];
          })
        )
      ),
  };
}
