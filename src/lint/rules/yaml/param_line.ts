import type { LintRule } from "../../rule.ts";

/** Each input has its line in the description. */
export const paramLine: LintRule = {
  id: "param-line",
  level: "warning",
  title: "Each input has a @param line in the description",
  why: "Some clients show a model the description and not the text of each input",
  mend: "Add the line to the description's block",
  check: ({ bundle }) =>
    bundle.tools.flatMap(({ spec }) =>
      spec.parameters
        .filter((p) => !new RegExp(`@param ${p.name}\\b`).test(spec.description))
        .map((p) => ({
          file: spec.file,
          ...spec.positions[`tool.input.properties.${p.name}`],
          message: `The description says nothing of "${p.name}"`,
          mend: `Add "@param ${p.name} …" to the description's block`,
        }))
    ),
};
