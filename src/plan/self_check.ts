/**
 * What `serve` asks Deno before it serves: does it hold what it needs, and nothing wider
 * that can be seen from inside?
 *
 * A surplus grant cannot be listed from inside; so unscoped grants, the parent folder of
 * every needed path and a list of canaries are asked for one by one. A surplus that is none
 * of these stays unseen; `docs/security.md` says so.
 *
 * @module
 */
import { parentOf } from "../policy/paths.ts";
import type { ServerPermissions } from "./flags.ts";

/** The answer to one permission query. */
export type Query = (descriptor: Deno.PermissionDescriptor) => Deno.PermissionState;

/** What the check found. */
export interface SelfCheck {
  /** Grants that must not be: the server refuses to start. */
  surplus: string[];
  /** Flags that are missing, with the value that each lacks. */
  missing: { flag: string; value: string }[];
}

/** Asks Deno itself. Needs no permission. */
export const askDeno: Query = (descriptor) => Deno.permissions.querySync(descriptor).state;

/** Canaries: programs and places that no server of ours is ever granted. */
function canaries(home: string | undefined): Deno.PermissionDescriptor[] {
  const programs = [
    "/bin/bash",
    "/usr/bin/bash",
    "/bin/sh",
    "/usr/bin/sh",
    "/usr/bin/env",
    "/usr/bin/bwrap",
    Deno.execPath(),
  ];
  const places = ["/", "/etc", "/etc/passwd", "/proc", ...(home ? [home, `${home}/.ssh`] : [])];
  return [
    ...programs.map((command) => ({ name: "run", command }) as const),
    ...places.map((path) => ({ name: "read", path }) as const),
    ...places.map((path) => ({ name: "write", path }) as const),
  ];
}

/**
 * Grants without a list, which no server of ours has.
 *
 * @param anyNet Whether a tool may reach every public host: the only unscoped grant there is
 */
export function unscopedGrants(query: Query = askDeno, anyNet = false): string[] {
  const surplus: string[] = [];
  for (const name of ["run", "read", "write", "env", "net", "sys", "ffi", "import"] as const) {
    if (name === "net" && anyNet) continue;
    if (query({ name } as Deno.PermissionDescriptor) === "granted") {
      surplus.push(`--allow-${name} without a list`);
    }
  }
  return surplus;
}

/**
 * Compares what Deno grants with what the plan needs.
 *
 * @param confined Whether launchers hold the policy; without a sandbox programs and roots are needed grants themselves
 */
export function selfCheck(
  needed: ServerPermissions,
  confined: boolean,
  home: string | undefined,
  query: Query = askDeno,
): SelfCheck {
  const surplus = unscopedGrants(query, needed.net.allow === "unscoped");
  if (surplus.length > 0) return { surplus, missing: [] };

  const wanted = new Set<string>([
    ...needed.run.map((v) => `run ${v}`),
    ...needed.read.map((v) => `read ${v}`),
    ...needed.write.map((v) => `write ${v}`),
  ]);
  const parents = [
    ...needed.read.map((path) => ({ name: "read", path: parentOf(path) }) as const),
    ...needed.write.map((path) => ({ name: "write", path: parentOf(path) }) as const),
    // What the server may start, it must not be able to write.
    ...needed.run.map((path) => ({ name: "write", path }) as const),
    ...needed.run.map((path) => ({ name: "write", path: parentOf(path) }) as const),
  ];
  for (const descriptor of [...parents, ...(confined ? canaries(home) : [])]) {
    const value = descriptor.name === "run"
      ? descriptor.command
      : (descriptor as Deno.ReadPermissionDescriptor).path;
    const key = `${descriptor.name} ${value}`;
    if (wanted.has(key) || surplus.some((s) => s.endsWith(`="${value}"`))) continue;
    if (query(descriptor) === "granted") surplus.push(`--allow-${descriptor.name}="${value}"`);
  }
  const missing: SelfCheck["missing"] = [];
  const ask = (flag: string, descriptor: Deno.PermissionDescriptor, value: string) => {
    if (query(descriptor) !== "granted") missing.push({ flag, value });
  };
  for (const command of needed.run) ask("--allow-run", { name: "run", command }, command);
  for (const path of needed.read) ask("--allow-read", { name: "read", path }, path);
  for (const path of needed.write) ask("--allow-write", { name: "write", path }, path);
  for (const host of needed.net.allow === "unscoped" ? [] : needed.net.allow) {
    // A wildcard cannot be asked for; any name below it can.
    ask("--allow-net", { name: "net", host: host.replace(/^\*/, "a") }, host);
  }
  if (needed.net.allow === "unscoped" && query({ name: "net" }) !== "granted") {
    missing.push({ flag: "--allow-net", value: "" });
  }
  for (const variable of needed.env) ask("--allow-env", { name: "env", variable }, variable);
  return { surplus, missing };
}
