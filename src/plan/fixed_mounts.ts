/**
 * What every call of a tool sees, whatever its arguments: declared folders, the working
 * directory, pieces of the home, the host's hardware.
 *
 * @module
 */
import { type ToolGrants, valuesOf } from "../policy/grant.ts";
import { cleanPath } from "../policy/paths.ts";
import { rootOf } from "../policy/roots.ts";
import { HOME_INSIDE } from "../sandbox/bwrap.ts";
import type { FixedMount } from "../sandbox/confinement.ts";
import type { PlanMount, PlanRoot } from "./types.ts";

/** Mounts that every call gets: declared folders, the working directory, pieces of the home. */
export function fixedMounts(
  grants: ToolGrants,
  workingDirectory: string | undefined,
  roots: readonly PlanRoot[],
  ownerOf: (path: string) => PlanMount["owner"],
): PlanMount[] {
  const mounts: FixedMount[] = [];
  for (const path of valuesOf(grants.grants, "write")) {
    mounts.push({ kind: "write-dir", source: path, dest: path });
  }
  const folder = workFolder(workingDirectory, roots);
  const root = rootOf(folder, roots);
  // Others below /tmp are made in the private one; what is elsewhere has a grant.
  if (workingDirectory !== undefined && root !== undefined) {
    mounts.push({ kind: root.readOnly ? "read" : "write-dir", source: folder, dest: folder });
  }
  for (const path of valuesOf(grants.grants, "read")) {
    mounts.push({ kind: "read", source: path, dest: path });
  }
  for (const grant of grants.grants.filter((g) => g.kind === "home")) {
    const dest = `${HOME_INSIDE}/${grant.written ?? grant.value}`;
    mounts.push({ kind: "home", source: grant.value, dest });
  }
  const seen = new Set<string>();
  return mounts
    .filter((m) => !seen.has(m.dest) && seen.add(m.dest))
    .sort((a, b) => a.dest.length - b.dest.length || (a.dest < b.dest ? -1 : 1))
    .map((m) => {
      const owner = ownerOf(m.source);
      return owner ? { ...m, owner } : m;
    });
}

/** Where the tool starts. */
export function workFolder(folder: string | undefined, roots: readonly PlanRoot[]): string {
  if (folder === undefined) return "/tmp";
  if (folder === ".") return roots[0]?.path ?? "/tmp";
  return cleanPath(folder);
}

/** `host: [hardware]` shows the device tree that the kernel describes, read-only. */
export function hostMounts(grants: ToolGrants): { dest: string; source: string }[] {
  return valuesOf(grants.grants, "host").includes("hardware")
    ? [{ dest: "/sys", source: "/sys" }]
    : [];
}
