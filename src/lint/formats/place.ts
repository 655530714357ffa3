/**
 * Files as reports name them.
 *
 * @module
 */

/** A path below the folder without it; other paths stay absolute. */
export function shortPath(file: string, folder: string): string {
  return file.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : file;
}
