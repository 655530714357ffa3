/**
 * What a tool's file may ask for and this version cannot do: such a tool is listed and refused,
 * since running it without what it asks for would do something else than it says.
 *
 * @module
 */
import type { ToolSpec } from "../spec/types.ts";
import type { Unavailable } from "./types.ts";

/** Why the tool cannot run in this version; undefined when it can. */
export function notBuilt(spec: Pick<ToolSpec, "program">): Unavailable | undefined {
  if (spec.program.kind === "builtin") {
    return {
      reason: "policy",
      message: `This version has no builtin "${spec.program.name}"`,
    };
  }
  return undefined;
}
