/**
 * The official conformance suite (`@modelcontextprotocol/conformance`), run under Deno against
 * one endpoint, and what it found.
 *
 * @module
 */
import { parse } from "@std/yaml";

/** Pinned: the results of two versions cannot be compared. */
const SUITE = "npm:@modelcontextprotocol/conformance@0.2.0-alpha.12";

/** What the suite is asked for, and how. */
export const REVISIONS: Record<string, readonly string[]> = {
  "2025-06-18": ["--suite", "all", "--spec-version", "2025-06-18"],
  "2025-11-25": ["--requirements", "2025-11-25"],
  "2026-07-28": ["--requirements", "2026-07-28"],
};

/** What one revision's run came to. */
export interface Found {
  passed: number;
  /** `scenario/check` → what the suite says. */
  failed: Map<string, string>;
  output: string;
}

interface Check {
  id: string;
  status: string;
  errorMessage?: string;
}

/**
 * Runs every server scenario of a revision.
 *
 * @param folder Where the suite may write
 */
export async function runSuite(revision: string, url: URL, folder: string): Promise<Found> {
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "-A", "--no-lock", "--no-config", SUITE],
      ...["server", "--url", url.href, "--output-dir", folder, ...REVISIONS[revision]!],
    ],
    env: { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" },
    stdin: "null",
  }).output();
  const text = new TextDecoder();
  const found: Found = { passed: 0, failed: new Map(), output: text.decode(stderr) };
  found.output += text.decode(stdout);
  for (const { name } of Deno.readDirSync(folder)) {
    const scenario = name.replace(/^server-/, "").replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, "");
    const checks: Check[] = JSON.parse(Deno.readTextFileSync(`${folder}/${name}/checks.json`));
    for (const { id, status, errorMessage } of checks) {
      if (status === "FAILURE") found.failed.set(`${scenario}/${id}`, errorMessage ?? "");
      else if (status === "SUCCESS") found.passed++;
    }
  }
  return found;
}

/** The checks that are known to fail: `scenario` or `scenario/check`, under the reason. */
export function readBaseline(): Map<string, string> {
  const text = Deno.readTextFileSync(new URL("./baseline.yaml", import.meta.url));
  const reasons = parse(text) as Record<string, string[]>;
  return new Map(
    Object.entries(reasons).flatMap(([reason, checks]) => checks.map((c) => [c, reason] as const)),
  );
}

/** The baseline's entry for a failed check. */
export function entryFor(baseline: Map<string, string>, check: string): string | undefined {
  return [check, check.slice(0, check.indexOf("/"))].find((key) => baseline.has(key));
}
