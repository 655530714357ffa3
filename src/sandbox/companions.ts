/**
 * The folders besides libraries that a program needs to run: modules, helpers, tables.
 *
 * @module
 */
import { basename, dirname, join } from "@std/path";
import { type Files, HOST_FILES, isFolder } from "./files.ts";

/** What the rules below are about. */
export interface CompanionContext {
  /** Library folders of the system: `/usr/lib/x86_64-linux-gnu`, `/usr/lib64`, `/usr/lib`. */
  libraryFolders: string[];
  /** Home of the user who runs the tools; its own folders are never shown as a prefix. */
  home?: string;
  files?: Files;
}

/** A program as the rules see it: any of its names, and the file. */
export interface Runnable {
  /** Names by which it is known: `python3`, `python3.11`. */
  names: string[];
  real: string;
}

/** What the system's copy of a program keeps elsewhere. `{lib}` stands for each library folder. */
const FAMILIES: { name: RegExp; paths: string[] }[] = [
  {
    name: /^perl[\d.]*$/,
    paths: [
      "{lib}/perl",
      "{lib}/perl5",
      "{lib}/perl-base",
      "/usr/share/perl",
      "/usr/share/perl5",
      "/etc/perl",
      "/usr/local/share/perl",
      "/usr/local/share/perl5",
      "/usr/local/lib/site_perl",
    ],
  },
  {
    name: /^(git|git-[a-z-]+|scalar)$/,
    paths: ["/usr/lib/git-core", "/usr/libexec/git-core", "/usr/share/git-core"],
  },
  {
    name: /^(ruby|irb|gem)[\d.]*$/,
    paths: [
      "{lib}/ruby",
      "/usr/share/ruby",
      "/usr/share/gems",
      "/usr/share/rubygems",
      "/usr/share/rubygems-integration",
      "/var/lib/gems",
    ],
  },
  { name: /^node(js)?$/, paths: ["/usr/share/nodejs"] },
  { name: /^zsh[\d.-]*$/, paths: ["{lib}/zsh", "/usr/share/zsh"] },
  { name: /^gawk[\d.-]*$/, paths: ["{lib}/gawk", "/usr/share/awk"] },
  {
    name: /^file$/,
    paths: ["/etc/magic", "/usr/lib/file", "/usr/share/file", "/usr/share/misc"],
  },
  { name: /^pandoc$/, paths: ["/usr/share/pandoc"] },
  { name: /^tesseract$/, paths: ["/usr/share/tesseract-ocr", "/usr/share/tessdata"] },
];

/** Prefixes that hold many programs: there the families say what belongs to one. */
const SHARED_PREFIXES = new Set(["/", "/usr", "/usr/local"]);

/** Folder above the program's `bin`; undefined when it is in no such folder. */
export function prefixOf(real: string): string | undefined {
  const folder = dirname(real);
  return ["bin", "sbin"].includes(basename(folder)) ? dirname(folder) : undefined;
}

/** Whether the folder is a home or holds homes, so that showing what is in it would show a person's files. */
export function isHomeOrAbove(folder: string, home: string | undefined): boolean {
  if (folder === "/" || folder === "/root") return true;
  if (/^\/(home|Users)(\/[^/]+)?$/.test(folder)) return true;
  return home !== undefined && (home === folder || home.startsWith(folder + "/"));
}

/** `lib`, `libexec` and `share` of a prefix that belongs to one program; of `~/.local` only `lib`. */
export function privatePrefixFolders(prefix: string, home: string | undefined): string[] {
  if (SHARED_PREFIXES.has(prefix) || isHomeOrAbove(prefix, home)) return [];
  if (basename(prefix) === ".local" && isHomeOrAbove(dirname(prefix), home)) {
    return [join(prefix, "lib")];
  }
  return ["lib", "libexec", "share"].map((name) => join(prefix, name));
}

/** A program outside `bin`, below a system folder, lives in a folder of its own: `/usr/lib/libreoffice/program`. */
function ownFolder(real: string): string[] {
  const folder = dirname(real);
  const own = /^(\/usr\/[^/]+\/[^/]+|\/opt\/[^/]+|\/nix\/store\/[^/]+)(\/|$)/.test(folder);
  const shared = /^\/usr\/(local\/[^/]+|lib[^/]*\/[^/]+-linux-[^/]+)$/.test(folder);
  return own && !shared && prefixOf(real) === undefined ? [folder] : [];
}

