import type { LintRule } from "../../rule.ts";
import { besideScript } from "../../script.ts";

/** What a script sources is part of its bundle. */
export const sourceOutside: LintRule = {
  id: "source-outside",
  level: "error",
  title: "A script sources files of its own bundle only",
  why: "Code from elsewhere is reviewed by nobody, and is not there inside the sandbox",
  mend:
    'Put the file into the bundle and source it from beside the script: source "${BASH_SOURCE[0]%/*}/NAME"',
  check: ({ scripts, files }) =>
    scripts.filter((s) => !s.isSmokeTest).flatMap((script) =>
      script.facts().commands.flatMap(({ name, args }) => {
        const word = args[0];
        if ((name.literal !== "source" && name.literal !== ".") || !word) return [];
        const beside = besideScript(word.text, script.path);
        const path = beside ?? word.literal;
        if (path === undefined || files.some((f) => f.path === path)) return [];
        const { line, column } = word;
        return [{
          file: script.path,
          line,
          column,
          message: `${word.text} is no file of the bundle`,
        }];
      })
    ),
};
