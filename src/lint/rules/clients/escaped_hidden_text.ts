import type { LintRule, Spot } from "../../rule.ts";
import { shownTexts } from "../../texts.ts";

const HIDDEN = /[\u200B-\u200F\u202A-\u202E\u2060-\u206F\u{E0000}-\u{E007F}]|(?![\t\n\r])\p{Cc}/u;

/** The same, written as an escape of YAML: the file looks clean, the text is not. */
export const escapedHiddenText: LintRule = {
  id: "escaped-hidden-text",
  level: "error",
  title: "Texts of tools hold no invisible characters, also not as escapes",
  why: "The client hands the model a text that nobody sees on the screen",
  mend: "Take the escape away",
  check: ({ bundle, files }) =>
    bundle.tools.flatMap(({ spec }) =>
      shownTexts(spec).flatMap(({ what, text, line, column }): Spot[] => {
        const found = HIDDEN.exec(text)?.[0];
        const raw = files.find((f) => f.path === spec.file)?.text ?? "";
        if (found === undefined || raw.includes(found)) return [];
        const code = found.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0");
        const at = line !== undefined && column !== undefined ? { line, column } : {};
        return [{
          file: spec.file,
          ...at,
          message: `There is an invisible character (U+${code}) in ${what}`,
        }];
      })
    ),
};
