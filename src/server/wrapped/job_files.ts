/**
 * The files of an ended job, copied to the place where cli-wrap puts them.
 *
 * Deno permissions: `--allow-read` and `--allow-write` for the state folder; those of
 * {@linkcode keepFolder}.
 *
 * @module
 */
import type { Outcome } from "../../call/outcome.ts";
import type { Plan } from "../../plan/types.ts";
import type { WrappedTool } from "./answer.ts";
import { metaText } from "./meta.ts";
import { keepFolder } from "./keep.ts";

/** Tells that the files have been copied, or that it was tried. */
const MARK = "kept";
const FILES = ["stdout.log", "stderr.log", "pid", "exit_code"] as const;

/**
 * Copies them once: whoever learns of the end first does, the server that ran the job or one
 * that found it again. A fault is no fault of the job; it is said on stderr.
 *
 * @param stdout The log in the job's folder
 */
export async function keepJob(
  plan: Plan,
  tool: WrappedTool,
  id: string,
  outcome: Outcome,
  stdout: string,
): Promise<void> {
  const folder = stdout.slice(0, stdout.lastIndexOf("/"));
  try {
    Deno.writeTextFileSync(`${folder}/${MARK}`, "", { createNew: true, mode: 0o600 });
    Deno.writeTextFileSync(`${folder}/meta.json`, metaText(tool, outcome), { mode: 0o600 });
  } catch {
    // Done already, or the job never had a folder.
    return;
  }
  const names = [...FILES, "meta.json"].filter((name) => isFile(`${folder}/${name}`));
  const kept = await keepFolder(
    plan,
    { folder: tool.results.folder, level: "jobs", name: id },
    Object.fromEntries(names.map((name) => [name, `${folder}/${name}`])),
  );
  if (kept && "fault" in kept) {
    console.error(`The files of the job ${id} stay in the state: ${kept.fault}`);
  }
}

function isFile(path: string): boolean {
  try {
    return Deno.lstatSync(path).isFile;
  } catch {
    return false;
  }
}
