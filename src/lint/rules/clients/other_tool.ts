import type { LintRule, Spot } from "../../rule.ts";
import { shownTexts } from "../../texts.ts";

/** A tool speaks for itself. */
export const otherTool: LintRule = {
  id: "other-tool",
  level: "warning",
  title: "Texts name no tools of other bundles",
  why: "One bundle could steer how a model uses another that it knows nothing of",
  mend: "Say what this tool does, and leave the other to its own description",
  check: ({ bundle, others }) => {
    const names = new Map(
      others.flatMap((b) => b.tools.map((t) => [t.spec.name, b.name] as const)),
    );
    return bundle.tools.flatMap(({ spec }) =>
      shownTexts(spec).flatMap(({ what, text, line, column }): Spot[] => {
        const found = text.match(/[a-z][a-z0-9_]*__[a-z0-9_]+/g)?.find((word) => names.has(word));
        if (found === undefined) return [];
        const at = line !== undefined && column !== undefined ? { line, column } : {};
        const message = `The tool "${found}" of the bundle "${
          names.get(found)
        }" is named in ${what}`;
        return [{ file: spec.file, ...at, message }];
      })
    );
  },
};
