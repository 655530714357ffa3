/** Parts of a plan for tests. */
import { DEFAULT_LIMITS } from "../../src/bundle/types.ts";
import type { Outcome } from "../../src/call/outcome.ts";
import type { Plan, PlanTool } from "../../src/plan/types.ts";

/** A tool that runs `/usr/bin/prog`, with these fields of its own. */
export function planTool(fields: Partial<PlanTool> = {}): PlanTool {
  return {
    name: "demo__run",
    specName: "demo__run",
    bundle: "demo",
    file: "/bundles/demo/spec_yaml/demo__run.yaml",
    description: "A tool.",
    annotations: {
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
    inputSchema: { type: "object" },
    responseMode: true,
    parameters: [],
    launcher: "/plan/launch/demo__run",
    display: ["/usr/bin/prog"],
    slots: [],
    env: { defaults: {}, fromRuntime: {}, static: {}, fromParams: {}, fixed: {} },
    fixed: [],
    workingDirectory: "/tmp",
    timeoutMs: 1000,
    maxOutputBytes: 1000,
    taskMode: "sync",
    exitCodes: {},
    outputMode: "text",
    progress: false,
    limits: DEFAULT_LIMITS,
    resultFolder: false,
    hints: [],
    ...fields,
  };
}

/** A plan without tools, with these fields of its own. */
export function plan(fields: Partial<Plan> = {}): Plan {
  return {
    version: 1,
    program: "1.0.0",
    server: { name: "test", version: "1.0.0", logLevel: "info", bareNames: false },
    folder: "/plan",
    stateFolder: "/state",
    tier: { name: "bwrap", detail: "" },
    asRoot: false,
    roots: [],
    tools: [],
    grants: [],
    approved: [],
    env: [],
    problems: [],
    notices: [],
    files: {},
    ...fields,
  };
}

/** An outcome of a good call, with these fields of its own. */
export function outcome(fields: Partial<Outcome> = {}): Outcome {
  return {
    status: "success",
    reason: "exit",
    exitCode: 0,
    signal: null,
    timedOut: false,
    stdout: { text: "", truncated: false, bytesSeen: 0, overSpillLimit: false },
    stderr: { text: "", truncated: false, bytesSeen: 0, overSpillLimit: false },
    command: "prog",
    executionTimeMs: 5,
    tool: "demo__run",
    sandbox: "bwrap",
    outputFiles: [],
    ...fields,
  };
}
