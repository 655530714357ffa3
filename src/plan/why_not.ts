/**
 * What keeps one tool from running on this machine: its powers, its programs, the tier.
 *
 * @module
 */
import { type ToolGrants, valuesOf } from "../policy/grant.ts";
import type { Found } from "../sandbox/programs.ts";
import type { Parameter } from "../spec/types.ts";
import { missingMessage, type resolvePrograms } from "./programs.ts";
import type { ToolContext } from "./tool.ts";
import type { Unavailable } from "./types.ts";

const SUPPORTED_HOST_POWERS = ["hardware", "processes", "display"];

/** Why the tool is listed and refused; undefined when it can run. */
export function whyNot(
  name: string,
  grants: ToolGrants,
  parameters: readonly Parameter[],
  missing: ReturnType<typeof resolvePrograms>["missing"],
  found: readonly Found[],
  ctx: ToolContext,
): Unavailable | undefined {
  const powers = valuesOf(grants.grants, "host").filter((p) => !SUPPORTED_HOST_POWERS.includes(p));
  if (powers.length > 0) {
    return {
      reason: "policy",
      message: `The tool asks for host powers that this version cannot give: ${powers.join(", ")}`,
    };
  }
  if (ctx.launchers && !ctx.pathsWork && parameters.some((p) => p.path)) {
    return {
      reason: "sandbox",
      message:
        "This bubblewrap cannot mount by descriptor (--bind-fd), so that path arguments are refused; " +
        "install bubblewrap 0.10 or a newer one",
    };
  }
  if (ctx.launchers && !ctx.launchers.perl && grants.grants.some((g) => g.kind === "net")) {
    return {
      reason: "sandbox",
      message:
        "The tool declares network hosts, whose relay needs perl. Install it: apt install perl-base",
    };
  }
  const hosts = grants.netFromParams.length + valuesOf(grants.grants, "net").length > 0;
  if ((ctx.landlock || ctx.seatbelt) && hosts) {
    return {
      reason: "sandbox",
      message: `The tool declares network hosts, ${
        ctx.landlock
          ? "and Landlock's rules know ports, no hosts; install bubblewrap"
          : "and the way out to them is built for Linux only; run the server there"
      }`,
    };
  }
  const needed = missing.filter((m) => !m.optional);
  // healthz must run to say what is missing, as long as its own interpreter is there.
  const blocking = name.endsWith("__healthz") && found.length > 0 ? [] : needed;
  return blocking.length > 0 ? { reason: "spawn", message: missingMessage(blocking) } : undefined;
}
