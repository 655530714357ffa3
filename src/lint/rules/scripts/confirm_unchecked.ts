import type { LintRule, Spot } from "../../rule.ts";

/** A confirmation that nobody looks at is none. */
export const confirmUnchecked: LintRule = {
  id: "confirm-unchecked",
  level: "error",
  title: "A script checks its confirm_action",
  why: "A call without the confirmation would do the work all the same",
  mend: "Test the variable at the beginning of the script and stop unless it is true",
  check: (view) =>
    view.bundle.tools.flatMap((tool): Spot[] => {
      const { spec } = tool;
      const scripts = view.scriptsOf(tool);
      const [variable] = Object.entries(spec.env.fromParams).find(([, input]) =>
        input === "confirm_action"
      ) ?? [];
      if (variable === undefined || scripts.length === 0) return [];
      const names = new Set([variable]);
      for (const script of scripts) {
        for (const [name, values] of script.facts().assigned) {
          if (values.some((v) => v.from.includes(variable))) names.add(name);
        }
      }
      const isTested = scripts.some((s) =>
        s.facts().expansions.some((e) => names.has(e.name) && e.place === "test") ||
        s.facts().commands.some((c) =>
          ["[", "test"].includes(c.name.literal ?? "") &&
          c.args.some((a) => a.expansions.some((e) => names.has(e.name)))
        )
      );
      if (isTested) return [];
      return [{
        file: spec.file,
        ...spec.positions[`execution.env.fromParams.${variable}`],
        message: `No test in the script looks at "${variable}"`,
      }];
    }),
};
