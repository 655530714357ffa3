/**
 * Where the tools of configuration files put their output.
 *
 * @module
 */
import type { Host } from "../policy/host.ts";
import { realPathOfFuture } from "../policy/paths.ts";
import type { WrapResults } from "../spec/types.ts";

/** The settings with the folder that holds `outputs/` and `jobs/`: the file's own, else one of the user's cache. */
export function planResults(results: WrapResults, host: Host): WrapResults & { folder: string } {
  const base = host.env("CLI_MCP_CACHE_DIR") || `${host.home ?? "/var/tmp"}/.cache/cli-mcp`;
  const folder = results.folder ?? `${base}/${results.server}`;
  try {
    return { ...results, folder: realPathOfFuture(folder) };
  } catch {
    // Through a file or a broken link: writing there will fail, and say so.
    return { ...results, folder };
  }
}
