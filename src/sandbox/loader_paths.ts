/**
 * The folders in which a program's loader looks for libraries.
 *
 * @module
 */
import { basename, dirname, isAbsolute, join } from "@std/path";
import { type Files, HOST_FILES } from "./files.ts";

/** `include` lines may nest; a file that includes itself must end. */
const MAX_INCLUDES = 8;

/** Whether the name matches a shell pattern of `*` and `?`. */
function matches(name: string, pattern: string): boolean {
  const source = pattern.replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", ".*").replaceAll("?", ".");
  return new RegExp(`^${source}$`).test(name);
}

/** The files that an `include` line names; patterns are understood in the last part of the path only. */
function included(pattern: string, from: string, files: Files): string[] {
  const path = isAbsolute(pattern) ? pattern : join(dirname(from), pattern);
  const folder = dirname(path);
  return files.readDir(folder)
    .filter((entry) => matches(entry.name, basename(path)))
    .map((entry) => join(folder, entry.name));
}

/**
 * The folders that an `ld.so.conf` lists, its `include` lines followed, in order (ldconfig(8)).
 *
 * Needs `--allow-read` for the file and what it includes. An absent file lists none.
 */
export function configuredFolders(
  path = "/etc/ld.so.conf",
  files: Files = HOST_FILES,
  depth = 0,
): string[] {
  if (depth > MAX_INCLUDES) return [];
  const lines = files.readText(path)?.split("\n") ?? [];
  return lines.flatMap((line) => {
    const [word, ...rest] = line.replace(/#.*/, "").trim().split(/\s+/);
    if (word === "include") {
      return rest.flatMap((pattern) => included(pattern, path, files))
        .flatMap((file) => configuredFolders(file, files, depth + 1));
    }
    return word?.startsWith("/") ? [word] : [];
  });
}

/** Debian's folder names for `e_machine` (wiki.debian.org/Multiarch/Tuples). */
const TRIPLETS: Record<number, string> = {
  62: "x86_64-linux-gnu",
  183: "aarch64-linux-gnu",
  243: "riscv64-linux-gnu",
};

/** The architecture that a musl loader's name holds: `/lib/ld-musl-x86_64.so.1` → `x86_64`. */
export function muslArchitecture(interpreter: string | undefined): string | undefined {
  return interpreter && /^ld-musl-(.+)\.so\.\d+$/.exec(basename(interpreter))?.[1];
}

/** musl's own folders: `/etc/ld-musl-<arch>.path`, else its built-in three (musl, ldso/dynlink.c). */
function muslFolders(architecture: string, files: Files): string[] {
  const configured = files.readText(`/etc/ld-musl-${architecture}.path`)
    ?.split(/[\n:]/).filter((folder) => folder.startsWith("/"));
  return configured ?? ["/lib", "/usr/local/lib", "/usr/lib"];
}

/**
 * The folders that a loader searches after the run paths of the files it loads (ld.so(8)).
 *
 * The loader's own folder is among them: that is where glibc is when it lives in a store
 * of its own. Needs `--allow-read` for `/etc/ld.so.conf`.
 *
 * @param interpreter The loader, as the program names it.
 * @param machine `e_machine` of the program.
 */
export function loaderFolders(
  interpreter: string | undefined,
  machine: number,
  files: Files = HOST_FILES,
): string[] {
  const musl = muslArchitecture(interpreter);
  if (musl !== undefined) return muslFolders(musl, files);
  const triplet = TRIPLETS[machine];
  return [
    ...configuredFolders("/etc/ld.so.conf", files),
    ...(triplet ? [`/lib/${triplet}`, `/usr/lib/${triplet}`] : []),
    ...(interpreter ? [dirname(interpreter)] : []),
    "/lib64",
    "/usr/lib64",
    "/lib",
    "/usr/lib",
  ];
}
