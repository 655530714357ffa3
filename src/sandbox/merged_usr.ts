/**
 * The folder links of a merged-usr system: `/lib` → `usr/lib` and its like.
 *
 * Inside a sandbox such a link is made again, so that nothing can be bound below it:
 * every path that is to be bound is first settled to the folder behind the link.
 *
 * @module
 */
import { type Files, HOST_FILES } from "./files.ts";

/** One folder that is a link on this machine. */
export interface FolderLink {
  /** Where the link is: `/lib`. */
  link: string;
  /** Its text: `usr/lib`. */
  target: string;
  /** The folder behind it: `/usr/lib`. */
  folder: string;
}

/** Folders that one distribution or another has as links (file-hierarchy(7), "Compatibility symlinks"). */
const CANDIDATES = [
  "/bin",
  "/sbin",
  "/lib",
  "/lib32",
  "/lib64",
  "/libx32",
  "/usr/sbin",
  "/usr/lib32",
  "/usr/lib64",
];

/** The folder links that this machine has. Needs `--allow-read`. */
export function folderLinks(files: Files = HOST_FILES): FolderLink[] {
  return CANDIDATES.flatMap((link) => {
    const target = files.readLink(link);
    const folder = target === undefined ? undefined : files.realPath(link);
    if (target === undefined || folder === undefined) return [];
    return [{ link, target, folder }];
  });
}

/** The path with a folder link at its beginning replaced by the folder: `/lib/ld.so` → `/usr/lib/ld.so`. */
export function settle(path: string, links: readonly FolderLink[]): string {
  for (const { link, folder } of links) {
    if (path === link || path.startsWith(link + "/")) {
      return folder + path.slice(link.length);
    }
  }
  return path;
}
