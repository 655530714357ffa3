/**
 * Launchers, started without a server: what a hostile server could do, and fast enough for races.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { cli } from "../_client.ts";
import type { Person } from "../_user.ts";
import type { World } from "../_world.ts";

/** Writes the plan of a world and returns its folder. */
export async function writePlan(world: World, person: Person): Promise<string> {
  const { code, stderr } = await cli(
    [],
    person.run("permissions", "--write", "--format", "flags", ...world.only()),
  );
  assertEquals(code, 0, stderr);
  const [plan] = [...Deno.readDirSync(`${world.state}/plans`)].map((e) => e.name);
  return `${world.state}/plans/${plan}`;
}

/** What a launcher printed, and its exit code. */
export interface Launched {
  code: number;
  stdout: string;
  stderr: string;
}

/** Starts a launcher as its server would. */
export async function launch(
  launcher: string,
  words: readonly string[],
  options: { env?: Record<string, string>; uid?: number; gid?: number } = {},
): Promise<Launched> {
  const { code, stdout, stderr } = await new Deno.Command(launcher, {
    args: [...words],
    cwd: "/",
    clearEnv: true,
    stdin: "null",
    ...options,
  }).output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}
