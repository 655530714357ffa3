/**
 * What a bundle's tools declare, compared with what their scripts call.
 *
 * @module
 */
import type { BundleTool } from "../bundle/types.ts";
import type { RunEntry } from "../spec/types.ts";
import type { Script } from "./script.ts";
import type { Call } from "./shell/calls.ts";
import { BUILTINS } from "./shell/builtins.ts";
import type { BundleView } from "./view.ts";

/** A program that a tool's script starts. */
export interface ProgramCall extends Call {
  program: string;
  script: Script;
  tool: BundleTool;
}

/** The last part of a path or of `${NAME:-default}`. */
export function baseName(program: string): string {
  const written = /^\$\{\w+:?-([^}]*)\}$/.exec(program)?.[1] ?? program;
  return written.slice(written.lastIndexOf("/") + 1);
}

/** The `run` entries of a tool: its own, else the bundle's. */
export function runOf(view: BundleView, tool: BundleTool): readonly RunEntry[] {
  return tool.spec.permissions?.run ?? view.bundle.manifest?.permissions.run ?? [];
}

/** Whether a tool may run every program of the host. */
export function runsAny(view: BundleView, tool: BundleTool): boolean {
  const own = tool.spec.permissions;
  if (own?.run !== undefined) return false;
  return own?.runAny ?? view.bundle.manifest?.permissions.runAny ?? false;
}

/** Every program that the scripts of a tool start; builtins and the bundle's own files are none. */
export function programCalls(view: BundleView, tool: BundleTool): ProgramCall[] {
  const scripts = view.scriptsOf(tool);
  return scripts.flatMap((script) =>
    script.callsAmong(scripts).flatMap((call) => {
      const { program } = call;
      if (program === undefined || BUILTINS.has(program)) return [];
      if (program.includes("/") && !program.startsWith("/")) return [];
      if (program.startsWith(`${view.bundle.folder}/`)) return [];
      return [{ ...call, program, script, tool }];
    })
  );
}
