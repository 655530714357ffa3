/**
 * What every call of a tool sees, whatever its arguments: declared folders, the working
 * directory, pieces of the home, the host's hardware.
 *
 * @module
 */
import { type ToolGrants, valuesOf } from "../policy/grant.ts";
import type { Host } from "../policy/host.ts";
import { cleanPath } from "../policy/paths.ts";
import { rootOf } from "../policy/roots.ts";
import { HOME_INSIDE } from "../sandbox/bwrap.ts";
import { ROOTS_WORD } from "../spec/permissions.ts";
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
    if (path === ROOTS_WORD) mounts.push(...roots.map((r) => rootMount(r, r.readOnly)));
    else mounts.push({ kind: "write-dir", source: path, dest: path });
  }
  const folder = workFolder(workingDirectory, roots);
  const root = rootOf(folder, roots);
  // Others below /tmp are made in the private one; what is elsewhere has a grant.
  if (workingDirectory !== undefined && root !== undefined) {
    mounts.push({ kind: root.readOnly ? "read" : "write-dir", source: folder, dest: folder });
  }
  for (const path of valuesOf(grants.grants, "read")) {
    if (path === ROOTS_WORD) mounts.push(...roots.map((r) => rootMount(r, true)));
    else mounts.push({ kind: "read", source: path, dest: path });
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

function rootMount({ path }: PlanRoot, readOnly: boolean): FixedMount {
  return { kind: readOnly ? "read" : "write-dir", source: path, dest: path };
}

/** Where the tool starts. */
export function workFolder(folder: string | undefined, roots: readonly PlanRoot[]): string {
  if (folder === undefined) return "/tmp";
  if (folder === ".") return roots[0]?.path ?? "/tmp";
  return cleanPath(folder);
}

/** Where the machine's own `/proc` stands for tools with the grant `processes`. */
const HOST_PROC = "/run/host/proc";

/**
 * What powers of the host show, read-only. `hardware`: the device tree that the kernel describes.
 * `processes`: the machine's `/proc`; whoever looks from another user namespace sees of it what
 * every user sees, and reaches no process by it. `display`: the sockets and the cookie of the
 * display that the server's environment names.
 */
export function hostMounts(grants: ToolGrants, host: Host): { dest: string; source: string }[] {
  const powers = valuesOf(grants.grants, "host");
  const same = (path: string) => ({ dest: path, source: path });
  return [
    ...(powers.includes("hardware") ? [same("/sys")] : []),
    ...(powers.includes("processes") ? [{ dest: HOST_PROC, source: "/proc" }] : []),
    ...(powers.includes("display") ? displayPaths(host).map(same) : []),
  ];
}

/** X(7) on DISPLAY and XAUTHORITY, wl_display_connect(3) on WAYLAND_DISPLAY. */
function displayPaths(host: Host): string[] {
  const number = /^(?:unix)?:(\d+)/.exec(host.env("DISPLAY") ?? "")?.[1];
  const wayland = host.env("WAYLAND_DISPLAY");
  const runtime = host.env("XDG_RUNTIME_DIR");
  const x11 = [`/tmp/.X11-unix/X${number}`, host.env("XAUTHORITY") ?? ""];
  const paths = [
    ...(number === undefined ? [] : x11),
    ...(wayland === undefined ? [] : [wayland.startsWith("/") ? wayland : `${runtime}/${wayland}`]),
  ];
  return paths.filter((path) => path.startsWith("/") && host.realPath(path) === path);
}
