/**
 * Fixed mounts and capabilities in the order in which a launcher takes them.
 *
 * @module
 */
import type { PlanMount } from "../plan/types.ts";
import { parentOf } from "../policy/paths.ts";
import type { Capability } from "./capabilities.ts";

/** One mount that the call asks its launcher for. */
export interface Mount {
  /** `fixed`, `result`, or the kind of a capability. */
  word: "fixed" | "result" | Capability["kind"];
  /** The number of a fixed mount, else the path. */
  value: string;
  /** Where it appears inside. */
  dest: string;
  capability?: Capability;
}

/** The mounts, or why two of them cannot be had together. */
export type Ordered = { mounts: Mount[] } | { fault: string };

/**
 * Orders mounts parents first and settles those that meet at one place: the call's own
 * word beats a fixed mount, writing beats reading.
 */
export function orderMounts(
  fixed: readonly PlanMount[],
  capabilities: readonly Capability[],
  result: string | undefined,
): Ordered {
  const folders = capabilities.filter((c) => c.kind === "write-dir").map((c) => c.path);
  const readFolders = capabilities.filter((c) => c.kind.startsWith("read")).map((c) => c.path);
  const mounts: Mount[] = [];
  for (const c of capabilities) {
    if (c.kind === "write") {
      const parent = parentOf(c.path);
      // The folder itself is writable: nothing to stage.
      if (folders.includes(parent)) continue;
      const clash = capabilities.find((o) => o !== c && o.path === c.path && o.kind !== "write");
      if (clash) {
        return {
          fault: `"${c.parameter}" and "${clash.parameter}" are the same file "${c.path}"; ` +
            `a file cannot be read and replaced in one call, so give the output another name`,
        };
      }
      if (
        readFolders.includes(parent) ||
        fixed.some((f) => f.dest === parent && f.kind !== "write-dir")
      ) {
        return {
          fault: `"${c.parameter}" is "${c.path}", in a folder that this call reads as a whole; ` +
            `write into another folder`,
        };
      }
      mounts.push({ word: "write", value: c.path, dest: parent, capability: c });
    } else if (c.kind === "write-dir" || !folders.includes(c.path)) {
      mounts.push({ word: c.kind, value: c.path, dest: c.path, capability: c });
    }
  }
  fixed.forEach((f, i) => {
    if (mounts.some((m) => m.dest === f.dest)) return;
    mounts.push({ word: "fixed", value: String(i), dest: f.dest });
  });
  if (result !== undefined) mounts.push({ word: "result", value: result, dest: result });
  return { mounts: sortMounts(mounts) };
}

function sortMounts(mounts: Mount[]): Mount[] {
  const seen = new Set<string>();
  return mounts
    // Two files of one folder share their staging folder, so that both must be told.
    .filter((m) => {
      const key = m.word === "write" ? `write ${m.value}` : m.dest;
      return !seen.has(key) && seen.add(key);
    })
    .sort((a, b) =>
      a.dest.length - b.dest.length || (a.dest < b.dest ? -1 : a.dest > b.dest ? 1 : 0)
    );
}
