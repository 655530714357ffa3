/**
 * The folder of a job: a call whose streams and exit code are files, so that they outlive
 * the server.
 *
 * Deno permissions: `--allow-read` and `--allow-write` for the state folder.
 *
 * @module
 */
import type { Owner, Plan } from "../plan/types.ts";
import { JOB_FILES, JOB_STDIN } from "../sandbox/launcher_job.ts";

const ID = /^[a-f0-9]{32}$/;

/**
 * Where the job of a task lies.
 *
 * @throws {TypeError} for what is no id of a task: no path is built of it
 */
export function jobFolder(stateFolder: string, id: string): string {
  if (!isTaskId(id)) throw new TypeError("Not the id of a task");
  return `${stateFolder}/jobs/${id}`;
}

/** Whether a text is the id of a task: 128 bits in hexadecimal. */
export function isTaskId(text: unknown): text is string {
  return typeof text === "string" && ID.test(text);
}

/** A new id, which nobody can guess. */
export function newTaskId(): string {
  return crypto.getRandomValues(new Uint8Array(16)).toHex();
}

/** The streams of a job. */
export function jobLogs(folder: string): { stdout: string; stderr: string } {
  return { stdout: `${folder}/stdout.log`, stderr: `${folder}/stderr.log` };
}

/**
 * Makes the files of a job, all empty but the standard input. The folder stays the server's,
 * so that whoever runs the tool can write these files and put nothing in their place.
 *
 * @param owner Who runs the launcher of a server that root started
 */
export async function makeJobFiles(
  plan: Pick<Plan, "asRoot">,
  folder: string,
  owner: Owner | undefined,
  stdin: Uint8Array | undefined,
): Promise<void> {
  // Others must be able to open it; the folder around it does not tell its name.
  const mode = plan.asRoot ? 0o755 : 0o700;
  await Deno.mkdir(folder, { recursive: true, mode });
  await Deno.chmod(folder, mode);
  const files = [...JOB_FILES.map((name) => [name, new Uint8Array()] as const)];
  for (const [name, bytes] of [...files, ...(stdin ? [[JOB_STDIN, stdin] as const] : [])]) {
    const path = `${folder}/${name}`;
    await Deno.writeFile(path, bytes, { mode: 0o600 });
    if (owner) await Deno.chown(path, owner.uid, owner.gid);
  }
}

/** What a job's launcher left: undefined while the job runs. */
export async function readExitCode(folder: string): Promise<number | undefined> {
  const text = await Deno.readTextFile(`${folder}/exit_code`).catch(() => "");
  return /^\d{1,3}\n$/.test(text) ? Number(text) : undefined;
}

/** When a job ended, in milliseconds since 1970. Only for one that has an exit code. */
export async function endOf(folder: string): Promise<number | undefined> {
  try {
    return (await Deno.stat(`${folder}/exit_code`)).mtime?.getTime();
  } catch {
    return undefined;
  }
}
