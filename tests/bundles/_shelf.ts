/**
 * A world and a server of one shipped bundle, and calls that must go well or must be refused.
 *
 * @module
 */
import { assert } from "@std/assert";
import { type Answer, Client, type StartOptions } from "../_client.ts";
import { World } from "../_world.ts";

/** A server of one bundle. */
export interface Shelf extends AsyncDisposable {
  world: World;
  client: Client;
  /** Calls a tool that must succeed; returns the JSON that it printed. */
  answer(action: string, args?: Record<string, unknown>): Promise<Answer>;
  /** Calls a tool that must fail with these words in what it says; returns the record. */
  refused(action: string, args: Record<string, unknown>, ...words: string[]): Promise<Answer>;
}

/** How a shelf is opened. */
export interface ShelfOptions extends Partial<StartOptions> {
  /** More options of the server. */
  more?: (world: World) => string[];
  /** Variables that depend on the world. */
  variables?: (world: World) => Record<string, string>;
  /** Runs before the server starts. */
  prepare?: (world: World) => Promise<void> | void;
}

/** Opens a server of one shipped bundle. */
export async function openShelf(bundle: string, options: ShelfOptions = {}): Promise<Shelf> {
  const { more, variables, prepare, env, ...start } = options;
  const world = await World.make();
  await prepare?.(world);
  const client = await Client.start({
    ...start,
    env: { ...env, ...variables?.(world) },
    args: world.options("--bundle", bundle, ...more?.(world) ?? []),
  });
  return {
    world,
    client,
    async answer(action, args = {}) {
      const record = await client.finish(`${bundle}__${action}`, args);
      if (record.isError) throw new Error(`${action}: ${record.message}\n${record.stderr}`);
      return JSON.parse(record.stdout);
    },
    async refused(action, args, ...words) {
      const record = await client.finish(`${bundle}__${action}`, args);
      assert(record.isError, `${action} ${JSON.stringify(args)} went through: ${record.text}`);
      const text = `${record.message}\n${record.stderr}\n${record.stdout}`;
      for (const word of words) assert(text.includes(word), `"${word}" is not in: ${text}`);
      return record;
    },
    [Symbol.asyncDispose]: async () => {
      await client.close();
      await world[Symbol.asyncDispose]();
    },
  };
}

/** Texts that are code, options or places to a careless program. */
export const HOSTILE: readonly string[] = [
  "--help",
  "-x",
  "$(touch /tmp/pwned)",
  "`id`; touch pwned",
  "a && touch pwned | cat > pwned",
  "two\nlines",
  "../../outside",
  "/etc/passwd",
  "Grüße 你好 🙂 \u202e",
  "'\"\\%s%n${HOME}*?[a]{1,2}",
  "x".repeat(20_000),
];
