/**
 * The last derivation of the same command line, for as long as everything that it read is as
 * it was: then `start` serves the plan that lies there, and derives nothing.
 *
 * What was read is remembered with the plan: bundles, programs and their libraries, links,
 * folders of PATH where a program was looked for, variables, and this program's own files. One
 * difference, and the plan is derived anew. The memory lies in the base folder, which neither
 * the server nor a tool can write. Whether namespaces may be made is asked each time: the
 * kernel's switches are in files that Deno does not let us read. A tier other than bubblewrap
 * is not remembered, so that a mended machine is noticed.
 *
 * @module
 */
import { NOBODY } from "../plan/owner.ts";
import { VERSION } from "../version.ts";
import { BUILT_FOLDER, BUILT_FROM } from "./built.ts";
import { type Fact, type FactKind, traceReads, valueOf } from "./traced_reads.ts";
import { sha256 } from "../spec/digest.ts";
import { output } from "../process/output.ts";

/** What a server is started with. */
export interface Served {
  /** The plan's folder. */
  folder: string;
  /** The arguments of `deno`. */
  command: string[];
  /** The declared variables. */
  env: string[];
}

interface Memory extends Served {
  bwrap: string;
  facts: Fact[];
}

/** Files that changed this shortly before they were read may change again within one tick of their clock. */
const RACY_MS = 1000;
const AGE_MS = 30 * 24 * 60 * 60 * 1000;

/** Where the memory of a command line lies. */
export interface Place {
  base: string;
  /** All that was asked for. */
  asked: unknown;
  program: string;
}

/** The remembered plan, if it still holds; `undefined` else, or when there is none. */
export async function recall(place: Place): Promise<Served | undefined> {
  try {
    const memory = JSON.parse(await Deno.readTextFile(await fileOf(place))) as Memory;
    const works = bubblewrapStarts(memory.bwrap);
    const holds = memory.facts.every(([kind, name, value]) => valueOf(kind, name) === value);
    if (!await works || !holds) return undefined;
    // Plans that nobody uses are swept by their age.
    await Deno.utime(memory.folder, new Date(), new Date());
    return memory;
  } catch {
    // None there, or none that can be read: derive it.
    return undefined;
  }
}

/** The quick form of the tier's probe, as the user who runs the tools. */
async function bubblewrapStarts(program: string): Promise<boolean> {
  const user = Deno.uid() === 0 ? NOBODY : {};
  const args = ["--unshare-all", "--ro-bind", "/", "/", "--", "/usr/bin/env", "true"];
  const { code } = await output({ program, args, env: {}, cwd: "/", timeoutMs: 5000, ...user });
  return code === 0;
}

/** A derivation that can be remembered. */
export interface Traced<T> {
  result: T;
  /** Remembers it; nothing when something changed while it was done. */
  remember(place: Place, served: Served, bwrap: string): Promise<void>;
}

/**
 * Derives, and watches what is read.
 *
 * @param racyMs Nothing is remembered when a file was changed less than this before
 */
export async function traced<T>(
  work: () => Promise<T>,
  base: string,
  racyMs = RACY_MS,
): Promise<Traced<T>> {
  const begun = Date.now();
  const { result, facts } = await traceReads(work, base);
  return {
    result,
    async remember(place, served, bwrap) {
      const all = [...facts, ...programFacts(place.program)];
      if (all.some((fact) => changedSince(fact, begun - racyMs))) return;
      const memory: Memory = { ...served, bwrap, facts: all };
      const file = await fileOf(place);
      const folder = file.slice(0, file.lastIndexOf("/"));
      await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
      await forgetOld(folder);
      const draft = `${file}.${crypto.randomUUID()}`;
      await Deno.writeTextFile(draft, JSON.stringify(memory), { mode: 0o600, createNew: true });
      await Deno.rename(draft, file);
    },
  };
}

function changedSince([kind, , value]: Fact, since: number): boolean {
  if (kind === "env" || kind === "real") return false;
  const times = /^(\d+),(\d+),/.exec(value);
  return times !== null && Math.max(Number(times[1]), Number(times[2])) >= since;
}

/** This program's own files. */
function programFacts(program: string): Fact[] {
  const facts: Fact[] = [];
  const note = (kind: FactKind, path: string) => facts.push([kind, path, valueOf(kind, path)]);
  const walk = (folder: string) => {
    note("folder", folder);
    for (const { name, isDirectory } of Deno.readDirSync(folder)) {
      if (isDirectory) walk(`${folder}/${name}`);
      else note("file", `${folder}/${name}`);
    }
  };
  note("file", `${program}/deno.json`);
  note("file", `${program}/deno.lock`);
  note("file", `${program}/${BUILT_FOLDER}/${BUILT_FROM}`);
  walk(`${program}/src`);
  return facts;
}

async function fileOf({ base, asked, program }: Place): Promise<string> {
  const key = [VERSION, Deno.version.deno, Deno.execPath(), program, Deno.cwd(), asked];
  const ids = Deno.build.os === "windows" ? [] : [Deno.uid(), Deno.gid()];
  return `${base}/warm/${(await sha256(JSON.stringify([...key, ...ids]))).slice(0, 32)}`;
}

async function forgetOld(folder: string) {
  for await (const { name } of Deno.readDir(folder)) {
    const { mtime } = await Deno.stat(`${folder}/${name}`);
    if (mtime && Date.now() - mtime.getTime() > AGE_MS) await Deno.remove(`${folder}/${name}`);
  }
}
