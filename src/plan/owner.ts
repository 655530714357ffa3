/**
 * Who owns a folder: the user that tools run as when root started the server.
 *
 * @module
 */
import type { Parameter } from "../spec/types.ts";
import type { Owner, PlanMount, PlanRoot, PlanTool } from "./types.ts";

/**
 * The owner of a path, or of its deepest existing ancestor.
 *
 * Deno permissions: `--allow-read`.
 */
export function ownerOfFuture(path: string): Owner | undefined {
  let at = path;
  while (true) {
    try {
      const { uid, gid } = Deno.statSync(at);
      return uid === null || gid === null ? undefined : { uid, gid };
    } catch {
      if (at === "/") return undefined;
      const slash = at.lastIndexOf("/");
      at = slash <= 0 ? "/" : at.slice(0, slash);
    }
  }
}

/** The user of calls that touch no root: nobody, by the number that Linux gives it. */
export const NOBODY: Owner = { uid: 65534, gid: 65534 };

/** Who runs a call that names no path: the owner of a fixed folder, written ones first, else nobody. */
export function ownerWithoutPaths(fixed: readonly PlanMount[]): Owner {
  return fixed.find((f) => f.kind === "write-dir")?.owner ?? fixed[0]?.owner ?? NOBODY;
}

/** Everybody whom calls of a tool may run as when root started the server, the usual one first. */
export function usersOf(
  fixed: readonly PlanMount[],
  parameters: readonly Parameter[],
  roots: readonly PlanRoot[],
): Owner[] {
  const named = parameters.some((p) => p.path)
    ? roots.flatMap((r) => r.owner ? [r.owner] : [])
    : [];
  const all = [ownerWithoutPaths(fixed), ...named];
  return all.filter((o, i) => all.findIndex((p) => p.uid === o.uid) === i);
}

/** The tool as one user calls it. */
export function asUser(tool: PlanTool, uid: number): PlanTool {
  const own = tool.users?.[uid];
  if (!own) return tool;
  const { launcher: _, jobLauncher: __, unavailable: ___, ...rest } = tool;
  return { ...rest, ...own };
}
