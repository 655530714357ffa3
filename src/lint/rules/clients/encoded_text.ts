import { textRule } from "../../text_rule.ts";

/** Texts are written for people. */
export const encodedText = textRule({
  id: "encoded-text",
  level: "warning",
  title: "Texts hold no encoded blocks",
  why: "A model decodes what a reviewer reads over",
  mend: "Write it in plain words, or leave it out",
  patterns: [
    [
      /(?=[A-Za-z0-9+/]*[A-Z])(?=[A-Za-z0-9+/]*[a-z])(?=[A-Za-z0-9+/]*\d)[A-Za-z0-9+/]{48,}={0,2}/,
      "a long encoded block",
    ],
    [/\b(?:[0-9a-f]{2}){40,}\b/i, "a long encoded block"],
    [/(?:\\x[0-9a-f]{2}|\\u[0-9a-f]{4}|%[0-9a-f]{2}){8,}/i, "a long row of escapes"],
  ],
});
