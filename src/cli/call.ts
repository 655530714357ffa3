/**
 * `call TOOL [--param value…]`: one call from a terminal, through the server's own pipeline.
 *
 * @module
 */
import { spawnInheriting } from "../process/spawn.ts";
import type { Parameter } from "../spec/types.ts";
import { Log } from "./log.ts";
import { type Options, UsageError } from "./options.ts";
import { place, prepare } from "./prepare.ts";
import { callCommand, serverEnvironment } from "./serve_flags.ts";

/** Runs the call and prints its answer; the exit code says whether it was an error. */
export async function call(options: Options): Promise<number> {
  const [name, ...words] = options.rest;
  if (name === undefined) throw new UsageError("call needs the name of a tool; see list");
  const plan = await place(await prepare(options));
  if (plan.tier.name === "none") {
    new Log("warning").say("warning", "Nothing is confined (--sandbox off)");
  }
  const tool = plan.tools.find((t) => t.name === name);
  if (!tool) {
    const names = plan.tools.map((t) => t.name).join(", ") || "none";
    throw new UsageError(`There is no tool "${name}"; there are ${names}`);
  }
  const args = JSON.stringify(parseWords(words, tool.parameters));
  const child = spawnInheriting(
    Deno.execPath(),
    callCommand(plan, ["--caller", "cli", name, args]),
    serverEnvironment(plan),
    "null",
  );
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    Deno.addSignalListener(signal, () => child.kill("SIGTERM"));
  }
  return (await child.status).code;
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
