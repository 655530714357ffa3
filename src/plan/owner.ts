/**
 * Who owns a folder: the user that tools run as when root started the server.
 *
 * @module
 */
import type { Owner } from "./types.ts";

/**
 * The owner of a path, or of its deepest existing ancestor.
 *
 * Deno permissions: `--allow-read`.
 */
export function ownerOfFuture(path: string): Owner | undefined {
  let at = path;
  while (true) {
    try {
      const { uid, gid } = Deno.statSync(at);
      return uid === null || gid === null ? undefined : { uid, gid };
    } catch {
      if (at === "/") return undefined;
      const slash = at.lastIndexOf("/");
      at = slash <= 0 ? "/" : at.slice(0, slash);
    }
  }
}

/** The user of calls that touch no root: nobody, by the number that Linux gives it. */
export const NOBODY: Owner = { uid: 65534, gid: 65534 };
