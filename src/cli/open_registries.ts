/**
 * From a plan to registries, after the self-check: what `serve` does before it serves.
 *
 * Needs no Deno permission of its own.
 *
 * @module
 */
import { NetGate } from "../call/net_gate.ts";
import { launchersOf, serverPermissions } from "../plan/flags.ts";
import { askDeno, selfCheck } from "../plan/self_check.ts";
import type { Plan, PlanNet } from "../plan/types.ts";
import { CallerTasks } from "../server/caller_tasks.ts";
import { ANONYMOUS } from "../server/http/handler.ts";
import { Outputs } from "../server/outputs.ts";
import { Registry } from "../server/registry.ts";
import { Witness } from "../server/witness.ts";
import type { TaskManager } from "../task/manager.ts";
import { Log } from "./log.ts";

/** Flags that a plan cannot be served under. No call waits through it: the registry never comes. */
export class FlagsError extends Error {
  override name = "FlagsError";
}

/** The registries of one server, by caller. */
export interface Registries {
  (caller: string): Registry;
  /**
   * Serves another plan under the flags as they are; resolves to whether clients see other tools.
   *
   * @throws {FlagsError} when the flags are not enough for the plan as a whole
   */
  adopt(plan: Plan): boolean;
}

/**
 * The tools of the plan for each caller, less those that the flags do not let run. Callers
 * share the ways out and the audit log.
 *
 * @throws {FlagsError}
 */
export function openRegistries(plan: Plan, manager?: TaskManager): Registries {
  const log = new Log(plan.server.logLevel);
  const say = (message: string) => log.say("warning", message);
  let now = { plan, withheld: withheldTools(plan, say) };
  const witness = new Witness(plan, (message) => log.say("error", message));
  const gate = new NetGate(plan);
  const known = new Map<string, Registry>();
  const of = (caller: string) => {
    let registry = known.get(caller);
    if (!registry) {
      // Whoever shows no token gets nothing of the operator's environment (a confused deputy).
      const nothing = caller === ANONYMOUS ? { env: () => undefined } : {};
      const isKnown = caller !== ANONYMOUS;
      const outputs = new Outputs(now.plan, caller, isKnown);
      const tasks = manager && new CallerTasks(manager, caller, isKnown, outputs);
      const own = { ...nothing, outputs, ...(tasks && { tasks }) };
      registry = new Registry(now.plan, { withheld: now.withheld, witness, caller, gate, ...own });
      known.set(caller, registry);
    }
    return registry;
  };
  return Object.assign(of, {
    adopt(next: Plan) {
      const served = withoutMissingHelpers(next);
      const withheld = withheldTools(served, say, true);
      now = { plan: served, withheld };
      witness.adopt(served);
      gate.adopt(served);
      let differs = false;
      for (const registry of known.values()) {
        const before = JSON.stringify(registry.list());
        registry.adopt(served, withheld);
        differs ||= JSON.stringify(registry.list()) !== before;
      }
      return differs;
    },
  });
}

/** A launcher that the first plan had no need of is not in the flags; only what it did is missed. */
function withoutMissingHelpers(plan: Plan): Plan {
  const { readLauncher, killLauncher, ...rest } = plan;
  const may = (command: string | undefined) =>
    command !== undefined && askDeno({ name: "run", command }) === "granted";
  return {
    ...rest,
    ...(may(readLauncher) && { readLauncher: readLauncher! }),
    ...(may(killLauncher) && { killLauncher: killLauncher! }),
  };
}

/**
 * Tools that the flags do not let run, with why.
 *
 * @param later Whether the flags are those of an earlier plan, which may have needed more
 * @throws {FlagsError}
 */
function withheldTools(
  plan: Plan,
  say: (message: string) => void,
  later = false,
): Map<string, string> {
  const confined = plan.tier.name !== "none";
  const needed = serverPermissions(plan);
  if (later && askDeno({ name: "net" }) === "granted") needed.net.allow = "unscoped";
  const { surplus, missing } = selfCheck(needed, confined, plan.home, askDeno);
  if (surplus.length > 0 && !later) throw new FlagsError(refusalText(surplus));
  const withheld = new Map<string, string>();
  const mend = later ? "; a restart would admit it" : "";
  for (const { flag, value } of missing) {
    const whose = plan.tools.filter((t) => needs(t, flag, value, plan));
    // A variable may be declared that no tool reads.
    if (whose.length === 0 && flag !== "--allow-env") {
      throw new FlagsError(
        `The flag ${flag}="${value}" is missing, without which nothing can be served; add it`,
      );
    }
    for (const tool of whose) {
      withheld.set(
        tool.name,
        `The server was started without ${flag}="${value}", which this tool needs${mend}`,
      );
      say(`The tool "${tool.name}" is not served: ${flag}="${value}" is missing${mend}`);
    }
  }
  return withheld;
}

function needs(tool: Plan["tools"][number], flag: string, value: string, plan: Plan): boolean {
  if (flag === "--allow-run") {
    if (value === plan.lockersLauncher) return tool.builtin === "file_lockers";
    return [...launchersOf(tool), tool.direct?.program].includes(value);
  }
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

/** Why the server does not start. */
export function refusalText(surplus: readonly string[]): string {
  return `The server was given more than it needs: ${
    surplus.join(", ")
  }. Least privilege is its purpose, so it does not ` +
    `start; use "start", or the flags that "permissions --format flags" prints`;
}
