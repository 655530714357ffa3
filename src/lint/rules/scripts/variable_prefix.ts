import type { LintRule } from "../../rule.ts";

/** Values of calls are told apart by their names. */
export const variablePrefix: LintRule = {
  id: "variable-prefix",
  level: "warning",
  title: "Variables of inputs begin with TOOL_",
  why: "Another name may mean something to the programs that the script runs",
  mend: "Rename the variable in the YAML and in the script",
  check: ({ bundle }) =>
    bundle.tools.filter(({ spec }) => spec.program.kind === "script").flatMap(({ spec }) =>
      Object.keys(spec.env.fromParams).filter((name) => !name.startsWith("TOOL_")).map((name) => ({
        file: spec.file,
        ...spec.positions[`execution.env.fromParams.${name}`],
        message: `The variable "${name}" does not begin with TOOL_`,
      }))
    ),
};