/** Packages of Node find each other below one `node_modules`. */
function nodeModules(real: string): string[] {
  const at = real.indexOf("/node_modules/");
  return at < 0 ? [] : [real.slice(0, at + "/node_modules".length)];
}

/**
 * Standard library and packages of a system's Python. With the minor version known only
 * that one's; Debian keeps packages of all versions in `python3` (Debian Python Policy, 2.3).
 */
function pythonFolders(program: Runnable, prefix: string, files: Files): string[] {
  const version = [basename(program.real), ...program.names]
    .map((name) => /^python(\d+\.\d+)$/.exec(name)?.[1])
    .find((value) => value !== undefined);
  const wanted = (name: string) =>
    name === "python3" || (version ? name === `python${version}` : /^python3\.\d+$/.test(name));
  const parents = [join(prefix, "lib"), join(prefix, "lib64")];
  if (prefix === "/usr") parents.push("/usr/local/lib", "/usr/local/lib64", "/etc");
  return parents.flatMap((parent) =>
    files.readDir(parent).filter((entry) => wanted(entry.name))
      .map((entry) => join(parent, entry.name))
  );
}

function familyFolders(program: Runnable, libraryFolders: string[]): string[] {
  const names = [...program.names, basename(program.real)];
  return FAMILIES.filter((family) => names.some((name) => family.name.test(name)))
    .flatMap((family) => family.paths)
    .flatMap((path) =>
      path.startsWith("{lib}")
        ? libraryFolders.map((folder) => path.replace("{lib}", folder))
        : [path]
    );
}

/**
 * A Python environment is found through the path that was started, not the file behind
 * it, and must be there whole (PEP 405).
 *
 * @param path A program's path, links not followed.
 */
export function pythonEnvironment(path: string, context: CompanionContext): string[] {
  const files = context.files ?? HOST_FILES;
  const prefix = prefixOf(path);
  const real = prefix && files.realPath(prefix);
  if (!real || isHomeOrAbove(real, context.home)) return [];
  return files.stat(join(real, "pyvenv.cfg"))?.isFile ? [real] : [];
}

/**
 * The files and folders that belong to a program, those that exist.
 *
 * Needs `--allow-read`.
 */
export function companions(program: Runnable, context: CompanionContext): string[] {
  const files = context.files ?? HOST_FILES;
  const { real } = program;
  const prefix = prefixOf(real);
  const places = [...ownFolder(real), ...nodeModules(real)];
  if (prefix !== undefined) places.push(...privatePrefixFolders(prefix, context.home));
  const isShared = prefix !== undefined && SHARED_PREFIXES.has(prefix);
  if (isShared) places.push(...familyFolders(program, context.libraryFolders));
  const isPython = [...program.names, basename(real)].some((n) => /^python[\d.]*$/.test(n));
  if (isPython && isShared) places.push(...pythonFolders(program, prefix, files));
  return places.filter((place) => files.stat(place) !== undefined);
}

/** A larger tree is not searched: its program gets whole library folders. */
const MAX_ENTRIES = 5000;

/**
 * Files in a folder that may be loaded or started and need libraries of their own:
 * shared objects, Node addons, and helpers without an extension.
 *
 * Links are not followed. Needs `--allow-read`.
 *
 * @returns undefined when the folder holds too many files to look through.
 */
export function nativeModules(
  folder: string,
  files: Files = HOST_FILES,
): string[] | undefined {
  const found: string[] = [];
  const queue = isFolder(folder, files) ? [folder] : [];
  let count = 0;
  for (const place of queue) {
    for (const entry of files.readDir(place)) {
      if (entry.name === "__pycache__") continue;
      if (++count > MAX_ENTRIES) return undefined;
      const path = join(place, entry.name);
      if (entry.isDirectory) queue.push(path);
      else if (entry.isFile && /^[^.]+$|\.so(\.|$)|\.node$/.test(entry.name)) found.push(path);
    }
  }
  return found;
}
