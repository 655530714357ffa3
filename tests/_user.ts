/**
 * A plain user for tests that root runs: most servers are not started by root, and root is
 * exempt from much of what is to be tested.
 *
 * @module
 */
import { taskCommand } from "./_client.ts";
import type { World } from "./_world.ts";

const ROOT = new URL("../", import.meta.url).pathname;

/** Nobody's number on any machine: no entry in `/etc/passwd`, no files, no groups. */
const PLAIN_ID = 12345;

/** Whether root runs the tests. */
export function testsRunAsRoot(): boolean {
  return Deno.uid() === 0;
}

/** How to run the program as somebody. Spread into the options of `Client.start` and `cli`. */
export interface RunAs {
  deno: string;
  env: Record<string, string>;
  uid?: number;
  gid?: number;
}

/** Somebody who runs the program, and what of it is where for them. */
export class Person implements AsyncDisposable {
  constructor(
    readonly name: "root" | "user",
    readonly uid: number,
    readonly gid: number,
    /** The folder with `deno.json`, `src` and `bundles`. */
    readonly program: string,
    readonly runAs: RunAs,
    readonly folder?: string,
  ) {}

  /** The arguments of Deno that run a command of the program. */
  command(...args: string[]): string[] {
    return [...taskCommand().map((w) => w.replace(ROOT, this.program)), ...args];
  }

  /** Options of `Client.start` that start a server. */
  start(...args: string[]) {
    return { ...this.runAs, args: [], command: this.command("start", ...args) };
  }

  /** Options of `cli` that run a command: `await cli([], person.run("list"))`. */
  run(...args: string[]) {
    return { ...this.runAs, args: [], command: this.command(...args) };
  }

  /** Gives them a world, so that they can keep their state in it. */
  async own(world: World): Promise<World> {
    if (Deno.uid() !== this.uid) await give(world.folder, this);
    return world;
  }

  async [Symbol.asyncDispose]() {
    if (this.folder) await Deno.remove(this.folder, { recursive: true });
  }
}

/** Whoever runs the tests. */
export async function thisPerson(): Promise<Person> {
  const name = testsRunAsRoot() ? "root" : "user";
  // Named, so that a test may give another HOME.
  const env = { DENO_DIR: await denoDir() };
  return new Person(name, Deno.uid()!, Deno.gid()!, ROOT, { deno: Deno.execPath(), env });
}

/**
 * A plain user: whoever runs the tests, or, when that is root, a number without a name, for
 * whom Deno, its cache and the program are copied to where everybody can read them.
 */
export async function plainUser(): Promise<Person> {
  if (!testsRunAsRoot()) return await thisPerson();
  const folder = await Deno.realPath(await Deno.makeTempDir({ prefix: "sam-user-" }));
  const ids = { uid: PLAIN_ID, gid: PLAIN_ID };
  const [deno, program, cache] = [`${folder}/deno`, `${folder}/program/`, `${folder}/cache`];
  await Deno.mkdir(program);
  await Deno.mkdir(cache);
  await Deno.mkdir(`${folder}/home`);
  await tool("cp", "-L", Deno.execPath(), deno);
  const parts = ["src", "bundles", "deno.json", "deno.lock"].map((part) => `${ROOT}${part}`);
  await tool("cp", "-RL", ...parts, program);
  await tool("cp", "-RL", `${await denoDir()}/npm`, cache);
  await tool("chmod", "-R", "a+rX", folder);
  await give(cache, ids);
  await give(`${folder}/home`, ids);
  const env = { DENO_DIR: cache, HOME: `${folder}/home` };
  return new Person("user", ids.uid, ids.gid, program, { deno, env, ...ids }, folder);
}

/** Where this Deno keeps what it has fetched. */
async function denoDir(): Promise<string> {
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json"] }).output();
  return JSON.parse(new TextDecoder().decode(stdout)).denoDir;
}

/** Hands a file or a folder with all in it to a user; links stay what they are. */
export async function give(path: string, to: { uid: number; gid: number }) {
  await tool("chown", "-hR", `${to.uid}:${to.gid}`, path);
}

/** Thousands of small files: a program does in one start what Deno does one by one. */
async function tool(program: string, ...args: string[]) {
  const { success, stderr } = await new Deno.Command(program, { args }).output();
  if (!success) throw new Error(`${program} ${args}: ${new TextDecoder().decode(stderr)}`);
}
