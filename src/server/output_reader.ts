/**
 * Reads a range of an output file.
 *
 * Files of the state folder are the server's to read. What lies in a root is read through the
 * plan's launcher, which decides about the path by what it opened; without a sandbox the flags
 * name the roots, and it is read here.
 *
 * Deno permissions: `--allow-read` for the state folder, `--allow-run` for the launcher.
 *
 * @module
 */
import type { Plan } from "../plan/types.ts";
import { isWithin } from "../policy/paths.ts";
import { rootOf } from "../policy/roots.ts";
import { outputBytes } from "../process/output.ts";
import type { ByteRange } from "./byte_range.ts";

/** Some of a file, and how large it is. */
export interface ReadBytes {
  bytes: Uint8Array;
  size: number;
}

const TIMEOUT_MS = 30_000;

/** The bytes of a range; undefined when the file is not there any more, or nothing of ours. */
export async function readOutput(
  plan: Plan,
  path: string,
  range: ByteRange,
): Promise<ReadBytes | undefined> {
  if (isWithin(path, plan.stateFolder)) return await readHere(path, range);
  const root = rootOf(path, plan.roots) as Plan["roots"][number] | undefined;
  if (root === undefined) return undefined;
  if (plan.readLauncher === undefined) {
    return plan.tier.name === "none" ? await readHere(path, range) : undefined;
  }
  const { code, stdout, stderr } = await outputBytes({
    program: plan.readLauncher,
    args: [path, String(range.offset), String(range.length)],
    env: {},
    cwd: "/",
    ...root.owner,
    timeoutMs: TIMEOUT_MS,
  });
  const size = /^size (\d+)$/m.exec(new TextDecoder().decode(stderr))?.[1];
  return code === 0 && size !== undefined ? { bytes: stdout, size: Number(size) } : undefined;
}

/** A file that no link leads to. */
async function readHere(
  path: string,
  { offset, length }: ByteRange,
): Promise<ReadBytes | undefined> {
  try {
    const { isFile } = await Deno.lstat(path);
    if (!isFile || await Deno.realPath(path) !== path) return undefined;
    using file = await Deno.open(path);
    const { size } = await file.stat();
    await file.seek(offset, Deno.SeekMode.Start);
    const bytes = new Uint8Array(Math.max(0, Math.min(length, size - offset)));
    let at = 0;
    while (at < bytes.length) {
      const count = await file.read(bytes.subarray(at));
      if (count === null) break;
      at += count;
    }
    return { bytes: bytes.subarray(0, at), size };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) {
      return undefined;
    }
    throw error;
  }
}
