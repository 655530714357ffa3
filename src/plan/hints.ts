/**
 * What failed calls of a tool say besides: what it may miss.
 *
 * Pure: no Deno permission is needed.
 *
 * @module
 */
import type { Bundle } from "../bundle/types.ts";
import type { Owner } from "./types.ts";

/**
 * The hints of one tool.
 *
 * @param leftOut Folders of `run: any` that are closed to the user
 */
export function hintsFor(
  bundle: Bundle,
  leftOut: readonly string[],
  user: Owner | undefined,
): string[] {
  const hints: string[] = [];
  if (leftOut.length > 0) {
    hints.push(
      `What lies below ${leftOut.map((path) => `"${path}"`).join(", ")} is left out: the user ` +
        `${user!.uid}, who runs the tool because root started the server, cannot pass there`,
    );
  }
  if (bundle.manifest === undefined) {
    hints.push(
      `The bundle "${bundle.name}" has no manifest: its grants are inferred, and it gets no network, home or fixed ` +
        `path. Write one with "infer"`,
    );
  }
  return hints;
}
