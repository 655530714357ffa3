/**
 * The machine as the linter sees it: none. What a bundle declares is judged as written.
 *
 * @module
 */
import type { Host } from "../policy/host.ts";

/** A host without variables, home or files, so that a bundle's words make nothing be looked up. */
export const DECLARED_HOST: Host = {
  env: () => undefined,
  home: undefined,
  cwd: "/",
  realPath: (path) => path,
  isFolder: () => true,
};
