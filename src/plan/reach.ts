/**
 * Whether a user gets as far as a file: a server that root started finds programs in folders
 * that the users who run the tools cannot pass, such as `/root`.
 *
 * @module
 */
import { type Files, HOST_FILES } from "../sandbox/files.ts";
import type { Found } from "../sandbox/programs.ts";
import type { Owner } from "./types.ts";

/** Search or execute, and read, for one class of users (inode(7)). */
const [EXECUTE, READ] = [0o1, 0o4];

/**
 * The first folder on the way to a path that the user cannot pass, or the path itself when it
 * is a program that they cannot start; undefined when nothing stands in the way.
 *
 * Mode bits alone count, for uid 0 too: its capabilities end with the namespace in which the
 * tools run. Access lists (acl(5)) are not looked at; supplementary groups are none. Needs `--allow-read`.
 *
 * @param path Absolute and without links
 * @param start Whether it is a program to start; `read` for a script, whose interpreter reads it
 */
export function barrier(
  path: string,
  user: Owner,
  start: "no" | "execute" | "read" = "no",
  files: Files = HOST_FILES,
): string | undefined {
  const parts = path.split("/").filter((part) => part !== "");
  for (let depth = 0; depth < parts.length; depth++) {
    const folder = `/${parts.slice(0, depth).join("/")}`;
    if (!allows(folder, user, EXECUTE, files)) return folder;
  }
  if (start === "no") return undefined;
  const wanted = start === "read" ? READ | EXECUTE : EXECUTE;
  return allows(path, user, wanted, files) ? undefined : path;
}

function allows(path: string, user: Owner, wanted: number, files: Files): boolean {
  const info = files.stat(path);
  // What is not there is somebody else's to report.
  if (!info || info.mode === null) return true;
  const shift = info.uid === user.uid ? 6 : info.gid === user.gid ? 3 : 0;
  return ((info.mode >> shift) & wanted) === wanted;
}

/** What keeps a user from a program that was found, its interpreters included. */
export function programBarrier(
  found: Found,
  user: Owner,
  files: Files = HOST_FILES,
): string | undefined {
  const script = found.chain.length > 0 ? "read" : "execute";
  for (
    const [path, start] of [
      [found.real, script],
      ...found.interpreters.map((i) => [i.real, "execute"]),
    ]
  ) {
    const wall = barrier(path!, user, start as "execute" | "read", files);
    if (wall !== undefined) return wall;
  }
  return undefined;
}
