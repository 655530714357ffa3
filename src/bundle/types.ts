/**
 * What a bundle is: a folder with a manifest, tool specs, scripts and prompts.
 *
 * @module
 */
import type { PermissionSet, Position, ToolSpec } from "../spec/types.ts";
import type { Problem } from "../spec/problem.ts";

/** Limits of one call. Sizes in MiB (2^20 bytes). */
export interface Limits {
  /** Data segment of each process (RLIMIT_DATA, getrlimit(2)). */
  memoryMb: number;
  /** Processes and threads of the call (RLIMIT_NPROC). */
  pids: number;
  /** CPU seconds of each process (RLIMIT_CPU). */
  cpuSeconds: number;
  /** Largest file that the call may write (RLIMIT_FSIZE). */
  fileMb: number;
  /** Size of the private `/tmp`, which holds the private home. */
  tmpMb: number;
  /** How much of one output stream is kept in a file once it outgrew the answer. */
  spillMb: number;
}

/** The limits of a bundle that states none. */
export const DEFAULT_LIMITS: Limits = {
  memoryMb: 2048,
  pids: 64,
  cpuSeconds: 600,
  fileMb: 4096,
  tmpMb: 256,
  spillMb: 4096,
};

/** One validated `bundle.yaml`. */
export interface Manifest {
  name: string;
  version: string;
  description: string;
  /** Loaded without being asked for. */
  default: boolean;
  permissions: PermissionSet;
  /** Programs that `<server>__healthz` must find; undefined: the `run` entries that are not optional. */
  healthz?: string[];
  limits: Limits;
  /** Whether the bundle's tools are refused where no confinement works. */
  sandbox: "required" | "preferred";
  file: string;
  /** Where each field stands, by dotted path (`permissions.run.0`). */
  positions: Record<string, Position>;
}

/** One tool of a bundle with the folder that its paths resolve against. */
export interface BundleTool {
  spec: ToolSpec;
  /** For scripts: real absolute path, checked to lie in the bundle. */
  script?: string;
  /** For a script without `interpreter`: the programs of its `#!` line (`env`, `python3`). */
  shebang?: string[];
}

/** Where a bundle came from that is no folder. */
export interface ConfigSource {
  file: string;
  /** For clients, at the start of a session. */
  instructions?: string;
  /** Whether the tools have the working directory, wherever it is (`--inherit host`). */
  inherits: boolean;
}

/** One loaded bundle folder. */
export interface Bundle {
  /** The folder's name; the manifest's `bundle.name` must equal it. */
  name: string;
  /** Real absolute path of the folder. */
  folder: string;
  /** Absent: grants are inferred. */
  manifest?: Manifest;
  /** Set for the bundle of a configuration file: the manifest is made, and the rest inferred. */
  config?: ConfigSource;
  tools: BundleTool[];
  problems: Problem[];
}
