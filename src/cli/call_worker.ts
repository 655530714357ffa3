/**
 * One call under the server's own flags: what `call` and `doctor` start, so that a tool gets
 * from a terminal what it gets from a client, and not more.
 *
 * An entry of its own: `call_worker.ts --plan FOLDER --caller NAME [--record] TOOL JSON`.
 *
 * @module
 */
import { readPlan } from "../plan/read.ts";
import { CallerTasks } from "../server/caller_tasks.ts";
import { recordOf } from "../server/record.ts";
import { Registry } from "../server/registry.ts";
import { Witness } from "../server/witness.ts";
import { VERSION } from "../version.ts";
import { Log } from "./log.ts";
import { openTasks } from "./open_tasks.ts";

async function work(args: readonly string[]): Promise<number> {
  const [, folder, , caller, ...rest] = args;
  const record = rest[0] === "--record";
  const [name, json] = record ? rest.slice(1) : rest;
  const plan = await readPlan(folder!, VERSION);
  const log = new Log("warning");
  const witness = new Witness(plan, (message) => log.say("error", message));
  // Only functions of the server ask for tasks here: a tool that is async is waited for.
  const isBuiltin = plan.tools.some((t) => t.name === name && t.builtin !== undefined);
  await using manager = isBuiltin ? await openTasks(plan) : undefined;
  const tasks = manager && new CallerTasks(manager, caller!, true);
  using registry = new Registry(plan, { witness, caller: caller!, ...(tasks && { tasks }) });
  const abort = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    Deno.addSignalListener(signal, () => abort.abort());
  }
  const options = {
    signal: abort.signal,
    onProgress: (p: { done: number; total?: number; message?: string }) =>
      console.error(
        `progress ${p.done}${p.total === undefined ? "" : `/${p.total}`} ${p.message ?? ""}`,
      ),
  };
  if (record) {
    const { outcome } = await registry.run(registry.tool(name!), JSON.parse(json!), options);
    console.log(JSON.stringify(recordOf(outcome)));
    return 0;
  }
  const result = await registry.call(name!, JSON.parse(json!), options);
  for (const block of result.content) {
    console.log(block.type === "text" ? block.text : `file: ${block.uri}`);
  }
  return result.isError ? 1 : 0;
}

if (import.meta.main) Deno.exit(await work(Deno.args));
