import type { LintRule } from "../../rule.ts";

const FIELDS = ["status", "exit_code", "stdout", "stderr", "command", "execution_time_ms"];

/** The fields of the result record are named. */
export const outputFields: LintRule = {
  id: "output-fields",
  level: "error",
  title: "A tool's output names the fields of the result",
  why: "Other readers of the file take the output for what the tool returns",
  mend: `Name ${FIELDS.join(", ")} in "tool.output.properties"`,
  check: ({ bundle }) =>
    bundle.tools.flatMap(({ spec }) => {
      if (spec.outputMode === "json" || spec.program.kind === "builtin") return [];
      const properties = spec.output["properties"];
      const has = properties !== null && typeof properties === "object" ? properties : {};
      const missing = FIELDS.filter((field) => !Object.hasOwn(has, field));
      if (missing.length === 0) return [];
      const at = spec.positions["tool.output.properties"] ?? spec.positions["tool.output"] ??
        spec.positions["tool"];
      return [{ file: spec.file, ...at, message: `The output lacks "${missing.join('", "')}"` }];
    }),
};
