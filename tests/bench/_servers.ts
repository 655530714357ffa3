/**
 * Other servers to be measured beside ours: the floor, and one that npm serves.
 *
 * @module
 */
import type { StartOptions } from "../_client.ts";

/** The least that a server can be. */
export const FLOOR: StartOptions = {
  args: [],
  command: [
    "run",
    "--no-prompt",
    "--no-config",
    "--allow-run=/usr/bin/true",
    new URL("floor_server.ts", import.meta.url).pathname,
  ],
};

/** A server that gives an agent any command line, unconfined. */
const PEER = "mcp-server-commands";
const PEER_VERSION = "0.5.0";

/** Installs the peer into a folder; `undefined` when it cannot be had here. */
export async function peer(folder: string): Promise<StartOptions | undefined> {
  const { success } = await new Deno.Command("npm", {
    args: ["install", "--silent", "--prefix", folder, `${PEER}@${PEER_VERSION}`],
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).output().catch(() => ({ success: false }));
  if (!success) return undefined;
  return { args: [], deno: "node", command: [`${folder}/node_modules/${PEER}/build/index.js`] };
}

/** The peer's call that does as little as ours. */
export const PEER_CALL = ["run_command", { command: "true" }] as const;
