/**
 * Findings for people: one line each.
 *
 * @module
 */
import type { Finding } from "../problem.ts";
import { shortPath } from "./place.ts";

/** `file:line:column: level rule: message. Mend.` */
export function textReport(findings: readonly Finding[], folder: string): string {
  return findings.map((f) =>
    `${shortPath(f.file, folder)}:${f.line}:${f.column}: ${f.level} ${f.rule}: ${
      visible(`${f.message}. ${f.mend}.`)
    }\n`
  ).join("");
}

/** A bundle's own words may hold escape sequences: a terminal must not obey them. */
export function visible(text: string): string {
  return text.replace(
    /[\p{Cc}\u200B-\u200F\u202A-\u202E\u2060-\u206F\u{E0000}-\u{E007F}]/gu,
    (c) => `\\u{${c.codePointAt(0)!.toString(16)}}`,
  );
}
