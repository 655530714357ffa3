/**
 * The `execution` part: program, variables, limits, results.
 *
 * @module
 */
import { defined } from "./defined.ts";
import { describe, quote } from "./describe.ts";
import { readEnvironment } from "./environment.ts";
import { Mapping } from "./mapping.ts";
import { parsePermissions } from "./permissions.ts";
import { readBuiltin, readProgram, readShell, refuseTemplate } from "./program.ts";
import type { CompatibilityTarget, ToolSpec } from "./types.ts";
import { childPath } from "./yaml_walk.ts";

/** What the `execution` part says. */
export type ExecutionPart = Pick<
  ToolSpec,
  | "program"
  | "builtin"
  | "stdin"
  | "shell"
  | "env"
  | "compatibility"
  | "workingDirectory"
  | "timeoutMs"
  | "maxOutputBytes"
  | "taskMode"
  | "exitCodes"
  | "outputMode"
  | "confirm"
  | "progress"
  | "permissions"
>;

const KEYS = [
  ...["script", "command", "argv", "builtin", "stdin", "shell", "env", "compatibility"],
  ...["workingDirectory", "timeoutMs", "maxOutputBytes", "taskMode", "exitCodes", "output"],
  ...["confirm", "progress", "permissions", "results"],
];

/** The longest delay of a timer (HTML, `setTimeout`: a 32-bit signed number of milliseconds). */
const MAX_TIMEOUT = 2_147_483_647;
const DEFAULT_TIMEOUT = 30_000;
const DEFAULT_MAX_OUTPUT = 1_048_576;

/** Reads the `execution` part. What depends on the inputs is checked by `uses.ts`. */
export function readExecution(execution: Mapping): ExecutionPart {
  execution.allow(KEYS);
  const builtin = readBuiltin(execution);
  const program = readProgram(execution, builtin);
  const taskMode = execution.choice("taskMode", ["sync", "async"]) ?? "sync";
  const permissions = execution.mapping("permissions");
  const maxOutput = { min: 1, max: Number.MAX_SAFE_INTEGER, rule: "max-output" } as const;
  return {
    program,
    shell: readShell(execution, program),
    env: readEnvironment(execution),
    compatibility: readCompatibility(execution),
    maxOutputBytes: execution.whole("maxOutputBytes", maxOutput) ?? DEFAULT_MAX_OUTPUT,
    taskMode,
    exitCodes: readExitCodes(execution),
    outputMode: execution.choice("output", ["text", "json", "base64"]) ?? "text",
    progress: execution.flag("progress") ?? false,
    ...defined({
      builtin,
      stdin: readStdin(execution),
      workingDirectory: readWorkingDirectory(execution),
      timeoutMs: readTimeout(execution, taskMode),
      confirm: execution.choice("confirm", ["human"]),
      permissions: permissions && parsePermissions(permissions),
    }),
  };
}

function readTimeout(execution: Mapping, taskMode: "sync" | "async"): number | undefined {
  if (execution.raw("timeoutMs") === "none") {
    if (taskMode === "async") return undefined;
    const path = execution.at("timeoutMs");
    execution.report.value("timeout-none", path, `"${path}" is "none" for a sync tool`);
  }
  const range = { min: 1, max: MAX_TIMEOUT, rule: "timeout" } as const;
  const given = execution.has("timeoutMs") && execution.raw("timeoutMs") !== "none";
  return (given ? execution.whole("timeoutMs", range) : undefined) ?? DEFAULT_TIMEOUT;
}

function readStdin(execution: Mapping): string | string[] | undefined {
  if (!Array.isArray(execution.raw("stdin"))) return execution.text("stdin");
  execution.notEmpty("stdin");
  execution.distinct("stdin");
  return execution.texts("stdin");
}

function readWorkingDirectory(execution: Mapping): string | undefined {
  const folder = execution.text("workingDirectory");
  if (folder === undefined || folder === ".") return folder;
  const path = execution.at("workingDirectory");
  if (refuseTemplate(execution, path, folder)) return folder;
  if (!folder.startsWith("/") || folder.includes("${") || folder.split("/").includes("..")) {
    const message = `The working directory ${
      quote(folder)
    } is neither "." nor a fixed absolute path`;
    execution.report.value("working-directory", path, message);
  }
  return folder;
}

function readExitCodes(execution: Mapping): Record<string, string> {
  const codes = execution.mapping("exitCodes");
  for (const [code, meaning] of codes?.entries() ?? []) {
    const path = codes!.at(code);
    if (!/^[1-9][0-9]{0,2}$/.test(code) || Number(code) > 255) {
      codes!.report.key("exit-codes", path, `${quote(code)} is no exit code from 1 to 255`);
    } else if (typeof meaning !== "string" || meaning.trim() === "") {
      const message = `The meaning of exit code "${code}" must be a text, not ${describe(meaning)}`;
      codes!.report.value("exit-codes", path, message);
    }
  }
  return Object.fromEntries((codes?.entries() ?? []).map(([code, text]) => [code, String(text)]));
}

function readCompatibility(execution: Mapping): CompatibilityTarget[] {
  const block = execution.mapping("compatibility")?.allow(["targets"]).require("targets");
  const targets = block?.list("targets");
  if (targets?.length === 0) {
    const path = block!.at("targets");
    execution.report.value("compatibility-targets", path, `"${path}" lists no target`);
  }
  return (targets ?? []).flatMap((item, index) => {
    const target = Mapping.of(execution.report, childPath(block!.at("targets"), index), item);
    return target === undefined ? [] : [readTarget(target)];
  });
}

function readTarget(target: Mapping): CompatibilityTarget {
  target.allow(["os", "kernel", "arch", "support", "notes"]).require("os", "kernel", "arch");
  return {
    os: target.text("os") ?? "",
    kernel: target.text("kernel") ?? "",
    arch: target.text("arch") ?? "",
    ...defined({
      support: target.choice("support", ["tested", "declared"]),
      notes: target.string("notes"),
    }),
  };
}
