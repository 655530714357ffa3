/**
 * The tools of one plan as a registry holds them: what a reload replaces as a whole.
 *
 * Needs no Deno permission.
 *
 * @module
 */
import { isAsync, type Plan, type PlanTool } from "../plan/types.ts";
import { Admission } from "./admission.ts";
import type { CallerTasks } from "./caller_tasks.ts";
import { listTaskTools } from "./task_tools.ts";
import { isJobTool, listJobTools } from "./wrapped/jobs.ts";
import type { ListedTool } from "./registry_types.ts";

/** One plan's tools. */
export class ToolSet {
  readonly plan: Plan;
  readonly tools: ReadonlyMap<string, PlanTool>;
  readonly admission: Admission;
  readonly #withheld: ReadonlyMap<string, string>;
  /** Set when its launchers make way for those of a later plan: calls that still wait do not begin. */
  stale = false;

  /** @param withheld Tools that the server's flags do not let run, with why */
  constructor(plan: Plan, withheld: ReadonlyMap<string, string>) {
    this.plan = plan;
    this.tools = new Map(plan.tools.map((t) => [t.name, t]));
    this.#withheld = withheld;
    this.admission = new Admission(plan, withheld);
  }

  /** Whether some tool that can be offered is async. */
  get hasTasks(): boolean {
    return this.plan.tools.some((t) => isAsync(t) && !this.#withheld.has(t.name));
  }

  /**
   * The tools that can be offered, by name.
   *
   * @param tasks The caller's tasks, when calls can be some
   */
  list(tasks: CallerTasks | undefined): ListedTool[] {
    const shown = this.plan.tools.filter((t) => !t.hidden && !this.#withheld.has(t.name));
    const own = shown.map((t): ListedTool => ({
      name: t.name,
      ...(t.title !== undefined && { title: t.title }),
      description: t.description,
      inputSchema: t.inputSchema,
      ...(t.outputSchema && { outputSchema: t.outputSchema }),
      annotations: { ...(t.title !== undefined && { title: t.title }), ...t.annotations },
      ...(tasks && {
        execution: { taskSupport: isAsync(t) && !isJobTool(t) ? "optional" : "forbidden" },
      }),
    }));
    if (!tasks) return own;
    const jobs = shown.filter(isJobTool).flatMap(listJobTools);
    // Jobs of configurations have tools of their own.
    const others = shown.some((t) => isAsync(t) && !isJobTool(t)) ? listTaskTools(tasks) : [];
    return [...own, ...jobs, ...others].sort((a, b) => a.name < b.name ? -1 : 1);
  }
}
