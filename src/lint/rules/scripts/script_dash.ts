import { aliases, inputVariables, isFreeText } from "../../inputs.ts";
import type { LintRule, Spot } from "../../rule.ts";
import { BUILTINS } from "../../shell/builtins.ts";
import type { Word } from "../../shell/facts.ts";

/** Values cannot pass for options. */
export const scriptDash: LintRule = {
  id: "script-dash",
  level: "warning",
  title: 'Values are passed to programs behind "--"',
  why: "A value that begins with a dash is an option to the program, and some options run code",
  mend: 'Put "--" before the value, or give it as --option=VALUE',
  check: (view) =>
    view.scripts.filter((s) => !s.isSmokeTest).flatMap((script) => {
      const inputs = inputVariables(view.toolsOf(script));
      const copies = aliases(script, new Set(inputs.keys()));
      const isFree = (name: string) =>
        (inputs.get(name) ?? inputs.get(copies.get(name) ?? "") ?? []).some(isFreeText);
      const spots: Spot[] = [];
      for (const { program, args } of script.callsAmong(view.scripts)) {
        if (program === undefined || BUILTINS.has(program)) continue;
        args.some((word, index) => {
          if (word.literal === "--") return true;
          const lead = word.expansions[0];
          if (!lead?.leads || !isFree(lead.name) || isOptionValue(args[index - 1])) return false;
          spots.push({
            file: script.path,
            line: word.line,
            column: word.column,
            message:
              `"${program}" takes the value of "${lead.name}" for an option when it begins with a dash`,
          });
          return false;
        });
      }
      return spots;
    }),
};

/** `-i "$X"`: the word after an option is mostly its value. */
function isOptionValue(before: Word | undefined): boolean {
  return before !== undefined && /^-{1,2}[A-Za-z]/.test(before.literal ?? "");
}
