/**
 * Where each variable of a tool comes from: fixed in its launcher, or brought by the call.
 *
 * @module
 */
import { baseEnvironment } from "../sandbox/child_environment.ts";
import type { ToolSpec } from "../spec/types.ts";
import { templateNames } from "../spec/template.ts";
import type { PlanTool } from "./types.ts";

/**
 * Splits a tool's variables. A name that a call may set is never fixed in the launcher,
 * since bubblewrap's `--setenv` would beat what the call brings.
 *
 * @param timeZone The server's own `TZ`, when it is set
 * @param searchPath `PATH` inside
 */
export function splitEnvironment(
  spec: ToolSpec,
  timeZone: string | undefined,
  searchPath: string,
): PlanTool["env"] {
  const { fromRuntime, fromParams } = spec.env;
  const withTemplates: Record<string, string> = {};
  const fixed: Record<string, string> = {
    ...baseEnvironment(),
    PATH: searchPath,
    ...(timeZone ? { TZ: timeZone } : {}),
  };
  const defaults: Record<string, string> = {};
  for (const name of Object.keys(fromRuntime)) release(name);
  for (const [name, value] of Object.entries(spec.env.static)) {
    // Configurations have no templates there: their braces are text.
    if (spec.results === undefined && templateNames(value).length > 0) {
      withTemplates[name] = value;
      release(name);
    } else if (name in fromParams) defaults[name] = value;
    else fixed[name] = value;
  }
  for (const name of Object.keys(fromParams)) release(name);

  /** From here on the call decides; what the table says is only the default. */
  function release(name: string) {
    if (!(name in fixed)) return;
    defaults[name] ??= fixed[name]!;
    delete fixed[name];
  }
  return { defaults, fromRuntime, static: withTemplates, fromParams, fixed };
}
