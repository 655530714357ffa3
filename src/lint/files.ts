/**
 * The files of a bundle, read within limits.
 *
 * Deno permissions: `--allow-read` for the bundle.
 *
 * @module
 */

/** Longer files are listed and not read: a script of a mebibyte is no script that a person reviews. */
export const MAX_BYTES = 1024 * 1024;
const MAX_FILES = 2000;
const MAX_DEPTH = 8;

/** One regular file. */
export interface BundleFile {
  /** Absolute. */
  path: string;
  bytes: number;
  /** Permission bits; null where the system has none. */
  mode: number | null;
  /** Undefined for what is too long or no UTF-8. */
  text?: string;
}

/** Every regular file below a folder, in order. Links and devices are left out. */
export function bundleFiles(folder: string): BundleFile[] {
  const files: BundleFile[] = [];
  read(folder, 0);
  return files;

  function read(at: string, depth: number) {
    if (depth > MAX_DEPTH) return;
    let entries: Deno.DirEntry[];
    try {
      entries = [...Deno.readDirSync(at)].sort((a, b) => a.name < b.name ? -1 : 1);
    } catch {
      return;
    }
    for (const { name, isFile, isDirectory } of entries) {
      if (files.length >= MAX_FILES) return;
      if (isDirectory) read(`${at}/${name}`, depth + 1);
      else if (isFile) files.push(readFile(`${at}/${name}`));
    }
  }
}

function readFile(path: string): BundleFile {
  const { size, mode } = Deno.lstatSync(path);
  const file: BundleFile = { path, bytes: size, mode };
  if (size > MAX_BYTES) return file;
  try {
    return {
      ...file,
      text: new TextDecoder("utf-8", { fatal: true }).decode(Deno.readFileSync(path)),
    };
  } catch {
    return file;
  }
}
