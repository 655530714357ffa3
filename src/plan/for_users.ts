/**
 * A tool of a server that root started: its calls run as the owner of the folder that they
 * touch, or as nobody, and not everybody can reach every program.
 *
 * Deno permissions: `--allow-read` (programs, libraries).
 *
 * @module
 */
import type { Bundle, BundleTool } from "../bundle/types.ts";
import type { ToolGrants } from "../policy/grant.ts";
import { fixedMounts } from "./fixed_mounts.ts";
import { isConfined } from "./launchers.ts";
import { usersOf } from "./owner.ts";
import { planParameters } from "./parameters.ts";
import { type PlannedTool, planToolFor, type ToolContext } from "./tool.ts";
import type { ForUser, PlanTool } from "./types.ts";

/** Plans one tool, with launchers of their own for users who reach other programs than the usual one. */
export function planTool(
  bundle: Bundle,
  source: BundleTool,
  grants: ToolGrants,
  ctx: ToolContext,
): PlannedTool {
  if (!ctx.asRoot || !isConfined(ctx)) return planToolFor(bundle, source, grants, ctx);
  const { spec } = source;
  const [usual, ...others] = usersOf(
    fixedMounts(grants, spec.workingDirectory, ctx.roots, ctx.ownerOf),
    planParameters(spec, bundle.manifest === undefined, ctx.host),
    ctx.roots,
  );
  const first = planToolFor(bundle, source, grants, ctx, usual);
  const users: Record<string, ForUser> = {};
  for (const user of others) {
    const own = planToolFor(bundle, source, grants, ctx, user, `.uid${user.uid}`);
    if (same(first, own)) continue;
    users[user.uid] = forUser(own.tool);
    first.files.push(...own.files);
  }
  if (Object.keys(users).length === 0) return first;
  users[usual!.uid] = forUser(first.tool);
  // Who runs a call is known once its paths are: only then can it be refused.
  const { unavailable, ...tool } = first.tool;
  const nobodyCan = Object.values(users).every((u) => u.unavailable);
  return {
    tool: { ...tool, users, ...(unavailable && nobodyCan && { unavailable }) },
    files: first.files,
  };
}

function same(a: PlannedTool, b: PlannedTool): boolean {
  return a.files.length === b.files.length &&
    a.files.every((file, i) => file.content === b.files[i]!.content) &&
    a.tool.unavailable?.message === b.tool.unavailable?.message;
}

function forUser({ launcher, jobLauncher, unavailable }: PlanTool): ForUser {
  return {
    ...(launcher !== undefined && { launcher }),
    ...(jobLauncher !== undefined && { jobLauncher }),
    ...(unavailable && { unavailable }),
  };
}
