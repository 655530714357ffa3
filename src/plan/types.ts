/**
 * The plan: everything that `start` derived and `serve` reads. `serve` derives nothing.
 *
 * A room of its own between sandbox and call: it joins bundle, policy and sandbox, and the
 * two rooms to its right read nothing else of them.
 *
 * @module
 */
import type { Limits } from "../bundle/types.ts";
import type { ToolGrants } from "../policy/grant.ts";
import type { Root } from "../policy/roots.ts";
import type { FixedMount } from "../sandbox/confinement.ts";
import type { Problem } from "../spec/problem.ts";
import type { Annotations, JsonObject, Parameter, WrapResults } from "../spec/types.ts";

/** The fences that this server can use, strongest first. */
export type TierName = "bwrap" | "landlock" | "seatbelt" | "none";

/** The user and group that a launcher runs with, when root started the server. */
export interface Owner {
  uid: number;
  gid: number;
}

/** A root with the owner of its folder. */
export interface PlanRoot extends Root {
  owner?: Owner;
}

/** A fixed mount with the owner of its folder. */
export interface PlanMount extends FixedMount {
  owner?: Owner;
}

/** How one slot of the target is filled at call time. */
export type Slot =
  | { kind: "template"; text: string }
  | { kind: "argv"; element: string }
  | { kind: "line"; quoting: "pwsh" | "cmd"; elements: string[] };

/** What a tool runs without a launcher, under `--sandbox off`. */
export interface DirectTarget {
  program: string;
  /** Words of the command line; `null` stands for the next slot. */
  words: (string | null)[];
}

/** The network of one tool. */
export interface PlanNet {
  /** Entries of `net`, as declared. */
  hosts: string[];
  /** Parameters whose URL's host the call may reach. */
  fromParams: string[];
  /** The proxy's socket, below the state folder. */
  socket: string;
}

/** Why a tool is listed but cannot run. */
export interface Unavailable {
  reason: "spawn" | "policy" | "sandbox";
  message: string;
}

/** What calls of one user differ in, where root started the server. */
export interface ForUser {
  launcher?: string;
  jobLauncher?: string;
  unavailable?: Unavailable;
}

/** One tool, ready to be called. */
export interface PlanTool {
  /** The name that clients see. */
  name: string;
  /** The name in the YAML. */
  specName: string;
  bundle: string;
  file: string;
  title?: string;
  description: string;
  annotations: Annotations;
  inputSchema: JsonObject;
  /** Only for sync `output: json` tools. */
  outputSchema?: JsonObject;
  /** Whether `__mcp_response_mode` is an input. */
  responseMode: boolean;
  /** As in the spec; `relativeTo` holds input names and absolute folders, variables expanded. */
  parameters: Parameter[];
  /** The function of the server that answers the tool. */
  builtin?: string;
  /** Whether clients are not shown it. */
  hidden?: boolean;
  /** Absolute path; undefined without a sandbox and for tools without a program. */
  launcher?: string;
  /** The launcher of calls that outlive the server; only for async tools whose tier can. */
  jobLauncher?: string;
  /** By uid, where not all users who may run the tool can reach the same programs. */
  users?: Record<string, ForUser>;
  direct?: DirectTarget;
  /** What the record shows as `command`, before the slots are filled. */
  display: (string | null)[];
  slots: Slot[];
  /** The parameter that is the child's stdin; of several, one JSON object with those that were given. */
  stdin?: string | string[];
  env: {
    /** Values for names that a call may leave out. */
    defaults: Record<string, string>;
    fromRuntime: Record<string, string[]>;
    /** Only those with templates; the others stand in the launcher. */
    static: Record<string, string>;
    fromParams: Record<string, string>;
    /** Fixed values, for tools without a launcher. */
    fixed: Record<string, string>;
  };
  fixed: PlanMount[];
  /** Undefined: no network at all. */
  net?: PlanNet;
  workingDirectory: string;
  timeoutMs?: number;
  maxOutputBytes: number;
  taskMode: "sync" | "async";
  exitCodes: Record<string, string>;
  outputMode: "text" | "json" | "base64";
  /** Set for tools that answer as cli-wrap does; the folder is real. */
  results?: WrapResults & { folder: string };
  confirm?: "human";
  progress: boolean;
  limits: Limits;
  /** Whether calls get a folder for files that outlive them. */
  resultFolder: boolean;
  /** Said in failed calls: what the tool may miss. */
  hints: string[];
  unavailable?: Unavailable;
  /** For healthz: programs that the bundle needs and that are not there. */
  unhealthy?: string;
}

/** Whether calls of the tool can be tasks: those that a function of the server answers cannot. */
export function isAsync(tool: Pick<PlanTool, "taskMode" | "builtin">): boolean {
  return tool.taskMode === "async" && tool.builtin === undefined;
}

/** What `start` derived. */
export interface Plan {
  version: 1;
  /** The version of this program; another one does not read the plan. */
  program: string;
  server: {
    name: string;
    version: string;
    logLevel: "debug" | "info" | "warning" | "error";
    bareNames: boolean;
    /** What a client is told at the start. */
    instructions?: string;
    maxConcurrentTasks?: number;
  };
  /** Undefined: stdio. */
  http?: PlanHttp;
  /** This plan's own folder, named by the plan's digest. */
  folder: string;
  /** The only folder that the server writes. */
  stateFolder: string;
  /** `missing`: none works, and every tool that runs a program is refused. */
  tier: { name: TierName | "missing"; detail: string };
  /** The launcher that signals jobs; only where there are job launchers. */
  killLauncher?: string;
  /** The launcher that reads output files in roots; only where a tool writes such. */
  readLauncher?: string;
  /** The launcher that asks who has a file open; only where a tool asks for it and lsof is there. */
  lockersLauncher?: string;
  /** The launcher that copies output into folders of the user; only where a configuration's tools do. */
  keepLauncher?: string;
  /** Whether root started it: launchers then run as the owner of the call's root. */
  asRoot: boolean;
  roots: PlanRoot[];
  /** What `~` means in a path argument. */
  home?: string;
  tools: PlanTool[];
  grants: ToolGrants[];
  /** The operator's own proxy (`HTTPS_PROXY`): the variable to read it from, and its host and port. */
  upstream?: { variable: string; host: string; port: number };
  /** Variables of the environment that the server may read. */
  env: string[];
  /** Patterns of tools that need no person (`--approve`). */
  approved: string[];
  /** Faults found in bundles; for stderr and `doctor`. */
  problems: Problem[];
  notices: string[];
  /** Paths of the plan's files below its folder, with the SHA-256 of their text before placing. */
  files: Record<string, string>;
}

/** Where the server listens for HTTP. */
export interface PlanHttp {
  hostname: string;
  port: number;
  path: string;
  /** The file with the tokens of callers; undefined: everybody on this machine may call. */
  tokenFile?: string;
}
