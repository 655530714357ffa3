import type { LintRule } from "../../rule.ts";
import { besideScript } from "../../script.ts";

/** What the text of a script cannot say. */
export const dynamicCommand: LintRule = {
  id: "dynamic-command",
  level: "info",
  title: "Commands whose name only a run can tell",
  why: "No reader of the script can compare them with the permissions",
  mend: "Write the program's name where it is known",
  check: (view) =>
    view.bundle.tools.flatMap((tool) => {
      const scripts = view.scriptsOf(tool);
      return scripts.flatMap((script) =>
        script.callsAmong(scripts)
          .filter((c) => c.program === undefined && besideScript(c.text, script.path) === undefined)
          .map(({ text, line, column }) => ({
            file: script.path,
            line,
            column,
            message: `Which program ${text} is cannot be known from the script`,
          }))
      );
    }),
};
