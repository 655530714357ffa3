import { baseName, programCalls, runOf, runsAny } from "../../grants.ts";
import type { LintRule } from "../../rule.ts";

/** What is called is declared. */
export const undeclaredCommand: LintRule = {
  id: "undeclared-command",
  level: "error",
  title: "Every command that a script calls is declared",
  why: "A program that is not declared is not there inside the sandbox, so the call fails",
  mend: 'Add it to "run" in the permissions',
  check: (view) =>
    !view.bundle.manifest
      ? []
      : view.bundle.tools.filter((t) => !runsAny(view, t)).flatMap((tool) => {
        const declared = new Set(runOf(view, tool).map((e) => baseName(e.program)));
        return programCalls(view, tool).filter((c) => !declared.has(baseName(c.program))).map((
          c,
        ) => ({
          file: c.script.path,
          line: c.line,
          column: c.column,
          message: `The script calls "${c.program}", which the permissions do not declare`,
          mend: `Add ${baseName(c.program)} to "run" in the permissions, or do without it`,
        }));
      }),
};
