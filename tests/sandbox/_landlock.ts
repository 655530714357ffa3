/**
 * Landlock launchers that run: a root, a private place, and bash as the tool.
 *
 * @module
 */
import { assert } from "@std/assert";
import type { Confinement } from "../../src/sandbox/confinement.ts";
import { landlockLauncherText, type LandlockPrograms } from "../../src/sandbox/landlock.ts";
import { probeLandlock } from "../../src/sandbox/landlock_probe.ts";
import { arch } from "../../src/sandbox/probe.ts";
import { findProgram } from "../../src/sandbox/programs.ts";
import { seccompFilter } from "../../src/sandbox/seccomp.ts";
import { programView } from "../../src/sandbox/view.ts";
import type { PathKind } from "../../src/spec/types.ts";
import { findLandlockPrograms } from "../../src/plan/programs.ts";
import { plainConfinement } from "./_shapes.ts";

const PATH = "/usr/local/bin:/usr/bin:/bin";

/** The programs that launchers are started with here. */
export function launcherPrograms(): LandlockPrograms {
  const found = findLandlockPrograms(PATH);
  assert("programs" in found, "perl and env are needed");
  return found.programs;
}

/** Whether the kernel has it: tests that need it are ignored elsewhere. */
export async function hasLandlock(): Promise<boolean> {
  if (Deno.build.os !== "linux") return false;
  const folder = await Deno.makeTempDir({ prefix: "sam-" });
  try {
    await Deno.chmod(folder, 0o755);
    return (await probeLandlock(launcherPrograms(), PATH, folder)).works;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** How a launcher ended, with bubblewrap-like documents still in `stderr`. */
export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** A folder with a root and launchers. Disposed of, it goes. */
export class Place implements AsyncDisposable {
  readonly root: string;
  readonly scratch: string;

  private constructor(readonly folder: string) {
    this.root = `${folder}/root`;
    this.scratch = `${folder}/scratch`;
  }

  static async make(): Promise<Place> {
    const place = new Place(await Deno.realPath(await Deno.makeTempDir({ prefix: "sam-" })));
    await Deno.mkdir(place.root);
    await Deno.mkdir(place.scratch);
    const filter = seccompFilter(arch(), { families: [], shared: true });
    await Deno.writeFile(`${place.folder}/filter`, filter);
    return place;
  }

  /** What the tool of this place is held to: it runs a line of bash, with words. */
  confinement(more: Partial<Confinement> = {}): Confinement {
    const programs = ["bash", "cat", "sleep", "perl", "ls"].map((n) => findProgram(n, PATH)!);
    return plainConfinement({
      view: programView(programs),
      roots: [{ path: this.root, readOnly: false, from: "test" }],
      etc: [],
      env: { HOME: "/tmp/home", TMPDIR: "/tmp", LANG: "C.UTF-8" },
      seccompFile: `${this.folder}/filter`,
      scratchFolder: this.scratch,
      target: [{ text: programs[0]!.real }, { text: "-c" }, { slot: "one" }, { text: "bash" }, {
        slot: "many",
      }],
      ...more,
    });
  }

  /** Writes a launcher; returns its path. */
  async launcher(kinds: readonly PathKind[], more: Partial<Confinement> = {}): Promise<string> {
    const path = await Deno.makeTempFile({ dir: this.folder });
    const text = landlockLauncherText(
      this.confinement(more),
      { kinds },
      launcherPrograms(),
      arch(),
    );
    await Deno.writeTextFile(path, text);
    await Deno.chmod(path, 0o755);
    return path;
  }

  /** The names in the root and below, sorted, and what private folders there are. */
  async names(): Promise<string[]> {
    const found: string[] = [];
    const walk = async (folder: string) => {
      for await (const { name, isDirectory } of Deno.readDir(folder)) {
        found.push(`${folder}/${name}`.slice(this.folder.length + 1));
        if (isDirectory) await walk(`${folder}/${name}`);
      }
    };
    await walk(this.root);
    await walk(this.scratch);
    return found.sort();
  }

  async [Symbol.asyncDispose]() {
    await Deno.remove(this.folder, { recursive: true });
  }
}

/** Starts a launcher with mounts, a line of bash and its words. */
export function start(
  launcher: string,
  mounts: readonly string[],
  line: string,
  words: readonly string[] = [],
  env: Record<string, string> = {},
): Deno.ChildProcess {
  return new Deno.Command(launcher, {
    args: [...mounts, "--", "1", line, String(words.length), ...words],
    clearEnv: true,
    env,
    cwd: "/",
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

/** Waits for its end. */
export async function ended(child: Deno.ChildProcess): Promise<Ended> {
  const { code, stdout, stderr } = await child.output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

/** Both. */
export function run(...args: Parameters<typeof start>): Promise<Ended> {
  return ended(start(...args));
}
