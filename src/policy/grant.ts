/**
 * One privilege with its origin: the unit that everything in this room adds up.
 *
 * @module
 */

/** The kinds of privilege, as the manifest names them. */
export type GrantKind = "run" | "env" | "read" | "write" | "home" | "net" | "host";

/** Every kind, in the order in which they are shown. */
export const GRANT_KINDS: readonly GrantKind[] = [
  "run",
  "env",
  "read",
  "write",
  "home",
  "net",
  "host",
];

/** Why a grant exists. */
export interface Origin {
  /**
   * `declared` by the bundle's manifest or tool, `inferred` because there is no manifest,
   * given by the `operator` on the command line, or needed by the program `itself`.
   */
  how: "declared" | "inferred" | "operator" | "itself";
  /** The file that says so; for the operator the option. */
  file: string;
  /** Counts from 1; 0 for the command line. */
  line: number;
}

/** One privilege of one tool. */
export interface Grant {
  kind: GrantKind;
  /** Real path, program name, variable name, host: what is granted, expanded. */
  value: string;
  /** What the file says, where that differs (`${FFMPEG_OUTPUT_DIR}`). */
  written?: string;
  origin: Origin;
  /** A program whose absence is no fault. */
  optional?: boolean;
}

/** A grant that came to nothing, and why: shown by `--explain`. */
export interface DroppedGrant {
  kind: GrantKind;
  written: string;
  origin: Origin;
  reason: string;
}

/** Everything that one tool may do, apart from what its arguments will name. */
export interface ToolGrants {
  bundle: string;
  tool: string;
  grants: Grant[];
  dropped: DroppedGrant[];
  /** `run: any`. */
  runAny: boolean;
  /** Parameters whose URL's host becomes a capability of the call. */
  netFromParams: string[];
}

/** The values of one kind, in order, each once. */
export function valuesOf(grants: readonly Grant[], kind: GrantKind): string[] {
  return [...new Set(grants.filter((g) => g.kind === kind).map((g) => g.value))];
}

/** `file:line`, or the option on the command line. */
export function formatOrigin(origin: Origin): string {
  const where = origin.line > 0 ? `${origin.file}:${origin.line}` : origin.file;
  return origin.how === "declared" ? where : `${where} (${origin.how})`;
}
