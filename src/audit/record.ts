/**
 * One line of the audit log, and the chain that ties each to the one before.
 *
 * @module
 */
import { sha256 } from "../spec/digest.ts";

/** What is written down about one call. Neither arguments nor output are. */
export interface AuditEntry {
  /** RFC 3339, UTC. */
  time: string;
  /** Who called: `stdio`, `cli`, or the subject of a token. */
  caller: string;
  tool: string;
  /** SHA-256 of the arguments' JSON with sorted keys. */
  arguments_sha256: string;
  /** SHA-256 of the tool's grants: what it was allowed when it ran. */
  grants_sha256: string;
  sandbox: string;
  status: string;
  reason: string;
  exit_code: number;
  duration_ms: number;
}

/** The `previous` of the first line of all. */
export const FIRST_LINK = "0".repeat(64);

/** An entry as it stands in the log. */
export interface AuditLine extends AuditEntry {
  /** The `hash` of the line before, in this file or the one before it. */
  previous: string;
  /** SHA-256 of the line's JSON without this field. */
  hash: string;
}

/** Text that is the same for equal values: keys sorted at every level. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).filter(([, v]) => v !== undefined)
      .sort(([a], [b]) => a < b ? -1 : 1);
    return `{${entries.map(([k, v]) => `${JSON.stringify(k)}:${canonicalJson(v)}`).join(",")}}`;
  }
  return JSON.stringify(value) ?? "null";
}

/** Links an entry to the line before it. */
export async function link(entry: AuditEntry, previous: string): Promise<AuditLine> {
  const body = { ...entry, previous };
  return { ...body, hash: await sha256(canonicalJson(body)) };
}

/** What is wrong with a log. */
export interface ChainFault {
  /** Counts from 1. */
  line: number;
  message: string;
}

/**
 * Checks a log's text: every line whole, unchanged, and tied to the one before.
 *
 * A cut at the end cannot be seen from inside; keep the last hash elsewhere to see it.
 */
export async function checkChain(
  text: string,
  first?: string,
): Promise<{ lines: number; last: string; fault?: ChainFault }> {
  const lines = text.split("\n").filter((l) => l !== "");
  let last = first;
  for (const [i, raw] of lines.entries()) {
    const fault = (message: string) => ({
      lines: i,
      last: last ?? FIRST_LINK,
      fault: { line: i + 1, message },
    });
    let line: AuditLine;
    try {
      line = JSON.parse(raw);
    } catch {
      return fault("The line is no JSON");
    }
    const { hash, ...body } = line;
    if (hash !== await sha256(canonicalJson(body))) return fault("The line was changed");
    if (last !== undefined && line.previous !== last) {
      return fault("A line before this one is missing");
    }
    last = hash;
  }
  return { lines: lines.length, last: last ?? FIRST_LINK };
}
