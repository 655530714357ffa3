/**
 * Tries the bubblewrap tier with a real launcher, so that what is probed is what is used.
 *
 * Deno permissions: `--allow-run`, and `--allow-read` and `--allow-write` for the work folder.
 *
 * @module
 */
import { DEFAULT_LIMITS } from "../bundle/types.ts";
import { output } from "../process/output.ts";
import { baseEnvironment } from "./child_environment.ts";
import type { Confinement, LauncherPrograms } from "./confinement.ts";
import { launcherText } from "./launcher.ts";
import { findProgram } from "./programs.ts";
import { AF, seccompFilter } from "./seccomp.ts";
import { programView } from "./view.ts";

/** What the tier can do here. */
export type Probe =
  | { works: true; paths: boolean; version: string; detail: string }
  | { works: false; cause: string; mend: string };

const TIMEOUT_MS = 10_000;

/**
 * Runs `true` in a launcher with a file to read and a file to write, then, if that fails,
 * without any: descriptors for mounts (`--bind-fd`) are missing in some builds.
 *
 * @param folder An existing folder of ours, to put the launcher and its files in
 * @param owner The user to run as, for a server started by root
 */
export async function probeBwrap(
  programs: LauncherPrograms,
  path: string,
  folder: string,
  owner?: { uid: number; gid: number },
): Promise<Probe> {
  const target = findProgram("true", path);
  if (!target) {
    return { works: false, cause: `"true" was not found in "${path}"`, mend: "Mend PATH" };
  }
  const work = await Deno.makeTempDir({ dir: folder, prefix: ".probe-" });
  try {
    await Deno.chmod(work, 0o755);
    const data = `${work}/data`;
    await Deno.mkdir(data);
    if (owner) await Deno.chown(data, owner.uid, owner.gid);
    await Deno.writeTextFile(`${data}/in`, "");
    await Deno.writeFile(`${work}/filter`, seccompFilter(arch(), { families: [AF.UNIX] }));
    const real = await Deno.realPath(data);
    const confinement: Confinement = {
      tool: "probe",
      bundle: "probe",
      view: programView([target], { helpers: [programs.prlimit, programs.timeout] }),
      planFolders: [],
      etc: [],
      fixed: [],
      roots: [{ path: real, readOnly: false, from: "probe" }],
      protectedNames: [],
      env: baseEnvironment(),
      workingDirectory: "/tmp",
      limits: DEFAULT_LIMITS,
      wallSeconds: TIMEOUT_MS / 1000,
      target: [{ text: target.path }],
      goodExitCodes: [],
      seccompFile: `${await Deno.realPath(work)}/filter`,
    };
    const run = async (name: string, kinds: ("read" | "write")[], args: string[]) => {
      const launcher = `${work}/${name}`;
      await Deno.writeTextFile(launcher, launcherText(confinement, { kinds }, programs));
      await Deno.chmod(launcher, 0o555);
      return await output({
        program: launcher,
        args: [...args, "--"],
        env: {},
        cwd: "/",
        timeoutMs: TIMEOUT_MS,
        ...owner,
      });
    };
    const version = await bwrapVersion(programs.bwrap);
    const whole = await run("paths", ["read", "write"], [
      "write",
      `${real}/out`,
      "read",
      `${real}/in`,
    ]);
    if (whole.code === 0) return { works: true, paths: true, version, detail: "" };
    const bare = await run("plain", [], []);
    if (bare.code === 0) {
      return { works: true, paths: false, version, detail: lastLine(whole.stderr) };
    }
    return explain(bare.stderr, bare.timedOut);
  } finally {
    await Deno.remove(work, { recursive: true }).catch(() => {});
  }
}

async function bwrapVersion(bwrap: string): Promise<string> {
  const { stdout } = await output({
    program: bwrap,
    args: ["--version"],
    env: {},
    cwd: "/",
    timeoutMs: TIMEOUT_MS,
  });
  return stdout.trim().replace(/^bubblewrap\s+/, "");
}

function lastLine(text: string): string {
  return text.trim().split("\n").filter((l) => !l.startsWith("{")).at(-1) ?? "";
}

/** Known causes, by what bubblewrap says (containers/bubblewrap, its README and issues). */
const CAUSES: { says: RegExp; cause: string; mend: string }[] = [
  {
    says: /No permissions to create (a )?new namespace/,
    cause: "This user may not create user namespaces (a kernel setting, or a container's filter)",
    mend:
      "Set kernel.unprivileged_userns_clone=1 and user.max_user_namespaces above 0, or run the container with " +
      "--security-opt seccomp=unconfined",
  },
  {
    says: /setting up uid map: Permission denied/,
    cause: "AppArmor restricts user namespaces (Ubuntu 23.10 and newer)",
    mend: 'Install an AppArmor profile that gives bwrap the right "userns", or set ' +
      "kernel.apparmor_restrict_unprivileged_userns=0",
  },
  {
    says: /Creating new namespace failed/,
    cause: "The kernel refuses new namespaces here (a container without the right to make them)",
    mend:
      "Run the container with a seccomp profile that allows unshare, or start the server outside of it",
  },
  {
    says: /Can't mount proc|Failed to mount proc/i,
    cause: "/proc of this container is masked, so that no new one can be mounted",
    mend: "Run the container with --security-opt systempaths=unconfined",
  },
  {
    says: /Failed to make \/ slave/,
    cause: "This container may not change how mounts propagate",
    mend: "Run the container with --security-opt apparmor=unconfined",
  },
];

function explain(stderr: string, timedOut: boolean): Probe {
  const line = lastLine(stderr);
  const known = CAUSES.find((c) => c.says.test(stderr));
  if (known) return { works: false, cause: `${known.cause}: "${line}"`, mend: known.mend };
  return {
    works: false,
    cause: timedOut ? "bubblewrap did not answer" : `bubblewrap failed: "${line}"`,
    mend: "Look the message up in bubblewrap's documentation",
  };
}

/** The machine's architecture, in the names that the filter knows. */
export function arch(): "x86_64" | "aarch64" {
  return Deno.build.arch === "aarch64" ? "aarch64" : "x86_64";
}
