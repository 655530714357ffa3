import type { LintRule, Spot } from "../../rule.ts";

/**
 * What a person does not see and a model reads: bidirectional controls (Unicode UAX 9), invisible
 * letters, tag characters (U+E0000 block), variation selectors in rows, escape sequences.
 */
const HIDDEN: readonly [RegExp, string][] = [
  [/[\u202A-\u202E\u2066-\u2069\u200E\u200F\u061C]/u, "a control that turns the direction of text"],
  [/[\u{E0000}-\u{E007F}]/u, "tag characters, which nobody sees"],
  [
    /[\u200B\u2060-\u2064\u206A-\u206F\u00AD\u034F\u115F\u1160\u17B4\u17B5\u180E\u3164\uFFA0]/u,
    "an invisible character",
  ],
  [/(?<![\p{Extended_Pictographic}\p{L}\p{M}\uFE0F])[\u200C\u200D]/u, "an invisible joiner"],
  [/[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]{2}/u, "a row of variation selectors"],
  [/(?![\t\r])\p{Cc}/u, "a control character"],
  [/(?!^)\uFEFF/u, "an invisible character"],
];
const CHECKED = /\.(ya?ml|sh|bash|py|ts|js|mjs|prompt|md)$/;

/** Files hold what they show. */
export const hiddenText: LintRule = {
  id: "hidden-text",
  level: "error",
  title: "Files hold no invisible characters",
  why: "A text that a reviewer does not see can tell a model, or a shell, something else",
  mend: "Take the character away, or write it as an escape",
  check: ({ files }) =>
    files.filter((f) => CHECKED.test(f.path)).flatMap((f): Spot[] => {
      const spots: Spot[] = [];
      (f.text ?? "").split(/\r?\n/).forEach((line, index) => {
        for (const [pattern, what] of HIDDEN) {
          const found = pattern.exec(line);
          if (!found) continue;
          const code = found[0].codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0");
          const message = `The line holds ${what} (U+${code})`;
          spots.push({ file: f.path, line: index + 1, column: found.index + 1, message });
        }
      });
      return spots;
    }),
};
