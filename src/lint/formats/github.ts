/**
 * Findings as annotations of GitHub Actions.
 *
 * Source: GitHub's documentation, "Workflow commands for GitHub Actions".
 *
 * @module
 */
import type { Finding } from "../problem.ts";
import { shortPath } from "./place.ts";

const COMMANDS = { error: "error", warning: "warning", info: "notice" } as const;

/** One workflow command a finding. */
export function githubReport(findings: readonly Finding[], folder: string): string {
  return findings.map((f) => {
    const file = property(shortPath(f.file, folder));
    const place = `file=${file},line=${f.line},col=${f.column},title=${property(f.rule)}`;
    return `::${COMMANDS[f.level]} ${place}::${data(`${f.message}. ${f.mend}.`)}\n`;
  }).join("");
}

/** A line break would begin a command of the bundle's choice. */
function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
