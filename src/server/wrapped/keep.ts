/**
 * Copies what a call printed into a folder of the user's, through the launcher that does
 * nothing else: the server itself writes its state folder only.
 *
 * Deno permissions: `--allow-run` for the launcher; without a sandbox `--allow-write` for the folders.
 *
 * @module
 */
import type { Plan } from "../../plan/types.ts";
import { output } from "../../process/output.ts";
import type { Kept } from "./texts.ts";

/** Copying a whole stream may take a while, but not for ever. */
const TIMEOUT_MS = 120_000;

/** The place of one call's files: `<folder>/<level>/<name>/`. */
export interface KeepPlace {
  folder: string;
  level: "outputs" | "jobs";
  name: string;
}

/** `<tool>-<local time>-<6 hex digits>`. */
export function newFolderName(tool: string, now = new Date()): string {
  const two = (n: number) => String(n).padStart(2, "0");
  const day = `${now.getFullYear()}${two(now.getMonth() + 1)}${two(now.getDate())}`;
  const time = `${two(now.getHours())}${two(now.getMinutes())}${two(now.getSeconds())}`;
  return `${tool}-${day}T${time}-${crypto.getRandomValues(new Uint8Array(3)).toHex()}`;
}

/**
 * Copies files.
 *
 * @param files Names in the new folder, with the files of the state folder
 */
export async function keepFolder(
  plan: Plan,
  place: KeepPlace,
  files: Record<string, string>,
): Promise<Kept> {
  if (plan.tier.name === "none") return copyDirectly(place, files);
  if (plan.keepLauncher === undefined) {
    return { fault: "nothing here can write it; install perl (apt install perl-base)" };
  }
  const { code, stdout, stderr } = await output({
    program: plan.keepLauncher,
    args: [
      place.folder,
      place.level,
      place.name,
      ...Object.entries(files).flatMap(([name, source]) => [name, source]),
    ],
    env: {},
    cwd: "/",
    timeoutMs: TIMEOUT_MS,
  });
  if (code === 0) return { folder: stdout.replace(/\n$/, "") };
  return { fault: `"${place.folder}" ${FAULTS[stderr.trim()] ?? "cannot be written"}` };
}

const FAULTS: Record<string, string> = {
  outside: "leads outside of the roots and output folders",
  exists: "has a folder of that name already",
  full: "has no room left",
};

function copyDirectly(place: KeepPlace, files: Record<string, string>): Kept {
  const folder = `${place.folder}/${place.level}/${place.name}`;
  try {
    Deno.mkdirSync(`${place.folder}/${place.level}`, { recursive: true });
    Deno.mkdirSync(folder, { mode: 0o700 });
    for (const [name, source] of Object.entries(files)) {
      Deno.copyFileSync(source, `${folder}/${name}`);
    }
    return { folder };
  } catch (error) {
    return { fault: `"${folder}": ${(error as Error).message}` };
  }
}
