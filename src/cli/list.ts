/**
 * `list`: the tools, and what is wrong with those that cannot run.
 *
 * @module
 */
import { Registry } from "../server/registry.ts";
import { Log } from "./log.ts";
import type { Options } from "./options.ts";
import { locate, prepare } from "./prepare.ts";
import { tell } from "./start.ts";

/** Prints one line for each tool, or with `--format json` what `tools/list` answers. */
export async function list(options: Options): Promise<number> {
  const plan = await locate(await prepare(options));
  tell(plan, new Log("warning"));
  if (options.format === "json") {
    console.log(JSON.stringify(new Registry(plan).list(), null, 2));
    return 0;
  }
  const width = Math.max(0, ...plan.tools.map((t) => t.name.length));
  for (const tool of plan.tools) {
    const required = tool.parameters.filter((p) => p.required).map((p) => `${p.name}*`);
    const optional = tool.parameters.filter((p) => !p.required).map((p) => p.name);
    const inputs = [...required, ...optional].join(" ");
    console.log(`${tool.name.padEnd(width)}  ${inputs}`.trimEnd());
    if (tool.unavailable) console.log(`${" ".repeat(width)}  ! ${tool.unavailable.message}`);
  }
  return 0;
}
