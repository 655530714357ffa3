/**
 * Outcome → MCP result (SPEC section 3; MCP 2025-11-25, server/tools).
 *
 * Pure. @module
 */
import type { Outcome } from "../call/outcome.ts";
import type { PlanTool } from "../plan/types.ts";
import type { Json, JsonObject } from "../spec/types.ts";

/** One block of a result's content. */
export type ContentBlock =
  | { type: "text"; text: string }
  | { type: "resource_link"; uri: string; name: string; mimeType: string; description: string };

/** The result of `tools/call`. */
export interface ToolResult {
  content: ContentBlock[];
  structuredContent?: JsonObject;
  isError: boolean;
  _meta?: JsonObject;
}

/** Where the record stands when a tool's own JSON is the answer. */
const RECORD_KEY = "shell-as-mcp/record";

/** The record of a run. */
export function recordOf(o: Outcome): JsonObject {
  const truncated: JsonObject = {};
  for (const name of ["stdout", "stderr"] as const) {
    if (o[name].truncated) truncated[name] = { bytes_seen: o[name].bytesSeen };
  }
  return {
    status: o.status,
    exit_code: o.exitCode,
    command: o.command,
    execution_time_ms: o.executionTimeMs,
    spec_tool: o.tool,
    reason: o.reason,
    signal: o.signal,
    timed_out: o.timedOut,
    truncated,
    sandbox: o.sandbox,
    output_files: o.outputFiles,
    ...(o.message !== undefined && { message: o.message }),
    stdout: o.stdout.text,
    stderr: o.stderr.text,
  };
}

/** The record as labelled lines, then the streams. */
export function recordText(o: Outcome): string {
  const lines: string[] = [
    `status: ${o.status}`,
    `exit_code: ${o.exitCode}`,
    `command: ${o.command}`,
    `execution_time_ms: ${o.executionTimeMs}`,
    `spec_tool: ${o.tool}`,
  ];
  if (o.status === "error" || o.message !== undefined) lines.push(`reason: ${o.reason}`);
  if (o.signal !== null) lines.push(`signal: ${o.signal}`);
  if (o.timedOut) lines.push("timed_out: true");
  for (const name of ["stdout", "stderr"] as const) {
    if (o[name].truncated) lines.push(`truncated: ${name}, of ${o[name].bytesSeen} bytes`);
  }
  lines.push(`sandbox: ${o.sandbox}`);
  for (const file of o.outputFiles) lines.push(`output_file: ${onOneLine(file)}`);
  if (o.message !== undefined) lines.push(`message: ${o.message}`);
  for (const name of ["stdout", "stderr"] as const) {
    lines.push(o[name].text === "" ? `${name}: (empty)` : `${name}:\n${o[name].text}`);
  }
  return lines.join("\n");
}

/** A tool chooses the names of its files, and none may pass for a line of ours. */
function onOneLine(path: string): string {
  return path.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, escapeUnit);
}

/** The answer of a tool without a schema of its own. */
export function recordResult(o: Outcome, mode: "content" | "structuredContent"): ToolResult {
  const record = recordOf(o);
  const text = mode === "content" ? recordText(o) : JSON.stringify(record);
  return {
    content: [{ type: "text", text }, ...links(o)],
    ...(mode === "structuredContent" && { structuredContent: record }),
    isError: o.status === "error",
  };
}

/**
 * The answer of an `output: json` tool: its own JSON, as text and structured; the record
 * goes to `_meta`. Output that is no JSON, is cut off or breaks the schema is an error, in
 * text alone: clients hold structured content against the schema, on errors too.
 *
 * @param check Says what breaks the tool's output schema; undefined when nothing does
 */
export function jsonResult(
  o: Outcome,
  tool: PlanTool,
  check: (value: unknown) => string | undefined,
): ToolResult {
  const record = recordOf(o);
  const fail = (message: string): ToolResult => ({
    content: [
      { type: "text", text: escapeControls(JSON.stringify({ error: message, record })) },
      ...links(o),
    ],
    isError: true,
    _meta: { [RECORD_KEY]: { ...record, stdout: "", stderr: "" } },
  });
  const why = o.message ? `: ${o.message}` : "";
  if (o.status === "error" && o.stdout.text === "") {
    return fail(`The tool "${tool.name}" failed (${o.reason}, exit code ${o.exitCode})${why}`);
  }
  if (o.stdout.truncated) {
    return fail(
      `The tool "${tool.name}" printed ${o.stdout.bytesSeen} bytes, more than its maxOutputBytes; cut-off JSON is none`,
    );
  }
  let value: Json;
  try {
    value = JSON.parse(o.stdout.text);
  } catch (error) {
    return fail(
      `The tool "${tool.name}" printed text that is no JSON (${(error as Error).message})${why}`,
    );
  }
  const broken = check(value);
  if (broken !== undefined) {
    return fail(`The tool "${tool.name}" printed JSON that breaks its schema: ${broken}${why}`);
  }
  return {
    content: [{ type: "text", text: escapeControls(o.stdout.text) }, ...links(o)],
    structuredContent: value as JsonObject,
    isError: o.status === "error",
    _meta: { [RECORD_KEY]: { ...record, stdout: "" } },
  };
}

/** DEL and the C1 controls, which JSON may hold as they are (RFC 8259, section 7) and terminals obey. */
function escapeControls(json: string): string {
  return json.replace(/[\u007f-\u009f]/g, escapeUnit);
}

function escapeUnit(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

function links(o: Outcome): ContentBlock[] {
  return o.outputFiles.map((path) =>
    fileLink(
      path,
      path === o.stdout.spillPath || path === o.stderr.spillPath
        ? "The whole stream"
        : "A file that the tool left",
    )
  );
}

/** A link to a file of this machine. */
export function fileLink(path: string, description: string): ContentBlock {
  return {
    type: "resource_link",
    uri: fileUri(path),
    name: path.slice(path.lastIndexOf("/") + 1),
    mimeType: mimeTypeOf(path),
    description,
  };
}

/** The URI of a file, in the one spelling that is ours. */
export function fileUri(path: string): string {
  return `file://${path.split("/").map(encodeURIComponent).join("/")}`;
}

/** Names that are text by custom; whether the bytes are is seen when they are read. */
const TEXT = /\.(?:log|txt|md|json|csv|srt|vtt|ass|xml|yaml|html|m3u8)$/i;

/** The media type of an output file. */
export function mimeTypeOf(path: string): string {
  return TEXT.test(path) ? "text/plain" : "application/octet-stream";
}
