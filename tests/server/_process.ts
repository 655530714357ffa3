/**
 * Looks at the server's processes from outside, through `/proc` (proc(5)).
 *
 * @module
 */
import type { Client } from "../_client.ts";
import type { World } from "../_world.ts";

/** The direct children of a process. */
export function childrenOf(pid: number): number[] {
  try {
    const text = Deno.readTextFileSync(`/proc/${pid}/task/${pid}/children`);
    return text.split(" ").filter((word) => word !== "").map(Number);
  } catch {
    return [];
  }
}

/**
 * Every process whose command line names the world's folder, as those of servers and sandboxes
 * do: also the ones that no server is the parent of any more.
 */
export function processesIn(world: World): number[] {
  return [...Deno.readDirSync("/proc")].map((e) => Number(e.name)).filter((pid) => {
    try {
      const words = Deno.readTextFileSync(`/proc/${pid}/cmdline`);
      return words.includes(world.folder) && isAlive(pid);
    } catch {
      return false;
    }
  });
}

/** The processes of calls: all of the world's but those of its server. */
export function callsIn(world: World, client: Client): number[] {
  const server = [client.pid, ...childrenOf(client.pid)];
  return processesIn(world).filter((pid) => !server.includes(pid));
}

/** The process that serves: the one child of `start`. */
export function serverPid(client: Client): number {
  const [pid] = childrenOf(client.pid);
  if (pid === undefined) throw new Error(`No server below ${client.pid}: ${client.stderr}`);
  return pid;
}

/** The most memory that a process ever had resident, in bytes. */
export function peakMemory(pid: number): number {
  const status = Deno.readTextFileSync(`/proc/${pid}/status`);
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)![1]) * 1024;
}

/** Whether a process is there and no zombie. */
export function isAlive(pid: number): boolean {
  try {
    const stat = Deno.readTextFileSync(`/proc/${pid}/stat`);
    return stat.slice(stat.lastIndexOf(")") + 2, stat.lastIndexOf(")") + 3) !== "Z";
  } catch {
    return false;
  }
}

/** Waits until the condition holds, and fails after ten seconds. */
export async function until(condition: () => boolean, what: string): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`Waited in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** What a program printed, for tests that compute a value by other means. */
export async function printed(program: string, args: string[]): Promise<string> {
  const { stdout } = await new Deno.Command(program, { args, stdin: "null" }).output();
  return new TextDecoder().decode(stdout);
}
