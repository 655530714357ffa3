/**
 * Answers `audit_get` and `audit_rotate` from the server's own log.
 *
 * @module
 */
import { type AuditLine, checkChain } from "../../audit/record.ts";
import type { JsonObject } from "../../spec/types.ts";
import { answerOf, type Builtin, type BuiltinCall, faultOf } from "./builtin.ts";

/** Callers that are the operator, who owns the state folder, and not one of several over HTTP. */
const OPERATORS: readonly string[] = ["stdio", "cli"];

const NO_LOG = "No log of calls is kept here";

/** Less than what a tool's result may hold, which its YAML says. */
const MAX_CHARACTERS = 500_000;

/** The newest lines: all for the operator, for others their own. */
export const auditGet: Builtin = async (call) => {
  if (!call.audit) return faultOf(call, NO_LOG, { reason: "policy" });
  const { limit, include_rotated, rotated_file_limit } = call.values;
  const files = await call.audit.read(include_rotated ? Number(rotated_file_limit) : 0);
  const { lines, chain } = await readAll(files);
  const visible = OPERATORS.includes(call.caller)
    ? lines
    : lines.filter((line) => line.caller === call.caller);
  let entries = visible.slice(-Number(limit));
  let size = 0;
  const from = entries.findLastIndex((e) =>
    (size += JSON.stringify(e).length + 1) > MAX_CHARACTERS
  );
  entries = entries.slice(from + 1);
  return answerOf(call, {
    status: "ok",
    returned: entries.length,
    total: visible.length,
    files: files.map(({ path }) => path.slice(path.lastIndexOf("/") + 1)),
    chain,
    entries: entries as unknown as JsonObject[],
  });
};

/** Begins a new file, and removes old ones. */
export const auditRotate: Builtin = async (call) => {
  if (!call.audit) return faultOf(call, NO_LOG, { reason: "policy" });
  if (!OPERATORS.includes(call.caller)) {
    return faultOf(
      call,
      "The log is the operator's, and so is its rotation; call audit_rotate from a client of the operator's over stdio",
      { reason: "policy" },
    );
  }
  const { rotated, removed } = await call.audit.rotate(Number(call.values["max_files"]));
  const kept = (await call.audit.files()).map((path) => path.slice(path.lastIndexOf("/") + 1));
  return answerOf(call, { status: "ok", rotated: rotated ?? null, kept, removed });
};

/** Every whole line of the files, and whether they are one chain. */
async function readAll(
  files: Awaited<ReturnType<NonNullable<BuiltinCall["audit"]>["read"]>>,
): Promise<{ lines: AuditLine[]; chain: JsonObject }> {
  const lines: AuditLine[] = [];
  let chain: JsonObject = { intact: true, fault: null };
  // What the first file looked at is tied to stands in one that was not asked for, or is gone.
  let last: string | undefined;
  for (const { path, text } of files) {
    const checked = await checkChain(text, last);
    if (checked.lines > 0) last = checked.last;
    if (checked.fault && chain["intact"]) {
      const name = path.slice(path.lastIndexOf("/") + 1);
      const { line, message } = checked.fault;
      chain = { intact: false, fault: `${name}, line ${line}: ${message}` };
    }
    for (const line of text.split("\n")) {
      try {
        lines.push(JSON.parse(line));
      } catch {
        // Cut short by a crash; the chain's check has told it.
      }
    }
  }
  return { lines, chain };
}
