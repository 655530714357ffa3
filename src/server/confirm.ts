/**
 * `confirm: human`: a person says yes before the tool runs, or it does not run.
 *
 * The question is put through the client (MCP elicitation), for one call with its very
 * arguments; the answer goes to that call alone and is void after a while. What a model
 * writes into the arguments never counts.
 *
 * @module
 */
import { canonicalJson } from "../audit/record.ts";
import { quoteValue } from "../call/quote_value.ts";
import type { PlanTool } from "../plan/types.ts";
import { sha256 } from "../spec/digest.ts";

/** What a person is asked. */
export interface Question {
  message: string;
  /** SHA-256 of the tool's name and the arguments: what the answer is for. */
  digest: string;
}

/** Asks a person; undefined when there is nobody to ask. */
export type Ask = (question: Question, signal: AbortSignal) => Promise<boolean>;

const EXPIRES_MS = 5 * 60 * 1000;

/** Whether the operator approved the tool when the server was started: `*` stands for any text. */
export function isApproved(tool: PlanTool, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => {
    const parts = pattern.split("*").map((p) => p.replace(/[\\^$.|?+()[\]{}]/g, "\\$&"));
    const whole = new RegExp(`^${parts.join(".*")}$`, "s");
    return whole.test(tool.name) || whole.test(tool.specName);
  });
}

/** The question for one call. */
export async function questionFor(
  tool: PlanTool,
  values: Readonly<Record<string, unknown>>,
): Promise<Question> {
  const shown = Object.entries(values).map(([name, value]) => `  ${name}: ${quoteValue(value)}`);
  return {
    message: [
      `Run ${tool.title ?? tool.name} (${tool.name})?`,
      ...(shown.length > 0 ? ["With:", ...shown] : ["Without arguments."]),
    ].join("\n"),
    digest: await sha256(canonicalJson({ tool: tool.specName, arguments: values })),
  };
}

/**
 * Whether the call may run: undefined, or why not.
 *
 * @param ask How to reach a person; undefined when the client cannot
 */
export async function confirmCall(
  tool: PlanTool,
  values: Readonly<Record<string, unknown>>,
  approved: readonly string[],
  ask: Ask | undefined,
  signal: AbortSignal | undefined,
  expiresMs = EXPIRES_MS,
): Promise<string | undefined> {
  if (tool.confirm !== "human" || isApproved(tool, approved)) return undefined;
  if (!ask) {
    return `The tool "${tool.name}" runs only after a person said yes, and this client cannot ask one. ` +
      `Use a client with elicitation, or start the server with --approve ${tool.name}`;
  }
  const expired = AbortSignal.timeout(expiresMs);
  const both = signal ? AbortSignal.any([signal, expired]) : expired;
  try {
    const yes = await ask(await questionFor(tool, values), both);
    // An answer that comes too late is for nobody.
    if (both.aborted) return "No answer came in time, so the tool did not run";
    return yes ? undefined : "A person was asked and did not agree, so the tool did not run";
  } catch (error) {
    if (expired.aborted) return "No answer came in time, so the tool did not run";
    return `A person could not be asked (${(error as Error).message}), so the tool did not run`;
  }
}
