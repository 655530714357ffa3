/**
 * The functions of the server by the names that `execution.builtin` gives them. Each is loaded
 * with the first call.
 *
 * @module
 */
import type { Builtin } from "./builtin.ts";

const BUILTINS: Record<string, () => Promise<Builtin>> = {
  audit_get: async () => (await import("./audit.ts")).auditGet,
  audit_rotate: async () => (await import("./audit.ts")).auditRotate,
  shellcheck_info: async () => (await import("./shellcheck.ts")).shellcheckInfo,
  shellcheck_lint: async () => (await import("./shellcheck.ts")).shellcheckLint,
  file_lockers: async () => (await import("./file_lockers.ts")).fileLockers,
  job_kill: async () => (await import("./jobs.ts")).jobKill,
  job_list: async () => (await import("./jobs.ts")).jobList,
  job_start: async () => (await import("./jobs.ts")).jobStart,
  job_status: async () => (await import("./jobs.ts")).jobStatus,
  job_wait: async () => (await import("./jobs.ts")).jobWait,
  lock_acquire: async () => (await import("./locks.ts")).lockAcquire,
  lock_release: async () => (await import("./locks.ts")).lockRelease,
  run_python: async () => (await import("./commands.ts")).runPython,
  screenshot: async () => (await import("./screenshot.ts")).screenshot,
  shell_run: async () => (await import("./commands.ts")).shellRun,
};

/** The names that `execution.builtin` may give. */
export const BUILTIN_NAMES: readonly string[] = Object.keys(BUILTINS);

/** Finds one; undefined when there is none with the name. */
export async function findBuiltin(name: string): Promise<Builtin | undefined> {
  return Object.hasOwn(BUILTINS, name) ? await BUILTINS[name]!() : undefined;
}
