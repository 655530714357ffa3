/**
 * A call of a tool of a configuration, answered in the texts of cli-wrap.
 *
 * Deno permissions: `--allow-read` and `--allow-write` for the state folder; those of the call.
 *
 * @module
 */
import type { Outcome } from "../../call/outcome.ts";
import type { Plan, PlanTool } from "../../plan/types.ts";
import type { WrapResults } from "../../spec/types.ts";
import { OUTPUT_DIR } from "../../spec/results.ts";
import { recordOf, type ToolResult } from "../record.ts";
import { newCallId } from "../registry_support.ts";
import { keepFolder, newFolderName } from "./keep.ts";
import { metaText } from "./meta.ts";
import { readExcerpt } from "./stream_file.ts";
import {
  errorText,
  type Excerpt,
  fileText,
  type Kept,
  stderrText,
  truncatedText,
} from "./texts.ts";

/** A tool that answers so. */
export type WrappedTool = PlanTool & { results: WrapResults & { folder: string } };

/** Whether a tool answers so. */
export function isWrapped(tool: PlanTool): tool is WrappedTool {
  return tool.results !== undefined;
}

/** Names of the call's files, given to whoever makes the call. */
export interface WrappedCall {
  callId: string;
  logs: { stdout: string; stderr: string };
}

/** Where the record of a run stands. */
const RECORD_KEY = "shell-as-mcp/record";

/**
 * Makes the call and answers it.
 *
 * @param args As they came; what is wrong with them the call itself finds out
 * @param make Makes the call with its streams going to the files
 */
export async function answerWrapped(
  plan: Plan,
  tool: WrappedTool,
  args: unknown,
  make: (call: WrappedCall) => Promise<Outcome>,
): Promise<ToolResult> {
  const callId = newCallId();
  const base = `${plan.stateFolder}/spill/${callId}`;
  const logs = { stdout: `${base}-stdout.log`, stderr: `${base}-stderr.log` };
  try {
    for (const path of Object.values(logs)) {
      Deno.writeFileSync(path, new Uint8Array(), { mode: 0o600, createNew: true });
    }
    const outcome = await make({ callId, logs });
    const limit = tool.results.inlineBytes;
    const stdout = readExcerpt(logs.stdout, Math.max(limit, 2000));
    const stderr = readExcerpt(logs.stderr, 0);
    const folder = folderFor(tool, args, outcome, stdout);
    let kept: Kept;
    if (folder !== undefined) {
      const meta = `${base}-meta.json`;
      Deno.writeTextFileSync(meta, metaText(tool, outcome), { mode: 0o600 });
      const name = newFolderName(tool.results.tool);
      kept = await keepFolder(plan, { folder, level: "outputs", name }, {
        "stdout.log": logs.stdout,
        "stderr.log": logs.stderr,
        "meta.json": meta,
      });
    }
    const isForced = tool.results.outputMode === "file" || askedFolder(args) !== undefined;
    return resultOf(tool, outcome, stdout, stderr, kept, isForced);
  } finally {
    for (const path of [logs.stdout, logs.stderr, `${base}-meta.json`]) {
      try {
        Deno.removeSync(path);
      } catch {
        // Not every call has all of them.
      }
    }
  }
}

/** The answer to a call that never ran. */
export function wrappedResult(tool: WrappedTool, outcome: Outcome): ToolResult {
  const none: Excerpt = { head: new Uint8Array(), tail: new Uint8Array(), size: 0 };
  return resultOf(tool, outcome, none, none, undefined, false);
}

function askedFolder(args: unknown): string | undefined {
  const asked = (args as Record<string, unknown> | null | undefined)?.[OUTPUT_DIR];
  return typeof asked === "string" ? asked : undefined;
}

/** Where the whole output goes; undefined: nowhere. What never ran has none. */
function folderFor(
  tool: WrappedTool,
  args: unknown,
  outcome: Outcome,
  stdout: Excerpt,
): string | undefined {
  if (outcome.command === "" || outcome.reason === "spawn") return undefined;
  const asked = askedFolder(args);
  if (asked !== undefined) return asked;
  const { outputMode, onLarge, inlineBytes, folder } = tool.results;
  const isLarge = onLarge === "file" && stdout.size > inlineBytes && outcome.status === "success";
  return outputMode === "file" || isLarge ? folder : undefined;
}

function resultOf(
  tool: WrappedTool,
  outcome: Outcome,
  stdout: Excerpt,
  stderr: Excerpt,
  kept: Kept,
  isForced: boolean,
): ToolResult {
  const limit = tool.results.inlineBytes;
  const lines: string[] = [];
  const error = errorText(outcome, tool.timeoutMs);
  if (error !== undefined) lines.push(error);
  if (kept && "folder" in kept) {
    if (error !== undefined) lines.push(`output saved to: ${kept.folder}`);
    else {
      const isLarge = tool.results.outputMode === "inline" && stdout.size > limit;
      lines.push(fileText(kept.folder, stdout, isLarge ? limit : undefined));
    }
  } else if (kept && isForced) lines.push(`error: failed to write output: ${kept.fault}`);
  // A large output that cannot be written is cut, and its cause is told beside it.
  const note = kept && "fault" in kept && !isForced
    ? [`[the whole output could not be written: ${kept.fault}]`]
    : [];
  const texts = [lines.join("\n")];
  const inFile = kept !== undefined && "folder" in kept;
  const streams = [
    ...(inFile || stdout.size === 0 ? [] : [truncatedText(stdout, limit)]),
    ...(stderr.size > 0 ? [stderrText(stderr)!] : []),
    ...note,
  ];
  // The text of a call that went well is its output and nothing else.
  const blocks = texts[0] === "" ? streams : [...texts, ...streams];
  const { stdout: _o, stderr: _e, ...record } = recordOf(outcome);
  return {
    content: (blocks.length > 0 ? blocks : [""]).map((text) => ({ type: "text", text })),
    isError: error !== undefined || (isForced && kept !== undefined && "fault" in kept),
    _meta: { [RECORD_KEY]: record },
  };
}
