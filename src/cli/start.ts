/**
 * `start`: derives the plan, writes launchers, and serves under exactly the flags that follow.
 *
 * @module
 */
import { formatProblem } from "../spec/problem.ts";
import { spawnInheriting } from "../process/spawn.ts";
import { sweepPlans, sweepScratch, sweepState } from "../plan/sweep.ts";
import type { Plan } from "../plan/types.ts";
import { Log } from "./log.ts";
import type { Options } from "./options.ts";
import { place, prepare } from "./prepare.ts";
import { serveCommand, serverEnvironment } from "./serve_flags.ts";

/** Runs until the server ends; resolves to the exit code. */
export async function start(options: Options): Promise<number> {
  const prepared = await prepare(options);
  const plan = await place(prepared);
  tell(plan, new Log(options.logLevel));
  sweepPlans(`${prepared.own.base}/plans`, plan.folder);
  sweepState(plan.stateFolder);
  sweepScratch(`${prepared.own.base}/scratch`);
  const child = spawnInheriting(Deno.execPath(), serveCommand(plan), serverEnvironment(plan));
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    // The server ends its calls first; this process waits for it.
    Deno.addSignalListener(signal, () => child.kill("SIGTERM"));
  }
  const { code } = await child.status;
  return code;
}

/** What the operator should know, each once. */
export function tell(plan: Plan, log: Log) {
  for (const problem of plan.problems) {
    log.say(problem.level === "error" ? "error" : "warning", formatProblem(problem));
  }
  for (const notice of plan.notices) log.say("warning", notice);
  if (plan.tier.name === "none") {
    log.say("warning", "Nothing is confined (--sandbox off): tools run with all that you may do");
  }
  if (plan.tier.name === "missing") {
    log.say(
      "error",
      `${plan.tier.detail}. Tools that run programs are refused until this is mended`,
    );
  }
  log.say(
    "info",
    `${plan.tools.length} tools, sandbox ${plan.tier.name} (${plan.tier.detail}), roots ${
      plan.roots.length === 0
        ? "none"
        : plan.roots.map((r) => r.readOnly ? `${r.path} (read-only)` : r.path).join(", ")
    }`,
  );
}
