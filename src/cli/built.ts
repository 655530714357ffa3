/**
 * The server as one bundle, made by `deno task build`: it answers in two thirds of the time
 * that its many modules need. Only one that was made of exactly these sources is used.
 *
 * @module
 */
import { createHash } from "node:crypto";
import { programFolder } from "./places.ts";

/** The bundle's folder, below the program's. */
export const BUILT_FOLDER = ".built";

/** Its first file. */
export const BUILT_ENTRY = "serve.js";

/** Holds the digest of the sources. */
export const BUILT_FROM = "sources.sha256";

/**
 * The path of the built server, or `undefined` when there is none, or one of other sources.
 *
 * Deno permissions: `--allow-read` for the program's folder.
 *
 * @param program The folder of another program than this one
 */
export function builtEntry(program = programFolder()): string | undefined {
  const folder = `${program}/${BUILT_FOLDER}`;
  try {
    const made = Deno.readTextFileSync(`${folder}/${BUILT_FROM}`);
    return made === digestOfSources(program) ? `${folder}/${BUILT_ENTRY}` : undefined;
  } catch {
    return undefined;
  }
}

/** The digest of everything that a bundle of the server is made of. */
export function digestOfSources(program: string): string {
  const hash = createHash("sha256").update(Deno.version.deno);
  const add = (path: string) =>
    hash.update(`\0${path}\0`).update(Deno.readFileSync(`${program}/${path}`));
  const walk = (folder: string) => {
    const entries = [...Deno.readDirSync(`${program}/${folder}`)];
    for (const { name, isDirectory } of entries.sort((a, b) => a.name < b.name ? -1 : 1)) {
      if (isDirectory) walk(`${folder}/${name}`);
      else add(`${folder}/${name}`);
    }
  };
  add("deno.json");
  add("deno.lock");
  walk("src");
  return hash.digest("hex");
}
