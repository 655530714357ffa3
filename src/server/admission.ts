/**
 * Whether a call may run: its arguments, its paths, a person's word.
 *
 * @module
 */
import { ArgumentChecker, type ArgumentValues, type ResponseMode } from "../call/arguments.ts";
import { type Outcome, refusal } from "../call/outcome.ts";
import { pathFault } from "../call/precheck.ts";
import type { Plan, PlanTool } from "../plan/types.ts";
import { confirmCall } from "./confirm.ts";
import { askedMode, withHints } from "./registry_support.ts";
import type { CallOptions } from "./registry_types.ts";

/** A call that was looked at. */
export type Admitted = { mode: ResponseMode } & ({ values: ArgumentValues } | { refused: Outcome });

/** The door of one registry. */
export class Admission {
  readonly #plan: Plan;
  readonly #withheld: ReadonlyMap<string, string>;
  readonly #checkers = new Map<string, Promise<ArgumentChecker>>();

  /** @param withheld Tools that do not run, with why */
  constructor(plan: Plan, withheld: ReadonlyMap<string, string>) {
    this.#plan = plan;
    this.#withheld = withheld;
  }

  /** An outcome of a call that does not run. */
  refusal(tool: PlanTool, reason: Outcome["reason"], message: string): Outcome {
    const tier = this.#plan.tier.name === "missing" ? "none" : this.#plan.tier.name;
    return refusal(reason, message, tool.specName, tier);
  }

  /** What the call is to run with, or why it does not run. Never rejects. */
  async admit(tool: PlanTool, args: unknown, options: CallOptions): Promise<Admitted> {
    const refuse = (reason: Outcome["reason"], message: string) => ({
      refused: this.refusal(tool, reason, message),
      mode: askedMode(args),
    });
    const withheld = this.#withheld.get(tool.name);
    if (withheld !== undefined) return refuse("policy", withheld);
    try {
      const checked = (await this.#checker(tool)).check(args);
      if (!checked.ok) return refuse("input", checked.message);
      if (tool.unavailable) {
        const { reason, message } = tool.unavailable;
        const outcome = this.refusal(tool, reason, message);
        return { refused: withHints(tool, outcome), mode: checked.responseMode };
      }
      const fault = pathFault(tool, checked.values, this.#plan);
      if (fault) return refuse(fault.reason, fault.message);
      const refused = await confirmCall(
        tool,
        checked.values,
        this.#plan.approved,
        options.ask,
        options.signal,
      );
      if (refused !== undefined) {
        return refuse(options.signal?.aborted ? "cancelled" : "policy", refused);
      }
      return { values: checked.values, mode: checked.responseMode };
    } catch (error) {
      return refuse("internal", `A fault of the server: ${(error as Error).message}`);
    }
  }

  #checker(tool: PlanTool): Promise<ArgumentChecker> {
    let checker = this.#checkers.get(tool.name);
    if (!checker) {
      checker = ArgumentChecker.create(tool.parameters, { responseMode: tool.responseMode });
      this.#checkers.set(tool.name, checker);
    }
    return checker;
  }
}
