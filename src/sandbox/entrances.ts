/**
 * How programs are found inside: the links that lead to them, and PATH.
 *
 * @module
 */
import { basename, isAbsolute } from "@std/path";
import { type Files, linkChain } from "./files.ts";
import { type FolderLink, settle } from "./merged_usr.ts";
import { covers } from "./outermost.ts";
import type { Found } from "./programs.ts";

/** A symbolic link to make inside. */
export interface ViewLink {
  link: string;
  target: string;
}

/** Where declared names are found inside. */
export const PROGRAM_FOLDER = "/usr/bin";
/** For a name that another program, one that a script names by its path, has in the first. */
const SECOND_FOLDER = "/usr/local/bin";

/** A place inside, and the file that must be found there. */
export interface Entrance {
  at: string;
  real: string;
}

/** Paths that are asked for as such: where each program was found, and what `#!` lines name. */
export function exactEntrances(found: Found): Entrance[] {
  return [
    { at: found.path, real: found.real },
    ...found.interpreters.filter(({ named }) => isAbsolute(named))
      .map(({ named, real }) => ({ at: named, real })),
  ];
}

/** Names that are looked up along PATH: declared ones, and what `env` starts. */
function namedEntrances(found: Found): { name: string; real: string }[] {
  return [
    { name: basename(found.name), real: found.real },
    ...found.interpreters.filter(({ named }) => !isAbsolute(named))
      .map(({ named, real }) => ({ name: named, real })),
  ];
}

/** The links and PATH by which every program is found inside. */
export interface Entrances {
  links: ViewLink[];
  searchPath: string;
}

/**
 * Exact paths come first, with each link that they pass through on the host. A name goes
 * to `/usr/bin`, or before it where that place is another program's; nothing is claimed
 * at or below a bind. Needs `--allow-read`.
 */
export function entrances(
  programs: Found[],
  binds: string[],
  folders: FolderLink[],
  files: Files,
): Entrances {
  const claimed = new Map<string, string>();
  const isBound = (place: string) => binds.some((bind) => covers(bind, place));
  for (const { at, real } of programs.flatMap(exactEntrances)) {
    for (const place of linkChain(at, files).map((path) => settle(path, folders))) {
      if (!isBound(place) && !claimed.has(place)) claimed.set(place, real);
    }
  }
  const folderNames = new Set([PROGRAM_FOLDER]);
  for (const { name, real } of programs.flatMap(namedEntrances)) {
    for (const folder of [PROGRAM_FOLDER, SECOND_FOLDER]) {
      const place = `${folder}/${name}`;
      const there = claimed.get(place) ?? (isBound(place) ? files.realPath(place) : undefined);
      if (there !== undefined && there !== real) continue;
      folderNames.add(folder);
      if (there === undefined) claimed.set(place, real);
      break;
    }
  }
  return {
    links: [...claimed].map(([link, target]) => ({ link, target })),
    searchPath: [...folderNames].reverse().join(":"),
  };
}
