/**
 * Which fence this machine gives: probed, never assumed.
 *
 * @module
 */
import { probeBwrap } from "../sandbox/probe.ts";
import type { LauncherPrograms } from "../sandbox/confinement.ts";
import { findLauncherPrograms } from "./programs.ts";
import { NOBODY } from "./owner.ts";

/** The tier in use. `missing`: nothing works, and every tool is refused until the operator says `--sandbox off`. */
export type Tier =
  | { name: "bwrap"; detail: string; programs: LauncherPrograms; paths: boolean }
  | { name: "none"; detail: string }
  | { name: "missing"; detail: string; mend: string };

/**
 * Finds the strongest tier that works.
 *
 * Deno permissions: `--allow-read`, `--allow-run`, and `--allow-write` for `base`.
 *
 * @param base The server's own folder; the probe works below it
 */
export async function findTier(
  mode: "auto" | "required" | "off",
  path: string,
  base: string,
  asRoot: boolean,
): Promise<Tier> {
  if (mode === "off") {
    return { name: "none", detail: "off, by the operator's --sandbox off" };
  }
  if (Deno.build.os !== "linux") {
    return {
      name: "missing",
      detail: `No sandbox is built for ${Deno.build.os} yet`,
      mend: "Run the server on Linux, or, knowing that nothing is confined, with --sandbox off",
    };
  }
  const found = findLauncherPrograms(path);
  if ("missing" in found) {
    const list = found.missing.map((m) => `"${m}"`).join(", ");
    return {
      name: "missing",
      detail: `The sandbox cannot start: ${list} not found`,
      mend: found.missing.includes("bwrap")
        ? "Install bubblewrap (apt install bubblewrap, dnf install bubblewrap, pacman -S bubblewrap), then start again"
        : "Install util-linux and coreutils, then start again",
    };
  }
  await Deno.mkdir(base, { recursive: true, mode: asRoot ? 0o755 : 0o700 });
  const probe = await probeBwrap(found.programs, path, base, asRoot ? NOBODY : undefined);
  if (!probe.works) {
    return {
      name: "missing",
      detail: `The sandbox cannot start: ${probe.cause}`,
      mend: probe.mend,
    };
  }
  return {
    name: "bwrap",
    detail: `bubblewrap ${probe.version} with seccomp${
      probe.paths ? "" : `, without path arguments (${probe.detail})`
    }`,
    programs: found.programs,
    paths: probe.paths,
  };
}
