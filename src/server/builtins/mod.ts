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
};

/** The names that `execution.builtin` may give. */
export const BUILTIN_NAMES: readonly string[] = Object.keys(BUILTINS);

/** Finds one; undefined when there is none with the name. */
export async function findBuiltin(name: string): Promise<Builtin | undefined> {
  return Object.hasOwn(BUILTINS, name) ? await BUILTINS[name]!() : undefined;
}
