/**
 * The declared variables of the server's environment, as a tool may use them.
 *
 * @module
 */
import type { Plan, PlanTool } from "../plan/types.ts";

/** Reads one variable. */
export type ReadVariable = (name: string) => string | undefined;

/**
 * Variables that name a folder of a grant (`write: ["${OUT}"]`) have its real path: only
 * that one is there inside, whatever link, `~` or relative path the operator wrote.
 */
export function runtimeEnv(read: ReadVariable, tool: PlanTool, plan: Plan): ReadVariable {
  const grants = plan.grants.find((g) => g.tool === tool.specName)?.grants ?? [];
  return (name) => {
    const value = read(name);
    if (value === undefined || value === "") return value;
    const folder = grants.find((g) =>
      (g.kind === "read" || g.kind === "write") && g.written === `\${${name}}`
    );
    return folder?.value ?? value;
  };
}
