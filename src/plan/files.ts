/**
 * The files of a plan: put together in memory, named by their digest, written once.
 *
 * Their texts name the plan's own folder, whose name is the digest of those texts; so the
 * folder stands as a placeholder until the digest is known.
 *
 * @module
 */
import { sha256 } from "../spec/digest.ts";
import { exists } from "./exists.ts";

/** Stands for the plan's own folder in texts that are not placed yet. */
export const PLACEHOLDER = "@shell-as-mcp-plan@";

/** One file of a plan. */
export interface PlanFile {
  /** Below the plan's folder. */
  path: string;
  content: string | Uint8Array;
  /** 0o444 or 0o555: nobody writes them again. */
  mode: number;
}

/** A plan that is written. */
export interface WrittenPlan {
  folder: string;
  digest: string;
}

/** The digests of files, by path. */
export async function digestFiles(files: readonly PlanFile[]): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const file of [...files].sort((a, b) => a.path < b.path ? -1 : 1)) {
    digests[file.path] = await sha256(file.content);
  }
  return digests;
}

/** The digest of a plan's JSON, whatever folder it stands in. */
export async function digestPlanText(text: string, folder: string): Promise<string> {
  return (await sha256(text.replaceAll(folder, PLACEHOLDER))).slice(0, 32);
}

/**
 * Writes the files below `parent`, in a folder named by the digest, unless it is there already.
 *
 * Deno permissions: `--allow-read` and `--allow-write` for `parent`.
 *
 * @param planText The plan's JSON with the placeholder; it becomes `plan.json`
 */
export async function writePlan(
  parent: string,
  files: readonly PlanFile[],
  planText: string,
  readableByAll: boolean,
): Promise<WrittenPlan> {
  const digest = await digestPlanText(planText, PLACEHOLDER);
  const folder = `${parent}/${digest}`;
  if (await exists(`${folder}/plan.json`)) {
    await Deno.utime(folder, new Date(), new Date()).catch(() => {});
    return { folder, digest };
  }
  const folderMode = readableByAll ? 0o755 : 0o700;
  await Deno.mkdir(parent, { recursive: true, mode: folderMode });
  // Next to its place, so that the rename is atomic (rename(2)) and no half plan is ever read.
  const draft = await Deno.makeTempDir({ dir: parent, prefix: ".draft-" });
  try {
    await Deno.chmod(draft, folderMode);
    const made = new Set<string>([draft]);
    for (const file of [...files, { path: "plan.json", content: planText, mode: 0o444 }]) {
      const path = `${draft}/${file.path}`;
      const parentFolder = path.slice(0, path.lastIndexOf("/"));
      if (!made.has(parentFolder)) {
        await Deno.mkdir(parentFolder, { recursive: true, mode: folderMode });
        made.add(parentFolder);
      }
      const content = typeof file.content === "string"
        ? new TextEncoder().encode(file.content.replaceAll(PLACEHOLDER, folder))
        : file.content;
      await Deno.writeFile(path, content, { createNew: true });
      await Deno.chmod(path, file.mode);
    }
    await Deno.rename(draft, folder);
  } catch (error) {
    await Deno.remove(draft, { recursive: true }).catch(() => {});
    // Another start of the same plan was quicker.
    if (!await exists(`${folder}/plan.json`)) throw error;
  }
  return { folder, digest };
}
