/**
 * The launcher of a tool in the tier that works here.
 *
 * Pure: no Deno permission is needed.
 *
 * @module
 */
import type { Confinement } from "../sandbox/confinement.ts";
import { landlockLauncherText } from "../sandbox/landlock.ts";
import { type LauncherNeeds, launcherText } from "../sandbox/launcher.ts";
import { arch } from "../sandbox/probe.ts";
import { seatbeltLauncherText } from "../sandbox/seatbelt_launcher.ts";
import type { ToolContext } from "./tool.ts";

/** What of a context names the tier. */
export type TierContext = Pick<ToolContext, "launchers" | "landlock" | "seatbelt">;

/** Whether there is a sandbox, so that tools have launchers. */
export function isConfined({ launchers, landlock, seatbelt }: TierContext): boolean {
  return launchers !== undefined || landlock !== undefined || seatbelt !== undefined;
}

/** The text of the launcher. */
export function launcherIn(
  { launchers, landlock, seatbelt }: TierContext,
  confinement: Confinement,
  needs: LauncherNeeds,
): string {
  if (landlock) return landlockLauncherText(confinement, needs, landlock.programs, arch());
  if (seatbelt) return seatbeltLauncherText(confinement, needs);
  return launcherText(confinement, needs, launchers!);
}
