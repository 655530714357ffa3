/**
 * The bundles that a path on the command line names.
 *
 * @module
 */
import { configBundles } from "../bundle/config.ts";
import { loadBundle, loadBundles } from "../bundle/load.ts";
import type { Bundle } from "../bundle/types.ts";
import { type Host, typedPath } from "../policy/host.ts";
import { readConfigs } from "./configs.ts";
import { UsageError } from "./options.ts";

/** A path may be one bundle, a folder of bundles, or a configuration of cli-wrap. */
export function bundlesAt(path: string, host: Host): Bundle[] {
  let folder: string;
  try {
    folder = Deno.realPathSync(typedPath(path, host));
  } catch {
    throw new UsageError(`There is nothing at "${path}"`);
  }
  if (Deno.statSync(folder).isFile) {
    const cwd = typedPath(".", host);
    const around = { cwd, inherited: [], inheritsHost: false };
    return configBundles(readConfigs([folder], host).configs, around).bundles;
  }
  const one = loadBundle(folder, folder.slice(folder.lastIndexOf("/") + 1));
  if (one) return [one];
  const { bundles } = loadBundles([{ folder, overlay: false }], () => true);
  if (bundles.length === 0) {
    throw new UsageError(`"${path}" is neither a bundle nor a folder of bundles`);
  }
  return bundles;
}
