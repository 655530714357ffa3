/**
 * Answers `shellcheck__lint` and `shellcheck__info`: checks what is asked, runs shellcheck in the
 * tool's sandbox, and tells findings from failures.
 *
 * @module
 */
import type { Outcome } from "../../call/outcome.ts";
import type { ArgumentValues } from "../../call/values.ts";
import { sha256 } from "../../spec/digest.ts";
import { VERSION } from "../../version.ts";
import { answerOf, type Builtin, type BuiltinCall, faultOf } from "./builtin.ts";
import { ReportCache } from "./shellcheck_cache.ts";
import { MAX_SCRIPT_BYTES, readFindings, readValues, reportOf } from "./shellcheck_report.ts";

const cache = new ReportCache();

/** How long a version is believed: a program that is upgraded counts after this. */
const VERSION_MS = 60_000;
const known = new Map<string, { text: string; at: number }>();

/** Checks one script. */
export const shellcheckLint: Builtin = async (call) => {
  const read = readValues(call.values);
  if ("fault" in read) return failed(call, read.fault, "input");
  const { values } = read;
  const deadline = performance.now() + Number(call.values["timeout_ms"]);
  const left = () => Math.max(1, Math.round(deadline - performance.now()));
  const once = async (own: ArgumentValues) => await call.run(own, { timeoutMs: left() });

  const key = await keyOf(call, values, once);
  const remembered = key === undefined ? undefined : cache.get(key);
  const outcome = remembered === undefined ? await once({ ...values, diff: false }) : undefined;
  if (outcome && outcome.status === "error") return failedAs(call, outcome);
  const text = remembered ?? outcome!.stdout.text;
  const findings = readFindings(text);
  if (!findings || outcome?.stdout.truncated) {
    return failed(call, `Cannot read what shellcheck printed${detailOf(outcome!)}`, "exit");
  }
  if (key !== undefined) cache.set(key, text);

  const max = call.values["max_results"];
  const report = {
    ...reportOf(findings, {
      summary: call.values["summary"] === true,
      ...(typeof max === "number" && { maxResults: max }),
    }),
    cached: remembered !== undefined,
  };
  if (call.values["diff"] !== true) return answer(call, report, outcome);
  const mended = await once({ ...values, diff: true });
  if (mended.status === "error") return failedAs(call, mended);
  return answer(call, { ...report, diff: mended.stdout.text }, outcome ?? mended);
};

/** Says which shellcheck this is. */
export const shellcheckInfo: Builtin = async (call) => {
  const outcome = await call.run();
  const facts = {
    server: "shell-as-mcp",
    version: VERSION,
    command: call.env("SHELLCHECK_CMD") || "shellcheck",
    supported_shells: ["ash", "bash", "dash", "ksh", "sh"],
    max_script_bytes: MAX_SCRIPT_BYTES,
  };
  if (outcome.status === "error") {
    const error = `ShellCheck not available: ${outcome.message ?? detailOf(outcome)}`;
    return faultOf(call, error, {
      reason: outcome.reason,
      more: { ok: false, shellcheck_version: error, ...facts },
    });
  }
  return answer(call, { ok: true, shellcheck_version: outcome.stdout.text, ...facts }, outcome);
};

/**
 * What a report depends on: the text, the options, the program's version, and who asks, so that
 * nobody learns from the clock what others check. Undefined for files: the server may not read them.
 */
async function keyOf(
  call: BuiltinCall,
  values: ArgumentValues,
  once: (own: ArgumentValues) => Promise<Outcome>,
): Promise<string | undefined> {
  const { script_content: script, check_sourced: sourced } = values;
  if (script === undefined || sourced === true) return undefined;
  const { folder } = call.plan;
  let version = known.get(folder);
  if (!version || performance.now() - version.at > VERSION_MS) {
    const { status, stdout } = await once({ diff: "version" });
    if (status === "error") return undefined;
    version = { text: stdout.text, at: performance.now() };
    known.set(folder, version);
  }
  const { shell, enable_all, exclude, include, severity } = values;
  const options = [shell, enable_all, exclude, include, severity].map((o) => o ?? null);
  return await sha256(JSON.stringify([call.caller, folder, version.text, options, script]));
}

/** A JSON answer that keeps what is known of the run. */
function answer(
  call: BuiltinCall,
  value: Parameters<typeof answerOf>[1],
  run: Outcome | undefined,
): Outcome {
  const { command = "", executionTimeMs = 0 } = run ?? {};
  return { ...answerOf(call, value), command, executionTimeMs };
}

function failed(call: BuiltinCall, error: string, reason: Outcome["reason"], exitCode = -1) {
  return faultOf(call, error, {
    reason,
    more: { ok: false, success: false, message: error, exit_code: exitCode, results: [] },
  });
}

/** A run that failed: shellcheck's own failure (2, 3, 4), a limit, the sandbox, or no program. */
function failedAs(call: BuiltinCall, run: Outcome): Outcome {
  const why = run.reason === "timeout"
    ? `The check took longer than ${
      call.values["timeout_ms"]
    } ms; raise timeout_ms, or check smaller pieces`
    : run.reason === "exit"
    ? `shellcheck failed with exit code ${run.exitCode}${detailOf(run)}`
    : run.message ?? `The check failed (${run.reason})${detailOf(run)}`;
  const { stderr, signal, timedOut, command, executionTimeMs, exitCode } = run;
  return {
    ...failed(call, why, run.reason, exitCode),
    ...{ stderr, signal, timedOut, command, executionTimeMs, exitCode },
  };
}

function detailOf({ stderr, stdout }: Outcome): string {
  const said = (stderr.text.trim() || stdout.text.trim()).slice(0, 2000);
  return said === "" ? "" : `: ${said}`;
}
