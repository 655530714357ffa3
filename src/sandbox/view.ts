/**
 * What of the file system a set of programs needs to run, and nothing else.
 *
 * @module
 */
import { basename, isAbsolute } from "@std/path";
import {
  type CompanionContext,
  companions,
  isHomeOrAbove,
  nativeModules,
  prefixOf,
  privatePrefixFolders,
  pythonEnvironment,
  type Runnable,
} from "./companions.ts";
import { readElf } from "./elf.ts";
import { entrances, exactEntrances, PROGRAM_FOLDER, type ViewLink } from "./entrances.ts";
import { type Files, HOST_FILES, isFolder } from "./files.ts";
import { type Closure, libraryClosure, type MissingLibrary } from "./libraries.ts";
import { type FolderLink, folderLinks, settle } from "./merged_usr.ts";
import { covers, outermost } from "./outermost.ts";
import type { Found } from "./programs.ts";

/** Read-only part of the host that is shown inside. */
export interface View {
  /** Files and folders, at the same place inside and out, parents first; none lies below another. */
  binds: string[];
  /** None lies at or below a bind. */
  links: ViewLink[];
  /** The value of PATH inside by which every declared name is found. */
  searchPath: string;
  /** Whether libraries are shown one by one or as whole folders. */
  mode: "closure" | "multiarch";
  /** Programs, their loaders, and the folders of what belongs to them: of the binds, what may be started. */
  executables: string[];
  /** Libraries that the programs name and that are not installed. */
  missing: MissingLibrary[];
}

/** How a view is made. */
export interface ViewOptions {
  /** More libraries than this are shown as whole folders: each bind costs about a millisecond a call. */
  maxClosure?: number;
  /** Home of the user who runs the tools; only what programs keep in it is shown. */
  home?: string;
  /** Programs that are shown elsewhere by other means, whose libraries must be there all the same. */
  helpers?: string[];
  files?: Files;
}

/** The loader's index, and the links by which Debian chooses among programs and libraries. */
const ALWAYS = ["/etc/ld.so.cache", "/etc/alternatives", "/usr/lib/locale/C.utf8"];

/** Debian's library folders by the path of a library: `/usr/lib/x86_64-linux-gnu`. */
function multiarchFolders(libraries: string[]): string[] {
  const folders = libraries.map((path) =>
    /^(?:\/usr)?\/lib\/[^/]+-linux-[^/]+(?=\/)/.exec(path)?.[0]
  );
  return [...new Set(folders.filter((folder) => folder !== undefined))];
}

/** The whole folders that stand for a long list of libraries. Elsewhere than on Debian: those that hold one directly. */
function libraryFolders(libraries: string[], links: FolderLink[], files: Files): string[] {
  const multiarch = multiarchFolders(libraries);
  if (multiarch.length > 0) {
    const lib64 = settle("/usr/lib64", links);
    return isFolder(lib64, files) && lib64 !== "/usr/lib" ? [...multiarch, lib64] : multiarch;
  }
  const holders = new Set(libraries.map((path) => path.slice(0, path.lastIndexOf("/"))));
  return ["/usr/lib64", "/lib64", "/usr/lib", "/lib"].filter((folder) => holders.has(folder));
}

/** The file of each interpreter and the program itself, under all their names. */
function runnables(found: Found): Runnable[] {
  return [
    { names: [basename(found.name), basename(found.path)], real: found.real },
    ...found.interpreters.map(({ named, real }) => ({ names: [basename(named)], real })),
  ];
}

/** Whether a folder holds nothing that is made for one machine (file-hierarchy(7)). */
function isData(folder: string): boolean {
  return /^\/usr\/(local\/)?share\/|\/share$|^\/etc\//.test(folder);
}

/** Libraries of what the companions hold; undefined when that is too much to look through. */
function companionLibraries(folders: string[], files: Files): Closure | undefined {
  const modules: string[] = [];
  for (const folder of folders.filter((path) => !isData(path))) {
    const found = nativeModules(folder, files);
    if (!found) return undefined;
    modules.push(...found);
  }
  return libraryClosure(modules, { files });
}

/** A file in a folder that is shown may be a link to one in a folder that is not. */
function targetsOutside(libraries: string[], folders: string[], files: Files): string[] {
  return libraries.filter((path) => folders.some((folder) => covers(folder, path)))
    .map((path) => files.realPath(path))
    .filter((real) => real !== undefined)
    .filter((real) => !folders.some((folder) => covers(folder, real)));
}

