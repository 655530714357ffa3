/**
 * What of a call can be refused without starting anything: before it becomes a task.
 *
 * No Deno permission is needed.
 *
 * @module
 */
import type { Plan, PlanTool } from "../plan/types.ts";
import { resolvePaths } from "./capabilities.ts";
import { orderMounts } from "./mounts.ts";
import type { ArgumentValues } from "./values.ts";

/** Why the paths of a call cannot be had; undefined when they may be, as far as text tells. */
export function pathFault(
  tool: Pick<PlanTool, "parameters" | "fixed">,
  values: ArgumentValues,
  plan: Plan,
): { reason: "policy" | "input"; message: string } | undefined {
  const resolved = resolvePaths(tool.parameters, values, plan);
  if (!resolved.ok) return { reason: "policy", message: resolved.message };
  const ordered = orderMounts(tool.fixed, resolved.capabilities, undefined);
  return "fault" in ordered ? { reason: "input", message: ordered.fault } : undefined;
}
