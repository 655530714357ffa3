/**
 * The Deno flags of the server: what it may do, spelt out.
 *
 * @module
 */
import { type NetPermissions, netPermissions } from "./net.ts";
import type { Plan, PlanTool } from "./types.ts";

/** The permissions of the server, kind by kind; every list is exact. */
export interface ServerPermissions {
  run: string[];
  read: string[];
  write: string[];
  env: string[];
  net: NetPermissions;
}

/** Every launcher of a tool. */
export function launchersOf(tool: PlanTool): string[] {
  const all = [tool, ...Object.values(tool.users ?? {})]
    .flatMap(({ launcher, jobLauncher }) => [launcher, jobLauncher]);
  return [...new Set(all)].filter((path) => path !== undefined);
}

/** What the server needs to serve a plan: its launchers, the plan, the state, the declared variables. */
export function serverPermissions(plan: Plan): ServerPermissions {
  const { tier, tools, folder, stateFolder, env } = plan;
  const tokenFile = plan.http?.tokenFile === undefined ? [] : [plan.http.tokenFile];
  if (tier.name !== "none") {
    return {
      run: [
        ...tools.flatMap(launchersOf),
        ...[plan.killLauncher, plan.readLauncher, plan.lockersLauncher, plan.keepLauncher]
          .filter((path) => path !== undefined),
      ].sort(),
      read: [folder, stateFolder, ...tokenFile],
      write: [stateFolder],
      env,
      net: netPermissions(plan),
    };
  }
  // Without a sandbox there is no launcher to hold the policy: the flags name it all, literally.
  // A tool that cannot run needs no flag; the program that it misses would have no path to name.
  const direct = tools.flatMap((t) => t.direct && !t.unavailable ? [t.direct.program] : []);
  const folders = plan.roots.map((r) => r.path);
  const writable = plan.roots.filter((r) => !r.readOnly).map((r) => r.path);
  const fixed = tools.flatMap((t) => t.fixed);
  return {
    run: unique(direct),
    read: unique([
      folder,
      stateFolder,
      ...tokenFile,
      ...folders,
      ...fixed.map((f) => f.source),
      ...tools.flatMap((t) => t.results?.folder ?? []),
    ]),
    write: unique([
      stateFolder,
      ...writable,
      ...fixed.filter((f) => f.kind === "write-dir").map((f) => f.source),
      ...tools.flatMap((t) => t.results?.folder ?? []),
    ]),
    env,
    // Unconfined tools reach the network by themselves.
    net: netPermissions({ ...plan, tools: [] }),
  };
}

/**
 * The permissions as flags of `deno run`. `--allow-run` comes several times rather than
 * as one argument that outgrows what execve(2) takes (128 KiB).
 */
export function permissionFlags(p: ServerPermissions): string[] {
  return [
    ...chunks(p.run).map((c) => `--allow-run=${c.join(",")}`),
    ...(p.read.length > 0 ? [`--allow-read=${p.read.join(",")}`] : []),
    ...(p.write.length > 0 ? [`--allow-write=${p.write.join(",")}`] : []),
    ...(p.env.length > 0 ? [`--allow-env=${p.env.join(",")}`] : []),
    ...netFlags(p.net),
  ];
}

function netFlags({ allow, deny }: NetPermissions): string[] {
  if (allow !== "unscoped" && allow.length === 0) return [];
  return [
    allow === "unscoped" ? "--allow-net" : `--allow-net=${allow.join(",")}`,
    ...(deny.length > 0 ? [`--deny-net=${deny.join(",")}`] : []),
  ];
}

const MAX_FLAG_BYTES = 100 * 1024;

function chunks(values: readonly string[]): string[][] {
  const result: string[][] = [];
  let size = 0;
  for (const value of values) {
    const bytes = new TextEncoder().encode(value).length + 1;
    if (result.length === 0 || size + bytes > MAX_FLAG_BYTES) {
      result.push([]);
      size = 0;
    }
    result.at(-1)!.push(value);
    size += bytes;
  }
  return result;
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)].sort();
}
