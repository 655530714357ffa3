/**
 * Tries the Landlock tier with a real launcher, so that what is probed is what is used.
 *
 * Deno permissions: `--allow-run`, and `--allow-read` and `--allow-write` for the work folder.
 *
 * @module
 */
import { DEFAULT_LIMITS } from "../bundle/types.ts";
import { output } from "../process/output.ts";
import { baseEnvironment } from "./child_environment.ts";
import type { Confinement } from "./confinement.ts";
import { landlockLauncherText, type LandlockPrograms } from "./landlock.ts";
import { arch } from "./probe.ts";
import { findProgram } from "./programs.ts";
import { seccompFilter } from "./seccomp.ts";
import { programView } from "./view.ts";

/** What the tier can do here. */
export type LandlockProbe = { works: true } | { works: false; cause: string };

const TIMEOUT_MS = 10_000;

/**
 * Runs `true` in a launcher with a file to read and a file to write.
 *
 * @param folder An existing folder of ours, to put the launcher and its files in
 * @param owner The user to run as, for a server started by root
 */
export async function probeLandlock(
  programs: LandlockPrograms,
  path: string,
  folder: string,
  owner?: { uid: number; gid: number },
): Promise<LandlockProbe> {
  const target = findProgram("true", path);
  if (!target) return { works: false, cause: `"true" was not found in "${path}"` };
  const work = await Deno.realPath(await Deno.makeTempDir({ dir: folder, prefix: ".probe-" }));
  try {
    await Deno.chmod(work, 0o755);
    const [data, scratch] = [`${work}/data`, `${work}/scratch`];
    for (const own of [data, scratch]) {
      await Deno.mkdir(own);
      if (owner) await Deno.chown(own, owner.uid, owner.gid);
    }
    await Deno.writeTextFile(`${data}/in`, "");
    await Deno.writeFile(`${work}/filter`, seccompFilter(arch(), { families: [], shared: true }));
    const confinement: Confinement = {
      tool: "probe",
      bundle: "probe",
      view: programView([target]),
      planFolders: [],
      etc: [],
      fixed: [],
      roots: [{ path: data, readOnly: false, from: "probe" }],
      protectedNames: [],
      env: baseEnvironment(),
      workingDirectory: "/tmp",
      limits: DEFAULT_LIMITS,
      wallSeconds: TIMEOUT_MS / 1000,
      target: [{ text: target.path }],
      goodExitCodes: [],
      seccompFile: `${work}/filter`,
      scratchFolder: scratch,
    };
    const launcher = `${work}/launcher`;
    const kinds = ["read", "write"] as const;
    await Deno.writeTextFile(
      launcher,
      landlockLauncherText(confinement, { kinds }, programs, arch()),
    );
    await Deno.chmod(launcher, 0o555);
    const { code, stderr, timedOut } = await output({
      program: launcher,
      args: ["write", `${data}/out`, "read", `${data}/in`, "--"],
      env: {},
      cwd: "/",
      timeoutMs: TIMEOUT_MS,
      ...owner,
    });
    if (code === 0) return { works: true };
    const said = stderr.trim().split("\n").filter((l) => !l.startsWith("{")).at(-1) ?? "";
    return {
      works: false,
      cause: timedOut ? "its launcher did not answer" : `its launcher said "${said}"`,
    };
  } finally {
    await Deno.remove(work, { recursive: true }).catch(() => {});
  }
}
