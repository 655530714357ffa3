/**
 * The first line of every file.
 *
 * @module
 */
import { describe } from "./describe.ts";
import type { Mapping } from "./mapping.ts";

/** Reports an `apiVersion` that is absent or not `v1`. */
export function checkApiVersion(root: Mapping) {
  const version = root.require("apiVersion").raw("apiVersion");
  if (!root.has("apiVersion") || version === "v1") return;
  root.report.value(
    "api-version",
    "apiVersion",
    `"apiVersion" must be "v1", not ${describe(version)}`,
  );
}
