/**
 * The libraries that a set of programs needs, found as their loader would find them.
 *
 * @module
 */
import { dirname, isAbsolute, join } from "@std/path";
import { type Elf, readElf } from "./elf.ts";
import { type Files, HOST_FILES } from "./files.ts";
import { loaderFolders, muslArchitecture } from "./loader_paths.ts";
import { type FolderLink, folderLinks, settle } from "./merged_usr.ts";

/** A library that was not found, or a program that cannot be read (then it is its own library). */
export interface MissingLibrary {
  library: string;
  neededBy: string;
}

/** What a set of programs needs besides itself. */
export interface Closure {
  /**
   * Loaders and libraries at the paths that a loader opens, sorted. They may be links: the
   * target's name changes with every upgrade, the path of the soname does not.
   */
  files: string[];
  missing: MissingLibrary[];
}

/** musl is loader and C library in one and answers to these names itself (musl, ldso/dynlink.c, `reserved`). */
const MUSL_ITSELF = /^lib(c|pthread|rt|m|dl|util|xnet)\./;

/** An object that was loaded, with the folders that its dependants inherit. */
interface Loaded {
  path: string;
  elf: Elf;
  inherited: string[];
}

/** What one walk adds to. */
interface Walk {
  files: Files;
  links: FolderLink[];
  /** The loaders' own search folders, by loader and machine. */
  searched: Map<string, string[]>;
  found: Set<string>;
  missing: Map<string, MissingLibrary>;
}

/** The folders of a run path. Entries that are relative or hold another token than `$ORIGIN` are skipped. */
function expand(entries: string[], origin: string, files: Files): string[] {
  return entries.flatMap((entry) => {
    const folder = entry.replaceAll(/\$(ORIGIN\b|\{ORIGIN\})/g, () => origin);
    if (!isAbsolute(folder) || folder.includes("$")) return [];
    if (!folder.includes("/.")) return [folder];
    const real = files.realPath(folder);
    return real === undefined ? [] : [real];
  });
}

interface Listing {
  mtime: number;
  names: Set<string>;
}

const listings = new WeakMap<Files, Map<string, Listing>>();

/** The names in a folder, which are asked for thousands of times; read again when the folder changed. */
function namesIn(folder: string, files: Files): Set<string> {
  const cache = listings.get(files) ?? new Map<string, Listing>();
  listings.set(files, cache);
  const mtime = files.stat(folder)?.mtime?.getTime() ?? 0;
  const known = cache.get(folder);
  if (known?.mtime === mtime) return known.names;
  const names = new Set(files.readDir(folder).map((entry) => entry.name));
  cache.set(folder, { mtime, names });
  return names;
}

/** The path at which a loader would open the library; one for another machine is passed over, as there. */
function locate(
  name: string,
  folders: string[],
  machine: number,
  walk: Walk,
): { path: string; elf: Elf } | undefined {
  const places = name.includes("/")
    ? [name].filter(isAbsolute)
    : folders.filter((folder) => namesIn(folder, walk.files).has(name))
      .map((folder) => join(folder, name));
  for (const path of places) {
    const elf = readElf(path, walk.files);
    if (elf?.machine === machine) return { path, elf };
  }
  return undefined;
}

/** Run path of the object, else its own and its loaders' RPATH (ld.so(8), "search order"). */
function searchFolders(object: Loaded, own: string[], files: Files): string[] {
  return object.elf.runpath.length > 0
    ? expand(object.elf.runpath, dirname(object.path), files)
    : [...own, ...object.inherited];
}

function systemFolders({ interpreter, machine }: Elf, walk: Walk): string[] {
  const key = `${machine} ${interpreter}`;
  const folders = walk.searched.get(key) ??
    loaderFolders(interpreter, machine, walk.files);
  walk.searched.set(key, folders);
  return folders;
}

/** Breadth first and each name once, as the loader does. */
function walkProgram(program: string, elf: Elf, walk: Walk): void {
  const { files, links } = walk;
  const report = (library: string, neededBy: string) =>
    walk.missing.set(`${library}\n${neededBy}`, { library, neededBy });
  const musl = muslArchitecture(elf.interpreter) !== undefined;
  if (elf.interpreter !== undefined) {
    if (readElf(elf.interpreter, files)) walk.found.add(settle(elf.interpreter, links));
    else report(elf.interpreter, program);
  }
  const system = systemFolders(elf, walk);
  const names = new Set<string>();
  const queue: Loaded[] = [{ path: program, elf, inherited: [] }];
  for (const object of queue) {
    const own = object.elf.runpath.length > 0
      ? []
      : expand(object.elf.rpath, dirname(object.path), files);
    const folders = [...searchFolders(object, own, files), ...system];
    for (const name of object.elf.needed) {
      if (names.has(name)) continue;
      names.add(name);
      const hit = locate(name, folders, elf.machine, walk);
      if (!hit) {
        if (!(musl && MUSL_ITSELF.test(name))) report(name, object.path);
        continue;
      }
      const path = settle(hit.path, links);
      walk.found.add(path);
      queue.push({ path, elf: hit.elf, inherited: [...own, ...object.inherited] });
    }
  }
}

/**
 * Loaders and libraries of the programs, transitively.
 *
 * Files that are no 64-bit little-endian ELF, scripts above all, need none. Libraries
 * that a program opens by itself while it runs (dlopen(3)) are not named in it and not
 * found here. Needs `--allow-read` for the programs, `/etc/ld.so.conf` and the library
 * folders.
 *
 * @param programs Paths; `$ORIGIN` is the folder of the file behind the links.
 */
export function libraryClosure(
  programs: string[],
  options: { files?: Files } = {},
): Closure {
  const files = options.files ?? HOST_FILES;
  const walk: Walk = {
    files,
    links: folderLinks(files),
    searched: new Map(),
    found: new Set(),
    missing: new Map(),
  };
  for (const program of programs) {
    const real = files.realPath(program) ?? program;
    const readable = files.withReader(real, () => true) ?? false;
    const elf = readable ? readElf(real, files) : undefined;
    if (elf) walkProgram(real, elf, walk);
    if (!readable) {
      walk.missing.set(program, { library: program, neededBy: program });
    }
  }
  return { files: [...walk.found].sort(), missing: [...walk.missing.values()] };
}
