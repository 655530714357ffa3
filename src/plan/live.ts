/**
 * Plans that follow each other under the flags of one server (`start --watch`).
 *
 * A plan's launchers lie in a folder that is named by the plan's digest, so that flags cannot
 * name those of a plan that is not there yet. They name links instead: a few, of names that
 * nobody can guess, next to the plans. The parent, which derives plans, turns a link to the
 * next plan and writes down which link leads to which plan; the server can write neither the
 * links nor that file. Whatever the links lead to, the server may start the launchers of the
 * tools that it was started with, and no others.
 *
 * With three links a plan is still served whole while its successor is, and gone from its link
 * only for the one after that.
 *
 * @module
 */
import { parentOf } from "../policy/paths.ts";
import { permissionFlags, type ServerPermissions, serverPermissions } from "./flags.ts";
import { PlanError, readPlan } from "./read.ts";
import type { Plan } from "./types.ts";

/** How many links there are. */
export const LINKS = 3;

/** Where plans follow each other. */
export interface Live {
  /** Holds the file that says which plan is served; only the parent writes it. */
  folder: string;
  links: string[];
}

/** One plan in its turn. */
export interface Generation {
  number: number;
  /** The plan's own folder. */
  folder: string;
  /** The link that leads there for now. */
  link: string;
}

/** Where the parent writes which plan is served. */
export function generationFile(folder: string): string {
  return `${folder}/generation.json`;
}

/** Where the server says which plan it serves. The parent turns no link before. */
export function acknowledgement(stateFolder: string, folder: string): string {
  return `${stateFolder}/live-${folder.slice(folder.lastIndexOf("/") + 1)}`;
}

/**
 * What the parent has written.
 *
 * Deno permissions: `--allow-read` for the folder.
 *
 * @throws {PlanError} when it cannot be read
 */
export async function readGeneration(folder: string): Promise<Generation> {
  try {
    return JSON.parse(await Deno.readTextFile(generationFile(folder)));
  } catch (error) {
    throw new PlanError(
      `Cannot read which plan is served (${(error as Error).message}); run "start --watch" again`,
    );
  }
}

/** Reads the plan of a generation, with every path of its folder through the link. */
export async function readGenerationPlan(g: Generation, version: string): Promise<Plan> {
  if (parentOf(g.link) !== parentOf(g.folder)) {
    throw new PlanError(`"${g.link}" is no link of ours`);
  }
  return await readPlan(g.folder, version, g.link);
}

/** The permissions of a server that starts with this plan and reads later ones. */
export function livePermissions(plan: Plan, live: Live): ServerPermissions {
  const text = JSON.stringify(plan);
  const all = live.links.map((link) =>
    serverPermissions(JSON.parse(text.replaceAll(plan.folder, link)) as Plan)
  );
  const union = (kind: "run" | "read" | "write" | "env") =>
    [...new Set(all.flatMap((p) => p[kind]))].sort();
  return {
    run: union("run"),
    read: [...union("read"), live.folder],
    write: union("write"),
    env: union("env"),
    net: all[0]!.net,
  };
}

/** Their flags. */
export function liveFlags(plan: Plan, live: Live): string[] {
  return permissionFlags(livePermissions(plan, live));
}
