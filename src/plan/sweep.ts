/**
 * Takes away what nobody will use again: old plans, files of calls whose time is over, and
 * folders of calls that could not tidy up.
 *
 * Deno permissions: `--allow-read` and `--allow-write` for the folder.
 *
 * @module
 */
import { exists } from "./exists.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** A plan that no start has used for this long. `install`ed ones hold a file `keep`. */
const PLAN_AGE_MS = 30 * DAY_MS;
/** How long the output files of calls stay, and are resources of their callers. */
export const FILE_AGE_MS = DAY_MS;

/** Removes plans below `parent` that are old, are not kept, and are not the one in use. */
export async function sweepPlans(parent: string, inUse: string, now = Date.now()): Promise<void> {
  for (const entry of await entries(parent)) {
    const path = `${parent}/${entry.name}`;
    const draft = entry.name.startsWith(".draft-");
    if (!entry.isDirectory || path === inUse || await exists(`${path}/keep`)) continue;
    if (await olderThan(path, draft ? DAY_MS : PLAN_AGE_MS, now)) await remove(path);
  }
}

/** Removes the output files of calls that are over for longer than a day. */
export async function sweepState(stateFolder: string, now = Date.now()): Promise<void> {
  const noted = `${stateFolder}/resources`;
  const callers = (await entries(noted)).map((e) => `${noted}/${e.name}`);
  for (const folder of [`${stateFolder}/spill`, `${stateFolder}/results`, ...callers]) {
    for (const { name } of await entries(folder)) {
      const path = `${folder}/${name}`;
      if (await olderThan(path, FILE_AGE_MS, now)) await remove(path);
    }
  }
}

/**
 * Removes private folders of calls whose launcher was killed before it could. Their names begin
 * with its process: one that still runs keeps its folder.
 */
export async function sweepScratch(folder: string, now = Date.now()): Promise<void> {
  for (const { name } of await entries(folder)) {
    const path = `${folder}/${name}`;
    const pid = /^(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && await exists(`/proc/${pid}`)) continue;
    if (await olderThan(path, DAY_MS, now)) await remove(path);
  }
}

async function entries(folder: string): Promise<Deno.DirEntry[]> {
  try {
    return await Array.fromAsync(Deno.readDir(folder));
  } catch {
    return [];
  }
}

async function olderThan(path: string, age: number, now: number): Promise<boolean> {
  try {
    const { mtime } = await Deno.lstat(path);
    return mtime !== null && now - mtime.getTime() > age;
  } catch {
    return false;
  }
}

/** Files of a plan are read-only, which keeps nobody from removing them: their folder counts (unlink(2)). */
async function remove(path: string) {
  await Deno.remove(path, { recursive: true }).catch(() => {});
}
