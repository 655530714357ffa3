/**
 * A written plan of two bundles, and servers of it under flags that a test changes.
 *
 * @module
 */
import { parseOptions } from "../../src/cli/options.ts";
import { place, prepare } from "../../src/cli/prepare.ts";
import { serveCommand } from "../../src/cli/serve_flags.ts";
import type { Plan } from "../../src/plan/types.ts";
import { thisHost } from "../../src/policy/host.ts";
import { Client } from "../_client.ts";
import { twoBundles, twoBundlesOptions } from "../_two_bundles.ts";
import type { World } from "../_world.ts";

/** Writes the plan of the two bundles, as `permissions --write` does. */
export async function planOfTwoBundles(world: World, ...more: string[]): Promise<Plan> {
  const variables = await twoBundles(world);
  const host = { ...thisHost(), env: (name: string) => variables[name] ?? Deno.env.get(name) };
  const options = parseOptions([...twoBundlesOptions(world), ...more], () => undefined);
  return await place(await prepare(options, host));
}

/** The arguments of Deno that serve a plan, with each flag changed, or left out for `undefined`. */
export function serveWith(
  plan: Plan,
  change: (flag: string) => string | undefined = (flag) => flag,
  ...more: string[]
): string[] {
  const words = serveCommand(plan);
  const script = words.findIndex((w) => w.endsWith("/serve.ts"));
  return [
    ...words.slice(0, script).map(change).filter((w) => w !== undefined),
    ...more,
    ...words.slice(script),
  ];
}

/** A server that has not ended by then serves, where it should have refused. */
const DEADLINE_MS = 30_000;

/** How a server ended that was left to itself, with its pipe open. */
export interface Ended {
  code: number;
  stderr: string;
}

/** Starts a server, says the lines to it, and waits until it ends by itself. */
export async function endOf(command: string[], ...lines: unknown[]): Promise<Ended> {
  const client = await Client.start({ args: [], command }, false);
  for (const line of lines) await client.raw(JSON.stringify(line) + "\n").catch(() => {});
  const timer = setTimeout(() => client.kill(), DEADLINE_MS);
  const { code } = await client.status;
  clearTimeout(timer);
  await client.close();
  return { code, stderr: client.stderr };
}
