/**
 * Writes each call into the audit log: what ran, with which grants, and what came of it.
 *
 * @module
 */
import { AuditLog } from "../audit/log.ts";
import { canonicalJson } from "../audit/record.ts";
import type { Outcome } from "../call/outcome.ts";
import type { Plan, PlanTool } from "../plan/types.ts";
import { sha256 } from "../spec/digest.ts";

/**
 * The witness of one server. Needs `--allow-read` and `--allow-write` for the state folder.
 */
export class Witness {
  #plan: Plan;
  /** What it writes into. */
  readonly log: AuditLog;
  readonly #grants = new Map<string, Promise<string>>();
  readonly #complain: (message: string) => void;
  #complained = false;

  /** @param complain Told once when the log cannot be written; calls go on */
  constructor(plan: Plan, complain: (message: string) => void) {
    this.#plan = plan;
    this.log = new AuditLog(`${plan.stateFolder}/audit`);
    this.#complain = complain;
  }

  /** Calls are of another plan's tools from now on. */
  adopt(plan: Plan) {
    this.#plan = plan;
    this.#grants.clear();
  }

  /** Writes down one call; resolves when it is written. Never rejects. */
  async saw(caller: string, tool: PlanTool, args: unknown, outcome: Outcome): Promise<void> {
    try {
      await this.log.append({
        time: new Date().toISOString(),
        caller,
        tool: tool.specName,
        arguments_sha256: await sha256(canonicalJson(args ?? {})),
        grants_sha256: await this.#grantsOf(tool),
        sandbox: outcome.sandbox,
        status: outcome.status,
        reason: outcome.reason,
        exit_code: outcome.exitCode,
        duration_ms: outcome.executionTimeMs,
      });
    } catch (error) {
      if (this.#complained) return;
      this.#complained = true;
      this.#complain(`The audit log cannot be written: ${(error as Error).message}`);
    }
  }

  #grantsOf(tool: PlanTool): Promise<string> {
    let known = this.#grants.get(tool.specName);
    if (!known) {
      const grants = this.#plan.grants.find((g) => g.tool === tool.specName);
      known = sha256(canonicalJson(grants ?? {}));
      this.#grants.set(tool.specName, known);
    }
    return known;
  }
}
