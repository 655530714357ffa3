/**
 * `start`: derives the plan, writes launchers, and serves under exactly the flags that follow.
 *
 * @module
 */
import { formatProblem } from "../spec/problem.ts";
import { spawnInheriting } from "../process/spawn.ts";
import { sweepPlans, sweepScratch, sweepState } from "../plan/sweep.ts";
import { readPlan } from "../plan/read.ts";
import type { Plan } from "../plan/types.ts";
import { thisHost } from "../policy/host.ts";
import { VERSION } from "../version.ts";
import { builtEntry } from "./built.ts";
import { Log } from "./log.ts";
import type { Options } from "./options.ts";
import { guardBase, ownPlaces, startedByRoot } from "./places.ts";
import { serveCommand, serverEnvironment } from "./serve_flags.ts";
import { type Place, recall, type Served, traced } from "./warm_start.ts";

/** Runs until the server ends; resolves to the exit code. */
export async function start(options: Options): Promise<number> {
  const own = ownPlaces(options.stateDir, thisHost(), startedByRoot());
  guardBase(own.base);
  const place = {
    base: own.base,
    program: own.program,
    asked: [options, Deno.env.get("INIT_CWD")],
  };
  const served = await recall(place) ?? await derive(options, place);
  const live = options.watch ? await openLive(served, own.base) : undefined;
  const command = live?.command ?? served.command;
  const child = spawnInheriting(Deno.execPath(), command, serverEnvironment(served));
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    // The server ends its calls first; this process waits for it.
    Deno.addSignalListener(signal, () => child.kill("SIGTERM"));
  }
  // One that cannot be read the server refuses, and says why.
  const plan = await readPlan(served.folder, VERSION).catch(() => undefined);
  if (plan) {
    tell(plan, new Log(options.logLevel));
    await sweepPlans(`${own.base}/plans`, plan.folder);
    await sweepState(plan.stateFolder);
    await sweepScratch(`${own.base}/scratch`);
  }
  const over = new AbortController();
  const watching = live &&
    import("./watch.ts").then(({ watch }) => watch(options, live.plan, live.links, over.signal));
  const { code } = await child.status;
  over.abort();
  await watching?.catch(() => {});
  live?.links[Symbol.dispose]();
  return code;
}

/** Lets later plans follow the one that is served first. */
async function openLive({ folder }: Served, base: string) {
  const { LiveLinks } = await import("./live_links.ts");
  const plan = await readPlan(folder, VERSION);
  const links = await LiveLinks.make(base, plan);
  return { plan, links, command: serveCommand(plan, builtEntry(), links) };
}

/** Derives the plan, writes it, and remembers it for the next start. */
async function derive(options: Options, where: Place): Promise<Served> {
  const { place, prepare } = await import("./prepare.ts");
  const { result: prepared, remember } = await traced(() => prepare(options), where.base);
  const plan = await place(prepared);
  const served = { folder: plan.folder, command: serveCommand(plan), env: plan.env };
  if (prepared.tier.name === "bwrap") {
    // Only the next start is slower without: a full disk or another start at work stops nobody.
    await remember(where, served, prepared.tier.programs.bwrap).catch(() => {});
  }
  return served;
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
