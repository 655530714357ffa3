/**
 * Where the program itself and its own files are.
 *
 * @module
 */
import { fromFileUrl } from "@std/path";
import type { OwnPlaces } from "../policy/derive.ts";
import { type Host, typedPath } from "../policy/host.ts";
import { realPathOfFuture, unspeakable } from "../policy/paths.ts";
import { ownerOfFuture } from "../plan/owner.ts";
import { UsageError } from "./options.ts";

/** The folder that holds `deno.json`, `src` and `bundles`. */
export function programFolder(): string {
  return Deno.realPathSync(fromFileUrl(new URL("../../", import.meta.url)));
}

/** Whether root runs this process. Deno permissions: `--allow-sys=uid`. */
export function startedByRoot(): boolean {
  return Deno.build.os !== "windows" && Deno.uid() === 0;
}

/**
 * The program, its Deno, and the base folder of launchers and state.
 *
 * For root the base is `/var/lib/shell-as-mcp`: tools run as other users, who cannot pass
 * through root's home. Without a home it is a folder of this user in `/var/tmp`.
 *
 * @throws {UsageError} when the folder cannot be spelled in Deno's flags
 */
export function ownPlaces(stateDir: string | undefined, host: Host, root: boolean): OwnPlaces {
  const base = futurePath(stateDir ?? defaultBase(host, root), host);
  const places = { program: programFolder(), base, deno: Deno.realPathSync(Deno.execPath()) };
  for (const path of Object.values(places)) {
    const why = unspeakable(path);
    if (why) {
      throw new UsageError(
        `The folder "${path}" cannot be used: ${why}; choose another with --state-dir`,
      );
    }
  }
  return places;
}

function futurePath(path: string, host: Host): string {
  const absolute = typedPath(path, host);
  try {
    return realPathOfFuture(absolute);
  } catch {
    throw new UsageError(
      `--state-dir is "${path}", which leads through a file or a broken link; choose another`,
    );
  }
}

function defaultBase(host: Host, root: boolean): string {
  if (root) return "/var/lib/shell-as-mcp";
  const state = host.env("XDG_STATE_HOME");
  // XDG Base Directory Specification: relative paths are to be ignored.
  if (state?.startsWith("/")) return `${state}/shell-as-mcp`;
  if (host.home !== undefined && host.home !== "/") return `${host.home}/.local/state/shell-as-mcp`;
  return `/var/tmp/shell-as-mcp-${Deno.uid()}`;
}

/**
 * The base folder must be this user's own: in `/var/tmp` another could have made it first.
 *
 * @throws {UsageError}
 */
export function guardBase(base: string) {
  let info: Deno.FileInfo;
  try {
    info = Deno.statSync(base);
  } catch {
    return;
  }
  if (!info.isDirectory) {
    throw new UsageError(`"${base}" is not a folder; choose another with --state-dir`);
  }
  const owner = ownerOfFuture(base);
  if (owner && owner.uid !== Deno.uid()) {
    throw new UsageError(
      `The folder "${base}" belongs to the user ${owner.uid}; choose one of your own with --state-dir`,
    );
  }
  if (info.mode !== null && (info.mode & 0o022) !== 0) {
    throw new UsageError(
      `Others may write the folder "${base}", and so the launchers in it; run: chmod go-w "${base}"`,
    );
  }
}
