import type { LintRule } from "../../rule.ts";
import { SHELLS } from "../../shell/builtins.ts";
import type { Call } from "../../shell/calls.ts";

/** Values are never code. */
export const scriptEval: LintRule = {
  id: "script-eval",
  level: "error",
  title: "No value becomes code",
  why: "A value that a shell reads as code can run every program that the tool may run",
  mend: "Call the program with the value as an argument of its own",
  check: ({ scripts }) =>
    scripts.filter((s) => !s.isSmokeTest).flatMap((script) =>
      script.calls().flatMap((call) => {
        const what = codeIn(call);
        if (what === undefined) return [];
        return [{ file: script.path, line: call.line, column: call.column, message: what }];
      })
    ),
};

function codeIn(call: Call): string | undefined {
  const program = call.program?.slice(call.program.lastIndexOf("/") + 1) ?? "";
  const named = (words: Call["args"]) => words.flatMap((w) => w.expansions)[0]?.name;
  if (program === "eval") {
    const name = named(call.args);
    return name === undefined ? undefined : `"eval" reads the value of "${name}" as code`;
  }
  if (program === "source" || program === ".") {
    const name = call.args[0]?.expansions.find((e) => /^TOOL_/.test(e.name))?.name;
    return name === undefined ? undefined : `"${program}" runs the file that "${name}" names`;
  }
  if (!SHELLS.has(program)) return undefined;
  const option = call.args.findIndex((w) => /^-[a-z]*c$/.test(w.literal ?? ""));
  if (option < 0) return undefined;
  const name = named(call.args.slice(option + 1, option + 2));
  return name === undefined ? undefined : `"${program} -c" reads the value of "${name}" as code`;
}
