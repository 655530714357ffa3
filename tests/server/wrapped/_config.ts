/**
 * A registry over a configuration, in this process.
 *
 * @module
 */
import { openTasks } from "../../../src/cli/open_tasks.ts";
import { parseOptions } from "../../../src/cli/options.ts";
import { place, prepare } from "../../../src/cli/prepare.ts";
import type { Plan } from "../../../src/plan/types.ts";
import { thisHost } from "../../../src/policy/host.ts";
import { CallerTasks } from "../../../src/server/caller_tasks.ts";
import type { ToolResult } from "../../../src/server/record.ts";
import { Registry } from "../../../src/server/registry.ts";
import type { TaskManager } from "../../../src/task/manager.ts";
import { World } from "../../_world.ts";

/** One served set of configurations or bundles. */
export class Served implements AsyncDisposable {
  private constructor(
    readonly plan: Plan,
    readonly registry: Registry,
    readonly manager: TaskManager | undefined,
  ) {}

  /** @param words Options of the command line besides those of the world */
  static async open(world: World, words: string[], env: Record<string, string> = {}) {
    const seen = (name: string) =>
      env[name] ?? (name === "CLI_MCP_CACHE_DIR" ? cacheOf(world) : Deno.env.get(name));
    const options = parseOptions(
      [...words, "--state-dir", world.state, "--root", world.root],
      (name) => seen(name) || undefined,
    );
    const plan = await place(await prepare(options, { ...thisHost(), env: seen }));
    const manager = await openTasks(plan);
    const tasks = manager && new CallerTasks(manager, "test", true);
    const registry = new Registry(plan, { env: seen, ...(tasks && { tasks }) });
    return new Served(plan, registry, manager);
  }

  call(name: string, args: unknown = {}): Promise<ToolResult> {
    return this.registry.call(name, args);
  }

  async [Symbol.asyncDispose]() {
    this.registry[Symbol.dispose]();
    await this.manager?.[Symbol.asyncDispose]();
  }
}

/** Where the output of configurations goes. */
export function cacheOf(world: World): string {
  return `${world.folder}/cache`;
}

/** Writes a configuration; returns its path. */
export async function write(world: World, name: string, text: string): Promise<string> {
  const path = `${world.folder}/${name}`;
  await Deno.writeTextFile(path, text);
  return path;
}

/** The texts of an answer. */
export function texts(result: ToolResult): string[] {
  return result.content.map((block) => block.type === "text" ? block.text : "");
}

/** Asks until a job has ended. */
export async function ended(served: Served, name: string, id: string): Promise<ToolResult> {
  for (;;) {
    const result = await served.call(`${name}_result`, { job_id: id });
    if (!texts(result)[0]!.includes("has not ended")) return result;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** The id in the answer to a start. */
export function idOf(result: ToolResult): string {
  return /job started: (\w+)/.exec(texts(result)[0]!)?.[1] ?? "";
}
