/** A host with the real file system and an environment of the test's own. */
import { type Host, thisHost } from "../../src/policy/host.ts";

export function hostWith(
  env: Record<string, string> = {},
  more: Partial<Pick<Host, "home" | "cwd">> = {},
): Host {
  return {
    ...thisHost(),
    home: "/home/somebody",
    cwd: "/",
    env: (name) => env[name],
    ...more,
  };
}
