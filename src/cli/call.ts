/**
 * `call TOOL [--param value…]`: one call from a terminal, through the server's own pipeline.
 *
 * @module
 */
import type { Parameter } from "../spec/types.ts";
import { Registry, UnknownToolError } from "../server/registry.ts";
import { Witness } from "../server/witness.ts";
import { Log } from "./log.ts";
import { type Options, UsageError } from "./options.ts";
import { place, prepare } from "./prepare.ts";

/** Runs the call and prints its answer; the exit code says whether it was an error. */
export async function call(options: Options): Promise<number> {
  const [name, ...words] = options.rest;
  if (name === undefined) throw new UsageError("call needs the name of a tool; see list");
  const plan = await place(await prepare(options));
  if (plan.tier.name === "none") {
    new Log("warning").say("warning", "Nothing is confined (--sandbox off)");
  }
  const log = new Log("warning");
  const witness = new Witness(plan, (message) => log.say("error", message));
  const registry = new Registry(plan, { witness, caller: "cli" });
  const abort = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    Deno.addSignalListener(signal, () => abort.abort());
  }
  try {
    const tool = registry.tool(name);
    const args = parseWords(words, tool.parameters);
    const result = await registry.call(name, args, {
      signal: abort.signal,
      onProgress: (p) =>
        console.error(
          `progress ${p.done}${p.total === undefined ? "" : `/${p.total}`} ${p.message ?? ""}`,
        ),
    });
    for (const block of result.content) {
      console.log(block.type === "text" ? block.text : `file: ${block.uri}`);
    }
    return result.isError ? 1 : 0;
  } catch (error) {
    if (error instanceof UnknownToolError) {
      const names = registry.list().map((t) => t.name);
      throw new UsageError(`${error.message}; there are ${names.join(", ") || "none"}`);
    }
    throw error;
  }
}

/** `--name value`, `--name=value`, and `--name` alone for a boolean; or one JSON object. */
export function parseWords(
  words: readonly string[],
  parameters: readonly Parameter[],
): Record<string, unknown> {
  if (words.length === 1 && words[0]!.startsWith("{")) {
    try {
      return JSON.parse(words[0]!);
    } catch (error) {
      throw new UsageError(`The arguments are no JSON: ${(error as Error).message}`);
    }
  }
  const args: Record<string, unknown> = {};
  for (let i = 0; i < words.length; i++) {
    const match = /^--([^=]+)(?:=(.*))?$/s.exec(words[i]!);
    if (!match) throw new UsageError(`"${words[i]}" is not --name value`);
    const name = match[1]!;
    const parameter = parameters.find((p) => p.name === name);
    let value = match[2];
    if (value === undefined) {
      const next = words[i + 1];
      const alone = parameter?.type === "boolean" && next !== "true" && next !== "false";
      if (alone) value = "true";
      else {
        if (next === undefined) throw new UsageError(`--${name} needs a value`);
        value = next;
        i++;
      }
    }
    if (parameter?.type === "array" && !value.startsWith("[")) {
      args[name] = [...(args[name] as string[] | undefined ?? []), value];
    } else args[name] = value;
  }
  return args;
}
