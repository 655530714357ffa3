import type { LintRule } from "../../rule.ts";

const CHECKED = /\.(ya?ml|sh|bash|md)$/;

/** Lines end where their text ends. */
export const trailingSpace: LintRule = {
  id: "trailing-space",
  level: "warning",
  title: "Lines do not end in blanks",
  why: "They are invisible, and after a backslash they break a script",
  mend: "Cut them off",
  check: ({ files }) =>
    files.filter((f) => CHECKED.test(f.path)).flatMap((f) =>
      (f.text ?? "").split("\n").flatMap((line, index) => {
        const length = line.trimEnd().length;
        if (length === line.length) return [];
        const message = "The line ends in blanks";
        return [{ file: f.path, line: index + 1, column: length + 1, message }];
      })
    ),
  fix: ({ files }) =>
    files.filter((f) => CHECKED.test(f.path)).flatMap((f) => {
      if (f.text === undefined) return [];
      const text = f.text.split("\n").map((line) => line.trimEnd()).join("\n");
      return text === f.text ? [] : [{ file: f.path, text }];
    }),
};
