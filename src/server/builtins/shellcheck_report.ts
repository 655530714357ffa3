/**
 * What shellcheck is asked, and what is made of its answer. No Deno permission is needed.
 *
 * @module
 */
import type { ArgumentValues } from "../../call/values.ts";
import type { Json, JsonObject } from "../../spec/types.ts";

/** The largest script, in bytes of UTF-8. */
export const MAX_SCRIPT_BYTES = 10_000_000;

/** One finding, as `--format=json1` has it. */
export type Finding = JsonObject & { level: string; code: number };

const CODE = /^(?:SC)?([0-9]{4})$/i;

/** The codes of a list with commas or blanks between, as `SC2086,SC2154`; or what is wrong. */
export function readCodes(name: string, text: string): { codes: string } | { fault: string } {
  const codes: string[] = [];
  for (const word of text.split(/[\s,]+/).filter((w) => w !== "")) {
    const number = CODE.exec(word)?.[1];
    if (number === undefined) {
      return {
        fault: `"${name}" holds "${word}", which is no code; write codes as in SC2086, SC2154`,
      };
    }
    codes.push(`SC${number}`);
  }
  return { codes: codes.join(",") };
}

/** Whether a script says itself which shell it is for: by `#!`, or a directive in its first comment. */
export function namesShell(script: string): boolean {
  for (const line of script.slice(0, 20_000).split("\n", 50)) {
    if (line.startsWith("#!") || /^\s*# shellcheck\b.*\sshell=/.test(line)) return true;
    if (line !== "" && !line.startsWith("#")) return false;
  }
  return false;
}

/**
 * The values that the program gets, or what is wrong with those of the caller.
 *
 * An empty string counts as absent.
 */
export function readValues(given: ArgumentValues): { values: ArgumentValues } | { fault: string } {
  const values: ArgumentValues = {};
  for (const [name, value] of Object.entries(given)) if (value !== "") values[name] = value;
  const { file_path: file, script_content: script } = values;
  if (file === undefined && script === undefined) {
    return { fault: 'One of "file_path" and "script_content" must be given' };
  }
  if (file !== undefined && script !== undefined) {
    return { fault: 'Give either "file_path" or "script_content", not both' };
  }
  if (values["source_dir"] !== undefined && values["check_sourced"] !== true) {
    return { fault: '"source_dir" means something only with "check_sourced": true' };
  }
  for (const name of ["exclude", "include"]) {
    if (values[name] === undefined) continue;
    const read = readCodes(name, String(values[name]));
    if ("fault" in read) return read;
    values[name] = read.codes;
    if (read.codes === "") delete values[name];
  }
  if (typeof script === "string") {
    const bytes = new TextEncoder().encode(script).length;
    if (bytes > MAX_SCRIPT_BYTES) {
      return {
        fault:
          `"script_content" is too large: it has ${bytes} bytes, and at most ${MAX_SCRIPT_BYTES} are checked`,
      };
    }
    if (!namesShell(script)) values["shell"] ??= "bash";
  }
  if (typeof file === "string" && values["check_sourced"] === true) {
    values["source_dir"] ??= folderOf(file);
  }
  return { values };
}

function folderOf(path: string): string {
  const end = path.lastIndexOf("/");
  return end < 0 ? "." : path.slice(0, end) || "/";
}

/** The findings in what shellcheck printed; undefined when that is no report. */
export function readFindings(text: string): Finding[] | undefined {
  try {
    const { comments } = JSON.parse(text);
    return Array.isArray(comments) ? comments : undefined;
  } catch {
    return undefined;
  }
}

/** The answer for a check that worked. */
export function reportOf(
  findings: readonly Finding[],
  { summary, maxResults = Infinity }: { summary: boolean; maxResults?: number },
): JsonObject {
  const clean = findings.length === 0;
  const counts = { error: 0, warning: 0, info: 0, style: 0, ...countBy(findings, (f) => f.level) };
  const results = summary ? [] : findings.slice(0, maxResults);
  return {
    ok: true,
    clean,
    success: clean,
    message: clean ? "No issues found" : `Found ${findings.length} issue(s)`,
    exit_code: clean ? 0 : 1,
    results: results as Json[],
    counts,
    ...(summary && { codes: countBy(findings, (f) => `SC${f.code}`) }),
    total: findings.length,
    left_out: findings.length - results.length,
  };
}

function countBy(
  findings: readonly Finding[],
  key: (f: Finding) => string,
): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const finding of findings) counts[key(finding)] = (counts[key(finding)] ?? 0) + 1;
  return counts;
}
