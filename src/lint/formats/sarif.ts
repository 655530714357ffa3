/**
 * Findings as SARIF 2.1.0, which code hosts and editors read.
 *
 * Source: OASIS "Static Analysis Results Interchange Format (SARIF) Version 2.1.0".
 *
 * @module
 */
import type { Finding } from "../problem.ts";
import { shortPath } from "./place.ts";

/** What a report says of a rule. */
export interface SarifRule {
  id: string;
  title: string;
  why: string;
  mend: string;
}

const LEVELS = { error: "error", warning: "warning", info: "note" } as const;

/** One run. Rules that the table does not know are named by their id alone. */
export function sarifReport(
  findings: readonly Finding[],
  folder: string,
  tool: { name: string; version: string },
  rules: readonly SarifRule[],
): string {
  const ids = [...new Set(findings.map((f) => f.rule))].sort();
  const descriptors = ids.map((id) => {
    const rule = rules.find((r) => r.id === id);
    return rule === undefined ? { id } : {
      id,
      shortDescription: { text: `${rule.title}.` },
      fullDescription: { text: `${rule.why}.` },
      help: { text: `${rule.mend}.` },
    };
  });
  const report = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [{
      tool: { driver: { name: tool.name, version: tool.version, rules: descriptors } },
      columnKind: "utf16CodeUnits",
      results: findings.map((f) => ({
        ruleId: f.rule,
        ruleIndex: ids.indexOf(f.rule),
        level: LEVELS[f.level],
        message: { text: `${f.message}. ${f.mend}.` },
        locations: [{
          physicalLocation: {
            artifactLocation: { uri: uri(shortPath(f.file, folder)) },
            region: { startLine: f.line, startColumn: f.column },
          },
        }],
      })),
    }],
  };
  return JSON.stringify(report, null, 2) + "\n";
}

/** A relative reference, or a file URI (RFC 8089) for what lies elsewhere. */
function uri(path: string): string {
  const escaped = path.split("/").map(encodeURIComponent).join("/");
  return path.startsWith("/") ? `file://${escaped}` : escaped;
}
