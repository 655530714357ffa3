/**
 * The system-call filters of a plan: a file for each kind of tool that it holds.
 *
 * @module
 */
import { arch } from "../sandbox/probe.ts";
import { AF, seccompFilter } from "../sandbox/seccomp.ts";
import type { PlanFile } from "./files.ts";
import type { Plan, PlanTool } from "./types.ts";

/** What of a tool decides about its filter. */
export type FilterKind = Pick<PlanTool, "net" | "resultFolder">;

/**
 * Where the filter of a tool lies in the plan.
 *
 * A tool with a folder for results makes no symbolic links: that folder is in the state, and
 * a server that was taken over could use the link, which Deno's permissions do not see, to
 * leave the state.
 */
export function filterPath({ net, resultFolder }: FilterKind): string {
  return `seccomp/${net ? "net" : "closed"}${resultFolder ? "-results" : ""}.bpf`;
}

/** The filters that the tools of a plan need. */
export function filterFiles(plan: Pick<Plan, "tools" | "tier">): PlanFile[] {
  const landlock = plan.tier.name === "landlock";
  const files = new Map<string, PlanFile>();
  for (const tool of plan.tools) {
    const path = filterPath(tool);
    const families = tool.net ? [AF.UNIX, AF.INET, AF.INET6] : landlock ? [] : [AF.UNIX];
    const content = seccompFilter(arch(), {
      families,
      shared: landlock,
      noLinks: tool.resultFolder,
    });
    files.set(path, { path, content, mode: 0o444 });
  }
  return [...files.values()];
}
