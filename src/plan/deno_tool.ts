/**
 * The second fence of tools written in TypeScript: Deno's own flags, from the same grants.
 *
 * @module
 */
import { type ToolGrants, valuesOf } from "../policy/grant.ts";
import type { Parameter } from "../spec/types.ts";
import type { PlanMount, PlanRoot } from "./types.ts";

/**
 * The words between `deno` and the script. Which files a call reaches is decided by the
 * launcher; the flags name the roots, in which only the call's own paths are mounted.
 */
export function denoToolFlags(
  grants: ToolGrants,
  parameters: readonly Parameter[],
  roots: readonly PlanRoot[],
  fixed: readonly PlanMount[],
): string[] {
  const takesPaths = parameters.some((p) => p.path);
  const writes = parameters.some((p) => p.path === "write" || p.path === "write-dir");
  const read = [
    "/tmp",
    ...(takesPaths ? roots.map((r) => r.path) : []),
    ...fixed.map((f) => f.dest),
  ];
  const write = [
    "/tmp",
    ...(writes ? roots.filter((r) => !r.readOnly).map((r) => r.path) : []),
    ...fixed.filter((f) => f.kind === "write-dir").map((f) => f.dest),
  ];
  const net = valuesOf(grants.grants, "net").filter((h) => !h.startsWith("{"));
  return [
    "run",
    "--no-prompt",
    "--no-config",
    "--no-remote",
    "--cached-only",
    "--no-lock",
    `--allow-read=${read.join(",")}`,
    `--allow-write=${write.join(",")}`,
    // The sandbox holds only what was declared, so that all of it may be read.
    "--allow-env",
    ...(net.length > 0 ? [`--allow-net=${net.join(",")}`] : []),
  ];
}
