/**
 * Copies of the bundles' files in the plan: what was read is what runs, whatever happens
 * to the bundle folder afterwards, and a user other than root's can reach it.
 *
 * Deno permissions: `--allow-read` for the bundles.
 *
 * @module
 */
import { realPathOrNone } from "../policy/paths.ts";
import type { Bundle } from "../bundle/types.ts";
import type { Problem } from "../spec/problem.ts";
import { PLACEHOLDER, type PlanFile } from "./files.ts";
import type { PlanRuleId } from "./rules.ts";

const MAX_BYTES = 64 * 1024 * 1024;

/** Where a bundle's files stand in the plan. */
export function bundleFolder(bundle: string): string {
  return `${PLACEHOLDER}/bundles/${bundle}`;
}

/** The copies, or why the bundle cannot be copied. */
export type Copied = { files: PlanFile[] } | { problem: Problem };

/**
 * The files of a bundle, without hidden ones that no tool runs. Links that stay in the bundle
 * are copied as what they lead to; others are left out. At most 64 MiB.
 */
export function copyBundle(bundle: Bundle): Copied {
  const copier = new Copier(bundle);
  try {
    copier.walk(bundle.folder, "", []);
    for (const { script } of bundle.tools) {
      if (script !== undefined) copier.add(script, script.slice(bundle.folder.length));
    }
    return { files: [...copier.files.values()] };
  } catch (error) {
    if (error instanceof TooLargeError) {
      return fault(
        bundle,
        "bundle-size",
        "The bundle is larger than 64 MiB",
        "Keep data out of it, and name its folder in the permissions",
      );
    }
    const why = (error as Error).message;
    return fault(
      bundle,
      "bundle-copy",
      `The bundle cannot be copied: ${why}`,
      "Make every file readable, or take it away",
    );
  }
}

class TooLargeError extends Error {}

class Copier {
  readonly #bundle: Bundle;
  readonly files = new Map<string, PlanFile>();
  #size = 0;

  constructor(bundle: Bundle) {
    this.#bundle = bundle;
  }

  /** @param above Real paths of the folders that led here: a link back to one of them ends */
  walk(folder: string, below: string, above: readonly string[]) {
    if (above.includes(folder)) return;
    for (const { name } of Deno.readDirSync(folder)) {
      if (name.startsWith(".")) continue;
      const real = realPathOrNone(`${folder}/${name}`);
      if (real === undefined || !real.startsWith(this.#bundle.folder + "/")) continue;
      if (Deno.statSync(real).isDirectory) this.walk(real, `${below}/${name}`, [...above, folder]);
      else this.add(real, `${below}/${name}`);
    }
  }

  /** Adds one regular file unless its place is taken; others, as pipes and sockets, are left out. */
  add(real: string, below: string) {
    const path = `bundles/${this.#bundle.name}${below}`;
    const info = Deno.statSync(real);
    if (this.files.has(path) || !info.isFile) return;
    this.#size += info.size;
    if (this.#size > MAX_BYTES) throw new TooLargeError();
    const mode = ((info.mode ?? 0) & 0o111) !== 0 ? 0o555 : 0o444;
    this.files.set(path, { path, content: Deno.readFileSync(real), mode });
  }
}

function fault(bundle: Bundle, rule: PlanRuleId, message: string, mend: string): Copied {
  const file = bundle.manifest?.file ?? bundle.folder;
  return { problem: { rule, level: "error", file, line: 1, column: 1, message, mend } };
}
