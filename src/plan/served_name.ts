/**
 * The name that clients see.
 *
 * Pure. @module
 */
import type { ToolSpec } from "../spec/types.ts";
import type { PlanTool } from "./types.ts";

/** Under bare names every bundle's healthz would be called the same: they are for `doctor` then. */
export function servedName(spec: ToolSpec, bareNames: boolean): Pick<PlanTool, "name" | "hidden"> {
  if (spec.served !== undefined) return { name: spec.served };
  // A job of a configuration is started under this name, and asked for under others.
  const start = spec.results?.job ? "_start" : "";
  if (!bareNames) return { name: spec.name + start };
  return spec.name.endsWith("__healthz") && spec.bareName === "healthz"
    ? { name: spec.name, hidden: true }
    : { name: spec.bareName + start };
}
