/**
 * Processes of this machine that carry a marker in their environment or command line.
 *
 * @module
 */

/** Finds those with any of the markers. */
export function marked(...markers: string[]): number[] {
  const pids: number[] = [];
  for (const { name } of Deno.readDirSync("/proc")) {
    if (!/^[0-9]+$/.test(name) || Number(name) === Deno.pid) continue;
    const text = read(`/proc/${name}/environ`) + read(`/proc/${name}/cmdline`);
    if (markers.some((marker) => text.includes(marker))) pids.push(Number(name));
  }
  return pids;
}

/** The children of a process. */
export function childrenOf(pid: number): number[] {
  return read(`/proc/${pid}/task/${pid}/children`).trim().split(" ").filter((p) => p !== "").map(
    Number,
  );
}

/** Empty for a process that is gone, or that this user may not look at. */
function read(path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return "";
  }
}

/** Looks again and again until it holds; resolves to whether it did in time. */
export async function until(holds: () => boolean, milliseconds: number): Promise<boolean> {
  const end = performance.now() + milliseconds;
  while (!holds()) {
    if (performance.now() > end) return false;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return true;
}