/**
 * The view for these programs.
 *
 * Every program is found by its declared name in `/usr/bin`, at the path where it was
 * found on the host, and at the path that a `#!` line names. Libraries are shown one by
 * one, or as whole folders where they are many or cannot be known. Needs `--allow-read`.
 */
export function programView(programs: Found[], options: ViewOptions = {}): View {
  const files = options.files ?? HOST_FILES;
  const links = folderLinks(files);
  const all = programs.flatMap(runnables);
  const own = libraryClosure(
    [...all.map(({ real }) => real), ...(options.helpers ?? [])],
    { files },
  );
  const context: CompanionContext = {
    libraryFolders: [
      ...new Set([...multiarchFolders(own.files), settle("/usr/lib64", links), "/usr/lib"]),
    ],
    files,
    ...(options.home === undefined ? {} : { home: options.home }),
  };
  const environmentsOf = (paths: string[]) =>
    paths.flatMap((path) => pythonEnvironment(path, context));
  const belonging = outermost([
    ...all.flatMap((program) => companions(program, context)),
    ...environmentsOf(programs.flatMap(exactEntrances).map(({ at }) => at)),
  ]);
  const others = companionLibraries(belonging, files);
  const libraries = [...new Set([...own.files, ...(others?.files ?? [])])];
  const isShort = others !== undefined && libraries.length <= (options.maxClosure ?? 60);
  const folders = isShort ? [] : libraryFolders(libraries, links, files);
  const tables = [...ALWAYS, ...context.libraryFolders.map((folder) => `${folder}/gconv`)];
  const binds = outermost([
    ...all.map(({ real }) => real),
    ...belonging,
    ...folders,
    ...libraries,
    ...targetsOutside(libraries, [...folders, ...belonging], files),
    ...tables.filter((path) => files.stat(path) !== undefined),
  ]);
  const ways = entrances(programs, binds, links, files);
  return {
    binds,
    links: [...links.map(({ link, target }) => ({ link, target })), ...ways.links],
    // A Python is its environment's only when it is started from there.
    searchPath: [
      ...new Set(environmentsOf(programs.map(({ path }) => path)).map((env) => `${env}/bin`)),
      ways.searchPath,
    ].join(":"),
    mode: isShort ? "closure" : "multiarch",
    executables: outermost([
      ...all.map(({ real }) => real),
      ...belonging,
      ...all.map(({ real }) => readElf(real, files)?.interpreter)
        .filter((loader) => loader !== undefined).map((loader) => settle(loader, links)),
    ]),
    missing: own.missing,
  };
}

/** What a folder of PATH brings: itself, its prefix's libraries, and the versions behind shims. */
function pathFolder(folder: string, home: string | undefined): string[] {
  if (isHomeOrAbove(folder, home)) return [];
  if (basename(folder) === "shims") {
    const root = folder.slice(0, folder.lastIndexOf("/"));
    if (isHomeOrAbove(root, home)) return [folder];
    return [folder, `${root}/versions`, `${root}/version`, `${root}/libexec`];
  }
  const prefix = prefixOf(`${folder}/program`);
  return prefix === undefined ? [folder] : [folder, ...privatePrefixFolders(prefix, home)];
}

/** Whole folders of a system, those of one where `/bin` and `/lib` are no links included. */
const SYSTEM_FOLDERS = ["/usr", "/opt", "/bin", "/sbin", "/lib", "/lib64", "/nix/store"];

/**
 * The view for `run: any`: every program of the system and of PATH, never a home as a whole.
 *
 * Needs `--allow-read`.
 *
 * @param path The value of PATH.
 */
export function anyView(
  path: string,
  options: { home?: string; files?: Files } = {},
): View {
  const files = options.files ?? HOST_FILES;
  const links = folderLinks(files);
  const search = path.split(":").filter((folder) => isAbsolute(folder))
    .map((folder) => files.realPath(folder) ?? folder);
  const folders = search.flatMap((folder) => pathFolder(folder, options.home));
  const wanted = [...SYSTEM_FOLDERS, ...folders, ...ALWAYS]
    .filter((path) => files.stat(path) !== undefined && settle(path, links) === path);
  const binds = outermost(wanted);
  const isVisible = (path: string) => binds.some((bind) => covers(bind, path));
  return {
    binds,
    searchPath: [...new Set([...search.filter(isVisible), PROGRAM_FOLDER])].join(":"),
    links: links.map(({ link, target }) => ({ link, target }))
      .filter(({ link }) => !isVisible(link)),
    mode: "multiarch",
    executables: binds,
    missing: [],
  };
}
