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
 * @throws {PlanError} when it is missing, changed, or of another version
 */
export async function readPlan(folder: string, version: string): Promise<Plan> {
  const again = `run "start" or "permissions --write" again`;
  let text: string;
  try {
    text = await Deno.readTextFile(`${folder}/plan.json`);
  } catch (error) {
    throw new PlanError(
      `Cannot read the plan "${folder}/plan.json" (${(error as Error).message}); ${again}`,
    );
  }
  const digest = await digestPlanText(text, folder);
  if (digest !== folder.slice(folder.lastIndexOf("/") + 1)) {
    throw new PlanError(
      `The plan "${folder}/plan.json" was changed after it was written; remove the folder and ${again}`,
    );
  }
  const plan = JSON.parse(text) as Plan;
  if (plan.version !== 1 || plan.program !== version) {
    throw new PlanError(
      `The plan "${folder}" was written by version ${plan.program}, this is ${version}; ${again}`,
    );
  }
  return plan;
}
