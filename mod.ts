/**
 * shell-as-mcp as a library: load bundles, derive the allow-list, prepare launchers, call a
 * tool, create the server. The surplus check of the flags is the command line's.
 *
 * Each symbol's documentation names the Deno permissions that it needs.
 *
 * @module
 */
export * from "./src/spec/types.ts";
export { formatProblem, hasErrors, type Problem } from "./src/spec/problem.ts";
export { parseToolSpec } from "./src/spec/parse.ts";
export { parseManifest } from "./src/bundle/manifest.ts";
export { type BundleSource, loadBundle, loadBundles, type Loaded } from "./src/bundle/load.ts";
export * from "./src/bundle/types.ts";
export {
  type Derived,
  deriveGrants,
  type OperatorGrant,
  type OwnPlaces,
} from "./src/policy/derive.ts";
export * from "./src/policy/grant.ts";
export { type Host, thisHost } from "./src/policy/host.ts";
export { deriveRoots, type Root, type Roots } from "./src/policy/roots.ts";
export { findTier, type Tier } from "./src/plan/tier.ts";
export { type BuildInput, buildPlan, type Draft, placePlan } from "./src/plan/build.ts";
export { PlanError, readPlan } from "./src/plan/read.ts";
export { permissionFlags, type ServerPermissions, serverPermissions } from "./src/plan/flags.ts";
export * from "./src/plan/types.ts";
export {
  type CallOptions,
  type ListedTool,
  Registry,
  UnknownToolError,
} from "./src/server/registry.ts";
export { recordOf, recordText, type ToolResult } from "./src/server/record.ts";
export { serveStdio, type StdioOptions } from "./src/server/stdio.ts";
export { type Outcome, type Reason } from "./src/call/outcome.ts";
