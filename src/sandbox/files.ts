/**
 * Reading the file system without exceptions for what is absent.
 *
 * What the sandbox must show is found by looking at many places of which most do not
 * exist; here "not there" and "not readable" are `undefined`. A missing Deno permission
 * is never taken for an absent file: it is thrown.
 *
 * @module
 */
import { dirname, isAbsolute, resolve } from "@std/path";

/** An open file that is read by position. */
export interface Reader {
  /** Size in bytes. */
  size: number;
  /** The bytes `[offset, offset + length)`, or undefined when the file does not hold all of them. */
  read(offset: number, length: number): Uint8Array | undefined;
}

/** The questions that are asked about files. All paths are absolute. */
export interface Files {
  /** Follows links. */
  stat(path: string): Deno.FileInfo | undefined;
  /** Text of a symbolic link; undefined when the path is none. */
  readLink(path: string): string | undefined;
  /** Path without links. */
  realPath(path: string): string | undefined;
  /** Entries sorted by name; empty when it is no folder. */
  readDir(path: string): Deno.DirEntry[];
  /** UTF-8 text. */
  readText(path: string): string | undefined;
  /** Runs `use` on the open file; undefined when it cannot be opened. */
  withReader<T>(path: string, use: (reader: Reader) => T): T | undefined;
}

/** The result, or undefined when the operating system refused. */
function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable) throw error;
    return undefined;
  }
}

function readAt(file: Deno.FsFile, offset: number, target: Uint8Array): boolean {
  file.seekSync(offset, Deno.SeekMode.Start);
  let filled = 0;
  while (filled < target.length) {
    const count = file.readSync(target.subarray(filled));
    if (count === null) return false;
    filled += count;
  }
  return true;
}

/**
 * The files below `root` as if it were `/`: links in them must be relative.
 *
 * Needs `--allow-read` for what is asked about.
 *
 * @param root Real path of a folder, or `""` for this machine's own files.
 */
export function filesUnder(root: string): Files {
  const at = (path: string) => root + path;
  return {
    stat: (path) => attempt(() => Deno.statSync(at(path))),
    readLink: (path) => attempt(() => Deno.readLinkSync(at(path))),
    realPath(path) {
      const real = attempt(() => Deno.realPathSync(at(path)));
      if (real === undefined || root === "") return real;
      return real.startsWith(root + "/") ? real.slice(root.length) : undefined;
    },
    readDir(path) {
      const entries = attempt(() => [...Deno.readDirSync(at(path))]) ?? [];
      return entries.sort((a, b) => a.name < b.name ? -1 : 1);
    },
    readText: (path) => attempt(() => Deno.readTextFileSync(at(path))),
    withReader(path, use) {
      // Looked at first: opening a FIFO would wait for its writer.
      const info = attempt(() => Deno.statSync(at(path)));
      if (!info?.isFile) return undefined;
      const file = attempt(() => Deno.openSync(at(path)));
      if (!file) return undefined;
      try {
        return use({
          size: info.size,
          read(offset, length) {
            if (length < 0 || offset + length > info.size) return undefined;
            const bytes = new Uint8Array(length);
            return attempt(() => readAt(file, offset, bytes)) ? bytes : undefined;
          },
        });
      } finally {
        file.close();
      }
    },
  };
}

/** The files of this machine. Needs `--allow-read`. */
export const HOST_FILES: Files = filesUnder("");

/** Whether the path, links followed, is a folder. */
export function isFolder(path: string, files: Files = HOST_FILES): boolean {
  return files.stat(path)?.isDirectory ?? false;
}

/** Linux follows at most 40 links in one path (path_resolution(7)). */
const MAX_LINKS = 40;

/**
 * The places that a chain of links passes through, the given path first and the file
 * itself last: `/usr/bin/awk`, `/etc/alternatives/awk`, `/usr/bin/mawk`.
 *
 * Needs `--allow-read`.
 */
export function linkChain(path: string, files: Files = HOST_FILES): string[] {
  const chain = [path];
  for (let place = path; chain.length <= MAX_LINKS;) {
    const target = files.readLink(place);
    if (target === undefined) break;
    const folder = files.realPath(dirname(place));
    if (folder === undefined) break;
    place = isAbsolute(target) ? resolve(target) : resolve(folder, target);
    chain.push(place);
  }
  return chain;
}
