/**
 * Reads a plan back, and refuses one that is not the one its folder's name promises.
 *
 * @module
 */
import { digestPlanText } from "./files.ts";
import type { Plan } from "./types.ts";

/** A plan that cannot be used: the message is for people. */
export class PlanError extends Error {
  override name = "PlanError";
}

/**
 * Reads `plan.json` in the folder.
 *
 * Deno permissions: `--allow-read` for the folder.
 *
 * @param version This program's version: another one's plan is refused
 * @param link What leads to the folder, and stands for it in every path of the plan
 * @throws {PlanError} when it is missing, changed, or of another version
 */
export async function readPlan(
  folder: string,
  version: string,
  link: string = folder,
): Promise<Plan> {
  const again = `run "start" or "permissions --write" again`;
  let text: string;
  try {
    text = await Deno.readTextFile(`${link}/plan.json`);
  } catch (error) {
    throw new PlanError(
      `Cannot read the plan "${link}/plan.json" (${(error as Error).message}); ${again}`,
    );
  }
  const digest = await digestPlanText(text, folder);
  if (digest !== folder.slice(folder.lastIndexOf("/") + 1)) {
    throw new PlanError(
      `The plan "${folder}/plan.json" was changed after it was written; remove the folder and ${again}`,
    );
  }
  const plan = JSON.parse(text.replaceAll(folder, link)) as Plan;
  if (plan.version !== 1 || plan.program !== version) {
    throw new PlanError(
      `The plan "${folder}" was written by version ${plan.program}, this is ${version}; ${again}`,
    );
  }
  return plan;
}
