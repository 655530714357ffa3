/**
 * A tool's parameters as a plan holds them.
 *
 * @module
 */
import { expand } from "../policy/expand.ts";
import { type Host, typedPath } from "../policy/host.ts";
import { inferredPathKind } from "../policy/infer.ts";
import type { Parameter, ToolSpec } from "../spec/types.ts";

/** What a parameter that becomes stdin may hold unless it says so itself, in characters. */
const MAX_STDIN = 16 * 1024 * 1024;

/** The parameters with kinds inferred where there is no manifest, variables expanded, and defaults set. */
export function planParameters(
  spec: Pick<ToolSpec, "parameters" | "stdin">,
  infer: boolean,
  host: Host,
): Parameter[] {
  return spec.parameters.map((p) => {
    const kind = infer ? inferredPathKind(p) : p.path;
    const separator = p.separator ?? (infer && kind && /_paths$/.test(p.name) ? "," : undefined);
    const relativeTo = p.relativeTo.flatMap((entry) => {
      if (!entry.startsWith("${")) return [entry];
      const expanded = expand(entry, host);
      return "value" in expanded ? [typedPath(expanded.value, host)] : [];
    });
    return {
      ...p,
      relativeTo,
      ...(kind && { path: kind }),
      ...(separator !== undefined && { separator }),
      ...(p.type === "string" && [spec.stdin].flat().includes(p.name) &&
        { maxLength: p.maxLength ?? MAX_STDIN }),
    };
  });
}
