/**
 * Copies of the bundles' files in the plan: what was read is what runs, whatever happens
 * to the bundle folder afterwards, and a user other than root's can reach it.
 *
 * Deno permissions: `--allow-read` for the bundles.
 *
 * @module
 */
import type { Bundle } from "../bundle/types.ts";
import { PLACEHOLDER, type PlanFile } from "./files.ts";

const MAX_BYTES = 64 * 1024 * 1024;

/** Where a bundle's files stand in the plan. */
export function bundleFolder(bundle: string): string {
  return `${PLACEHOLDER}/bundles/${bundle}`;
}

/**
 * The files of a bundle, without hidden ones. Links that stay in the bundle are copied as
 * what they lead to; others are left out.
 *
 * @throws {Error} when the bundle outgrows 64 MiB
 */
export function copyBundle(bundle: Bundle): PlanFile[] {
  const files: PlanFile[] = [];
  let size = 0;
  const walk = (folder: string, below: string, depth: number) => {
    if (depth > 16) return;
    for (const { name } of [...Deno.readDirSync(folder)].sort((a, b) => a.name < b.name ? -1 : 1)) {
      if (name.startsWith(".")) continue;
      let real: string;
      try {
        real = Deno.realPathSync(`${folder}/${name}`);
      } catch {
        continue;
      }
      if (!real.startsWith(bundle.folder + "/")) continue;
      const info = Deno.statSync(real);
      if (info.isDirectory) walk(real, `${below}/${name}`, depth + 1);
      if (!info.isFile) continue;
      size += info.size;
      if (size > MAX_BYTES) {
        throw new Error(
          `The bundle "${bundle.folder}" is larger than 64 MiB; keep data out of bundle folders`,
        );
      }
      const content = Deno.readFileSync(real);
      files.push({
        path: `bundles/${bundle.name}${below}/${name}`,
        content,
        mode: ((info.mode ?? 0) & 0o111) !== 0 ? 0o555 : 0o444,
      });
    }
  };
  walk(bundle.folder, "", 0);
  return files;
}
