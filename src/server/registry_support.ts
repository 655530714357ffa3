/**
 * Small questions that a registry asks.
 *
 * @module
 */
import type { ResponseMode } from "../call/arguments.ts";
import type { Outcome } from "../call/outcome.ts";
import type { PlanTool } from "../plan/types.ts";
import { RESPONSE_MODE } from "../spec/input_schema.ts";

/** The outcome with what the tool's bundle lacks, which only a failure needs to know. */
export function withHints(tool: PlanTool, outcome: Outcome): Outcome {
  const told: Outcome = tool.unhealthy === undefined
    ? outcome
    : { ...outcome, status: "error", reason: "spawn", message: tool.unhealthy };
  if (told.status !== "error" || tool.hints.length === 0) return told;
  return {
    ...told,
    message: [told.message, ...tool.hints].filter((m) => m !== undefined).join("\n"),
  };
}

/** The mode that a refused call asked for: whoever reads structured content reads refusals there too. */
export function askedMode(args: unknown): ResponseMode {
  const asked = (args as Record<string, unknown> | null | undefined)?.[RESPONSE_MODE.name];
  return asked === "structuredContent" ? asked : "content";
}

/** Sorts by time and cannot be guessed; a file name on every system. */
export function newCallId(): string {
  return `${new Date().toISOString().replace(/[-:.]/g, "")}-${crypto.randomUUID()}`;
}

/** A variable that the flags do not name is as good as unset. */
export function readVariable(name: string): string | undefined {
  try {
    return Deno.env.get(name);
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable) return undefined;
    throw error;
  }
}
