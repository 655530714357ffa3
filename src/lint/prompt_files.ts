/**
 * The prompts of a bundle.
 *
 * @module
 */
import type { Bundle } from "../bundle/types.ts";
import type { BundleFile } from "./files.ts";

/** `prompts/*.prompt`; names that begin with `_` are parts of others. */
export function promptFiles(bundle: Bundle, files: readonly BundleFile[]): BundleFile[] {
  const folder = `${bundle.folder}/prompts/`;
  return files.filter(({ path, text }) =>
    text !== undefined && path.startsWith(folder) && /^[^_/][^/]*\.prompt$/.test(
      path.slice(folder.length),
    )
  );
}
