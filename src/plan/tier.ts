/**
 * Which fence this machine gives: probed, never assumed.
 *
 * @module
 */
import type { LandlockPrograms } from "../sandbox/landlock.ts";
import { probeLandlock } from "../sandbox/landlock_probe.ts";
import { output } from "../process/output.ts";
import { probeBwrap } from "../sandbox/probe.ts";
import { findProgram } from "../sandbox/programs.ts";
import { SEATBELT_PROGRAMS } from "../sandbox/seatbelt_launcher.ts";
import type { LauncherPrograms } from "../sandbox/confinement.ts";
import { findLandlockPrograms, findLauncherPrograms } from "./programs.ts";
import { NOBODY } from "./owner.ts";

/** The tier in use. `missing`: nothing works, and every tool is refused until the operator says `--sandbox off`. */
export type Tier =
  | { name: "bwrap"; detail: string; programs: LauncherPrograms; paths: boolean }
  | { name: "landlock"; detail: string; programs: LandlockPrograms; notice: string }
  | { name: "seatbelt"; detail: string; notice: string }
  | { name: "none"; detail: string }
  | { name: "missing"; detail: string; mend: string };

const PROBE_MS = 10_000;

/** Why a tier does not work, and how to mend that. */
interface Fault {
  cause: string;
  mend: string;
}

/**
 * Finds the strongest tier that works.
 *
 * Deno permissions: `--allow-read`, `--allow-run`, and `--allow-write` for `base`.
 *
 * @param base The server's own folder; the probe works below it
 * @param os The system that is asked about
 */
export async function findTier(
  mode: "auto" | "required" | "off",
  path: string,
  base: string,
  asRoot: boolean,
  os: typeof Deno.build.os = Deno.build.os,
): Promise<Tier> {
  if (mode === "off") {
    return { name: "none", detail: "off, by the operator's --sandbox off" };
  }
  if (os === "darwin") return await trySeatbelt();
  if (os !== "linux") {
    return {
      name: "missing",
      detail: `No sandbox is built for ${os} yet`,
      mend: "Run the server on Linux, or, knowing that nothing is confined, with --sandbox off",
    };
  }
  await Deno.mkdir(base, { recursive: true, mode: asRoot ? 0o755 : 0o700 });
  const first = await tryBwrap(path, base, asRoot);
  if ("name" in first) return first;
  const second = await tryLandlock(path, base, asRoot, first);
  if ("name" in second) return second;
  return {
    name: "missing",
    detail: `The sandbox cannot start: ${first.cause}. Nor can Landlock: ${second.cause}`,
    mend: first.mend,
  };
}

async function tryBwrap(path: string, base: string, asRoot: boolean): Promise<Tier | Fault> {
  const found = findLauncherPrograms(path);
  if ("missing" in found) {
    return {
      cause: `${found.missing.map((m) => `"${m}"`).join(", ")} not found`,
      mend: found.missing.includes("bwrap")
        ? "Install bubblewrap (apt install bubblewrap, dnf install bubblewrap, pacman -S bubblewrap), then start again"
        : "Install util-linux and coreutils, then start again",
    };
  }
  const probe = await probeBwrap(found.programs, path, base, asRoot ? NOBODY : undefined);
  if (!probe.works) return { cause: probe.cause, mend: probe.mend };
  return {
    name: "bwrap",
    detail: `bubblewrap ${probe.version} with seccomp${
      probe.paths ? "" : `, without path arguments (${probe.detail})`
    }`,
    programs: found.programs,
    paths: probe.paths,
  };
}

async function tryLandlock(
  path: string,
  base: string,
  asRoot: boolean,
  first: Fault,
): Promise<Tier | Pick<Fault, "cause">> {
  const found = findLandlockPrograms(path);
  if ("missing" in found) {
    return { cause: `${found.missing.map((m) => `"${m}"`).join(", ")} not found` };
  }
  const probe = await probeLandlock(found.programs, path, base, asRoot ? NOBODY : undefined);
  if (!probe.works) return probe;
  return {
    name: "landlock",
    detail: "Landlock with seccomp, no namespaces",
    programs: found.programs,
    notice:
      `Tools run under Landlock, which stops less than bubblewrap does (docs/landlock.md), because ` +
      `bubblewrap cannot start: ${first.cause}. ${first.mend}`,
  };
}

/** macOS: that a profile is taken at all; what it holds is declared, not tested (docs/macos.md). */
async function trySeatbelt(): Promise<Tier> {
  const { sandboxExec, bash } = SEATBELT_PROGRAMS;
  const missing = (cause: string): Tier => ({
    name: "missing",
    detail: `The sandbox of macOS cannot start: ${cause}`,
    mend: "Start outside another sandbox, or, knowing that nothing is confined, with --sandbox off",
  });
  if (!findProgram(sandboxExec, "")) return missing(`"${sandboxExec}" not found`);
  const { code, stderr } = await output({
    program: sandboxExec,
    args: ["-p", "(version 1)(allow default)(deny network*)", bash, "-c", ":"],
    env: {},
    cwd: "/",
    timeoutMs: PROBE_MS,
  });
  if (code !== 0) return missing(stderr.trim() || `"${sandboxExec}" exits with ${code}`);
  return {
    name: "seatbelt",
    detail: "Seatbelt (sandbox-exec), declared, not tested",
    notice:
      "Tools run under the Seatbelt sandbox of macOS, for which no test of this program has " +
      "run yet (docs/macos.md)",
  };
}
