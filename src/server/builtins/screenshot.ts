/**
 * Answers `screenshot`: finds a place for the picture where the call names none.
 *
 * @module
 */
import { type Builtin, faultOf } from "./builtin.ts";

/** Runs the program for pictures, which prints the answer itself. */
export const screenshot: Builtin = async (call) => {
  const { plan, values } = call;
  const root = plan.roots.find((r) => !r.readOnly);
  if (values["output_path"] === undefined && !root) {
    return faultOf(call, "There is no root to write the picture into; give output_path");
  }
  const stamp = new Date().toISOString().replace(/[-:.]/g, "");
  const fallback = `${root?.path}/screenshot-${stamp}.png`;
  return await call.run({ output_path: fallback, ...values });
};
