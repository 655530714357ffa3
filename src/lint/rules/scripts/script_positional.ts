import type { LintRule } from "../../rule.ts";

/** Inputs come in the environment. */
export const scriptPositional: LintRule = {
  id: "script-positional",
  level: "error",
  title: "A script reads its inputs from the environment",
  why: "Without script.args nothing is ever there, so the script sees an empty value",
  mend: 'Read the variable that "env.fromParams" sets, or declare "script.args"',
  check: (view) =>
    view.scripts.flatMap((script) => {
      const tools = view.toolsOf(script);
      const hasArguments = tools.some(({ spec }) =>
        spec.program.kind === "script" && spec.program.args.length > 0
      );
      const facts = script.facts();
      const isSet = facts.commands.some((c) =>
        c.name.literal === "set" && c.args[0]?.literal === "--"
      );
      if (tools.length === 0 || hasArguments || isSet) return [];
      return facts.expansions
        .filter((e) => e.within === undefined && /^([1-9]\d*|[@*])$/.test(e.name))
        .map(({ name, line, column }) => ({
          file: script.path,
          line,
          column,
          message: `The script reads "$${name}", but no tool gives it arguments`,
        }));
    }),
};
