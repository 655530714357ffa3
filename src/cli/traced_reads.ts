/**
 * What a piece of work read of the file system and the environment, so that it need not be
 * done again while all of that is as it was.
 *
 * The work is traced at Deno's own functions, not at ours: a read that somebody adds later is
 * seen as well. Only what has no part in it (writing, spawning) is not.
 *
 * @module
 */
import { createHash } from "node:crypto";

/**
 * How something was read: its content or kind (`file`), the link itself (`link`), its real
 * path (`real`), its entries (`folder`), or a variable (`env`).
 */
export type FactKind = "file" | "link" | "real" | "folder" | "env";

/** What was read, by name, and what stood there: two equal values mean that nothing changed. */
export type Fact = [kind: FactKind, name: string, value: string];

const ABSENT = "-";

/**
 * What stands there now.
 *
 * Times, inode and size tell a changed file from an unchanged one (inode(7)). A folder that was
 * only looked at is the same folder while its owner and mode are.
 *
 * Deno permissions: `--allow-read` for the path, `--allow-env` for a variable.
 */
export function valueOf(kind: FactKind, name: string): string {
  if (kind === "env") return digest(environment(name));
  try {
    if (kind === "real") return read.realPathSync(name);
    const info = kind === "link" ? read.lstatSync(name) : read.statSync(name);
    const owner = `${info.mode},${info.uid},${info.gid}`;
    if (info.isDirectory && kind !== "folder") return `folder ${owner}`;
    return `${info.ctime?.getTime()},${info.mtime?.getTime()},${info.dev},${info.ino},${info.size},${owner}`;
  } catch {
    return ABSENT;
  }
}

/** Variables may hold secrets, and what is remembered lies on a disk. */
function digest(value: string | undefined): string {
  return value === undefined ? ABSENT : createHash("sha256").update(value).digest("hex");
}

// The functions as they are without us.
const read = {
  statSync: Deno.statSync,
  lstatSync: Deno.lstatSync,
  realPathSync: Deno.realPathSync,
};
const environment = Deno.env.get.bind(Deno.env);

/** Deno's functions that read, and what they tell. */
const READS = {
  stat: "file",
  statSync: "file",
  open: "file",
  openSync: "file",
  readFile: "file",
  readFileSync: "file",
  readTextFile: "file",
  readTextFileSync: "file",
  lstat: "link",
  lstatSync: "link",
  readLink: "link",
  readLinkSync: "link",
  realPath: "real",
  realPathSync: "real",
  readDir: "folder",
  readDirSync: "folder",
} as const;

type Changeable = Record<string, (...args: unknown[]) => unknown>;

/**
 * Does the work, and says what it read. One at a time: the tracing is the whole process's.
 *
 * @param ignored Below this folder nothing is noted
 */
export async function traceReads<T>(
  work: () => Promise<T>,
  ignored: string,
): Promise<{ result: T; facts: Fact[] }> {
  const facts = new Map<string, Fact>();
  const note = (kind: FactKind, name: string) => {
    const key = `${kind} ${name}`;
    if (facts.has(key) || name === ignored || name.startsWith(`${ignored}/`)) return;
    facts.set(key, [kind, name, valueOf(kind, name)]);
  };
  const undo: (() => void)[] = [];
  const wrap = (of: Changeable, name: string, kind: FactKind) => {
    const before = of[name]!;
    undo.push(() => of[name] = before);
    of[name] = (...args) => {
      note(kind, args[0] instanceof URL ? decodeURIComponent(args[0].pathname) : String(args[0]));
      return before.apply(of, args);
    };
  };
  for (const [name, kind] of Object.entries(READS)) {
    wrap(Deno as unknown as Changeable, name, kind);
  }
  wrap(Deno.env as unknown as Changeable, "get", "env");
  try {
    const result = await work();
    return { result, facts: [...facts.values()] };
  } finally {
    for (const back of undo) back();
  }
}
