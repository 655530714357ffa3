/**
 * `serve --plan FOLDER`: the server itself, under the flags that `start` derived.
 *
 * An entry of its own, so that a server loads what serving needs and nothing else.
 *
 * @module
 */
import { PlanError, readPlan } from "../plan/read.ts";
import { serverPermissions } from "../plan/flags.ts";
import { askDeno, selfCheck, unscopedGrants } from "../plan/self_check.ts";
import type { Plan, PlanNet } from "../plan/types.ts";
import { Registry } from "../server/registry.ts";
import { Witness } from "../server/witness.ts";
import { serveStdio } from "../server/stdio.ts";
import { PROGRAM_NAME, VERSION } from "../version.ts";
import { Log } from "./log.ts";

/** How often the server looks whether its parent is still there. */
const PARENT_CHECK_MS = 500;
const EXIT_REFUSED = 2;

/** Serves; resolves to the exit code. */
export async function serve(args: readonly string[]): Promise<number> {
  const log = new Log("info");
  // Whether some tool may reach any host is known only from the plan.
  const wide = unscopedGrants(askDeno, true);
  if (wide.length > 0) {
    log.say("error", refusalText(wide));
    return EXIT_REFUSED;
  }
  const folder = valueOf(args, "--plan");
  if (folder === undefined) {
    log.say("error", `serve needs --plan FOLDER; "start" and "permissions --write" say which`);
    return EXIT_REFUSED;
  }
  const parent = Deno.ppid;
  const stop = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    Deno.addSignalListener(signal, () => stop.abort());
  }
  const watch = setInterval(() => {
    if (Deno.ppid !== parent) stop.abort();
  }, PARENT_CHECK_MS);

  // The handshake is answered while the plan is read.
  let exitCode = 0;
  const fail = (message: string) => {
    log.say("error", message);
    exitCode = EXIT_REFUSED;
    stop.abort();
  };
  const plan = readPlan(folder, VERSION);
  const registry = plan.then(openRegistry);
  const checked = registry.then(() => {}, (error: Error) =>
    fail(
      error instanceof PlanError || error instanceof FlagsError
        ? error.message
        : `Cannot serve: ${error.message}`,
    ));
  await serveStdio({
    registry: () => registry,
    server: {
      name: valueOf(args, "--name") ?? PROGRAM_NAME,
      version: valueOf(args, "--server-version") ?? VERSION,
    },
  }, stop.signal);
  clearInterval(watch);
  // A client that left at once must not hide what is wrong.
  await checked;
  return exitCode;
}

/** Flags that a plan cannot be served under. No call waits through it: the registry never comes. */
class FlagsError extends Error {
  override name = "FlagsError";
}

/**
 * The tools of the plan, less those that the flags do not let run.
 *
 * @throws {FlagsError}
 */
function openRegistry(plan: Plan): Registry {
  const log = new Log(plan.server.logLevel);
  const needed = serverPermissions(plan);
  const confined = plan.tier.name !== "none";
  const { surplus, missing } = selfCheck(needed, confined, plan.home, askDeno);
  if (surplus.length > 0) throw new FlagsError(refusalText(surplus));
  const withheld = new Map<string, string>();
  for (const { flag, value } of missing) {
    const whose = plan.tools.filter((t) => needs(t, flag, value));
    // A variable may be declared that no tool reads.
    if (whose.length === 0 && flag !== "--allow-env") {
      throw new FlagsError(
        `The flag ${flag}="${value}" is missing, without which nothing can be served; add it`,
      );
    }
    for (const tool of whose) {
      withheld.set(
        tool.name,
        `The server was started without ${flag}="${value}", which this tool needs`,
      );
      log.say("warning", `The tool "${tool.name}" is not served: ${flag}="${value}" is missing`);
    }
  }
  const witness = new Witness(plan, (message) => log.say("error", message));
  return new Registry(plan, { withheld, witness, caller: "stdio" });
}

function needs(tool: Plan["tools"][number], flag: string, value: string): boolean {
  if (flag === "--allow-run") return tool.launcher === value || tool.direct?.program === value;
  if (flag === "--allow-env") {
    return Object.values(tool.env.fromRuntime).some((names) => names.includes(value));
  }
  if (flag === "--allow-net") return tool.net !== undefined && needsHost(tool.net, value);
  return tool.fixed.some((f) => f.source === value);
}

function needsHost(net: PlanNet, value: string): boolean {
  return value === "" || value === `unix:${net.socket}` ||
    net.hosts.some((h) => value === h || value === `${h}:443`);
}

function refusalText(surplus: readonly string[]): string {
  return `The server was given more than it needs: ${
    surplus.join(", ")
  }. Least privilege is its purpose, so it does not ` +
    `start; use "start", or the flags that "permissions --format flags" prints`;
}

function valueOf(args: readonly string[], option: string): string | undefined {
  const at = args.indexOf(option);
  return at >= 0 ? args[at + 1] : undefined;
}

if (import.meta.main) Deno.exit(await serve(Deno.args));
