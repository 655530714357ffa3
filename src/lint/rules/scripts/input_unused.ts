import type { LintRule, Spot } from "../../rule.ts";

/** Each input reaches something. */
export const inputUnused: LintRule = {
  id: "input-unused",
  level: "warning",
  title: "A script reads every input",
  why: "A caller sets what it believes in, and nothing comes of it",
  mend: "Read the variable in the script, or take the input away",
  check: (view) =>
    view.bundle.tools.flatMap((tool): Spot[] => {
      const { spec } = tool;
      const scripts = view.scriptsOf(tool);
      // What another language reads is not looked for.
      if (scripts.length === 0 || scripts.some((s) => s.facts().indirect)) return [];
      const read = new Set(scripts.flatMap((s) => s.facts().expansions.map((e) => e.name)));
      return Object.entries(spec.env.fromParams).filter(([v]) => !read.has(v)).map((
        [variable, input],
      ) => ({
        file: spec.file,
        ...spec.positions[`execution.env.fromParams.${variable}`],
        message: `The input "${input}" is set as "${variable}", which the script never reads`,
      }));
    }),
};
