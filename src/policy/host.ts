/**
 * What deriving a policy needs to know of the machine: gathered once, so that the
 * derivation itself is a pure function that tests can feed.
 *
 * @module
 */
import { cleanPath, realPathOrNone } from "./paths.ts";

/** Facts of the host on which the tools will run. */
export interface Host {
  /** A variable of the server's environment; undefined when unset. */
  env(name: string): string | undefined;
  /** The user's home, real path; undefined when unknown. */
  home: string | undefined;
  /** The working directory, real path. */
  cwd: string;
  /** Real path of something that exists, or undefined. */
  realPath(path: string): string | undefined;
  /** Whether a folder has this path, links followed. */
  isFolder(path: string): boolean;
}

/**
 * The host that this process runs on.
 *
 * Deno permissions: `--allow-read`, `--allow-env`.
 */
export function thisHost(): Host {
  const home = Deno.env.get("HOME") ?? Deno.env.get("USERPROFILE");
  return {
    env: (name) => Deno.env.get(name),
    home: home ? realPathOrNone(home) : undefined,
    cwd: Deno.cwd(),
    realPath: realPathOrNone,
    isFolder(path) {
      try {
        return Deno.statSync(path).isDirectory;
      } catch {
        return false;
      }
    },
  };
}

/**
 * An absolute path for one that the operator typed: relative ones count from where the
 * command was given, which `deno task` keeps in `INIT_CWD`.
 */
export function typedPath(typed: string, host: Host): string {
  const path = typed.replace(/^~(?=\/|$)/, host.home ?? "~");
  return cleanPath(path.startsWith("/") ? path : `${host.env("INIT_CWD") || host.cwd}/${path}`);
}
