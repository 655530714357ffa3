/**
 * What a tool's file may ask for and does not get: such a tool is listed and refused, since
 * running it without what it asks for would do something else than it says.
 *
 * @module
 */
import type { ToolSpec } from "../spec/types.ts";
import type { Unavailable } from "./types.ts";

/**
 * Why the tool cannot run; undefined when it can. Functions of the server see its state and
 * every caller's tasks, so that only the program's own bundles may name them.
 *
 * @param shipped Whether the tool's bundle came with the program
 */
export function notBuilt(
  spec: Pick<ToolSpec, "builtin">,
  shipped: boolean,
): Unavailable | undefined {
  if (spec.builtin === undefined || shipped) return undefined;
  return {
    reason: "policy",
    message: `The builtin "${spec.builtin}" is for the bundles that come with the program; ` +
      `use a script instead`,
  };
}
