/**
 * All probes, in the groups in which they are told.
 *
 * @module
 */
import { DESCRIPTORS } from "./descriptors.ts";
import { FILES } from "./files.ts";
import { INTERPRETERS } from "./interpreters.ts";
import { KERNEL } from "./kernel.ts";
import { LANDLOCK, LANDLOCK_GAPS, LANDLOCK_LIMITS } from "./landlock.ts";
import { LIMITS } from "./limits.ts";
import { NETWORK } from "./network.ts";
import type { Probe, SettingName } from "./probe.ts";
import { PROCESSES } from "./processes.ts";

/** Probes of one kind. */
export interface Group {
  name: string;
  probes: Probe[];
  /** Whether they are about limits, and for the tool that has low ones. */
  tight?: boolean;
  /** Whether they are about what only Landlock leaves open. */
  landlock?: boolean;
}

/** Every group. */
export const GROUPS: readonly Group[] = [
  { name: "files", probes: FILES },
  { name: "processes", probes: PROCESSES },
  { name: "network", probes: NETWORK },
  { name: "kernel", probes: KERNEL },
  { name: "descriptors", probes: DESCRIPTORS },
  { name: "interpreters", probes: INTERPRETERS },
  { name: "limits", probes: LIMITS, tight: true },
  { name: "names and owners", probes: LANDLOCK, landlock: true },
  { name: "limits without namespaces", probes: LANDLOCK_LIMITS, tight: true, landlock: true },
];

/** The fences that probes are about. */
export type Fence = "bwrap" | "landlock";

/** The groups that are tried inside one of the fences. */
export function groupsOf(fence: Fence): Group[] {
  return GROUPS.filter((g) => fence === "landlock" || !g.landlock);
}

/** Why a fence is known to let a probe through; undefined where it must hold. */
export function gapOf(
  probe: Probe,
  group: Group,
  fence: Fence,
  setting: SettingName,
): string | undefined {
  // Without namespaces bubblewrap's own gaps do not count.
  return fence === "landlock" && !group.landlock
    ? LANDLOCK_GAPS[probe.name]
    : probe.gaps?.[setting];
}
