/**
 * The server's side of a reload: it looks which plan the parent wants served, reads it through
 * its link, and swaps it in at once. A plan that cannot be served changes nothing.
 *
 * Deno permissions: `--allow-read` for the folder and the links, `--allow-write` for the state folder.
 *
 * @module
 */
import { acknowledgement, readGeneration, readGenerationPlan } from "../plan/live.ts";
import type { Plan } from "../plan/types.ts";
import { VERSION } from "../version.ts";
import { Log } from "./log.ts";
import type { Registries } from "./open_registries.ts";

const LOOK_MS = 250;

/** Reads the plan that a server begins with. */
export async function firstPlan(folder: string): Promise<Plan> {
  return await readGenerationPlan(await readGeneration(folder), VERSION);
}

/**
 * Follows the parent until the returned function is called.
 *
 * @param changed Told when clients see other tools
 */
export function follow(
  folder: string,
  first: Plan,
  registries: Registries,
  changed: () => void,
): () => void {
  const log = new Log(first.server.logLevel);
  const acknowledge = async (number: number) => {
    const file = acknowledgement(first.stateFolder, folder);
    await Deno.writeTextFile(`${file}.new`, String(number), { mode: 0o600 });
    await Deno.rename(`${file}.new`, file);
  };
  let served: number | undefined;
  const look = async () => {
    const generation = await readGeneration(folder);
    if (generation.number === served) return;
    const isFirst = served === undefined && generation.link === first.folder;
    served = generation.number;
    if (!isFirst) {
      try {
        const plan = await readGenerationPlan(generation, VERSION);
        if (registries.adopt(plan)) changed();
        log.say("info", `Loaded anew: ${plan.tools.length} tools`);
      } catch (error) {
        log.say(
          "error",
          `The tools stay as they were, a restart is needed: ${(error as Error).message}`,
        );
      }
    }
    await acknowledge(served);
  };
  let looking = false;
  const timer = setInterval(() => {
    if (looking) return;
    looking = true;
    look().catch((error: Error) => log.say("error", error.message))
      .finally(() => looking = false);
  }, LOOK_MS);
  return () => clearInterval(timer);
}
