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
 *
 * @param ownTmp What stands for the private `/tmp` where nothing is mounted
 */
export function denoToolFlags(
  grants: ToolGrants,
  parameters: readonly Parameter[],
  roots: readonly PlanRoot[],
  fixed: readonly PlanMount[],
  ownTmp?: string,
): string[] {
  const tmp = ownTmp ?? "/tmp";
  // Without mounts a piece of the home is where it always is, behind a link.
  const places = fixed.map((f) => ({
    kind: f.kind,
    path: ownTmp === undefined ? f.dest : f.source,
  }));
  const takesPaths = parameters.some((p) => p.path);
  const writes = parameters.some((p) => p.path === "write" || p.path === "write-dir");
  const read = [
    tmp,
    ...(takesPaths ? roots.map((r) => r.path) : []),
    ...places.map((p) => p.path),
  ];
  const write = [
    tmp,
    ...(writes ? roots.filter((r) => !r.readOnly).map((r) => r.path) : []),
    ...places.filter((p) => p.kind === "write-dir").map((p) => p.path),
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
