/**
 * `meta.json`: what ran, when, and what came of it.
 *
 * Pure. @module
 */
import type { Outcome } from "../../call/outcome.ts";
import type { WrappedTool } from "./answer.ts";
import { exitCodeOf } from "./texts.ts";

/** The text of the file. */
export function metaText(tool: WrappedTool, o: Outcome, now = Date.now()): string {
  const ran = o.exitCode >= 0 && !o.timedOut;
  return JSON.stringify(
    {
      tool: tool.results.tool,
      argv: o.words ?? [o.command],
      started_at: new Date(now - o.executionTimeMs).toISOString(),
      ended_at: new Date(now).toISOString(),
      exit_code: ran ? exitCodeOf(o) : null,
      ...(o.timedOut && { timed_out: true }),
      sandbox: o.sandbox,
    },
    null,
    2,
  ) + "\n";
}
