/**
 * What a launcher holds fixed: everything about a tool's confinement that no call can change.
 *
 * @module
 */
import type { Limits } from "../bundle/types.ts";
import type { Root } from "../policy/roots.ts";

/** Files and folders that programs need in order to run, shown read-only. */
export interface SystemView {
  /** Same place inside and out; parents before what lies in them. */
  binds: string[];
  /** Symbolic links to make inside. */
  links: { link: string; target: string }[];
  /** Those of the binds, and files in them, that may be started; undefined: not known. */
  executables?: string[];
  /** The value of PATH inside. */
  searchPath?: string;
}

/** One word of the command line that the launcher starts. */
export type TargetWord = { text: string } | { slot: "one" | "many" };

/** A mount that every call may ask for by its number. */
export interface FixedMount {
  kind: "read" | "write-dir" | "home";
  /** Real path on the host. */
  source: string;
  /** Where it appears inside. */
  dest: string;
}

/** The confinement of one tool. */
export interface Confinement {
  tool: string;
  bundle: string;
  view: SystemView;
  /** Folders of the plan shown read-only at the same place: the bundle's files. */
  planFolders: string[];
  /** Files that stand for the host's in `/etc`: place inside to file in the plan. */
  etc: { dest: string; source: string }[];
  fixed: FixedMount[];
  roots: Root[];
  /** Names that stay read-only in every writable folder, where they exist. */
  protectedNames: readonly string[];
  /** Variables with fixed values. Whatever differs between calls comes as the launcher's own environment. */
  env: Record<string, string>;
  workingDirectory: string;
  limits: Limits;
  /** Wall-clock seconds until the fence itself ends the call; undefined: none. */
  wallSeconds?: number;
  target: TargetWord[];
  /** Exit codes after which staged files are put in place. 0 is always one. */
  goodExitCodes: number[];
  /** The folder below which `result` mounts lie; undefined: the tool gets none. */
  resultsFolder?: string;
  /** Whether the tool is told, in `TOOL_NEW_FOLDERS`, how many folders were made for its paths. */
  tellsNewFolders?: boolean;
  /** The system-call filter, as a file of the plan. */
  seccompFile: string;
  /** Where the Landlock tier makes the private folder of each call; bubblewrap needs none. */
  scratchFolder?: string;
  /** The way out to declared hosts; undefined: none. */
  net?: {
    /** The proxy's socket on the host. */
    socket: string;
    /** The relay's script, as a file of the plan, and its interpreter. */
    relay: string;
    perl: string;
  };
}

/** The programs outside the sandbox that a launcher starts itself, by absolute path. */
export interface LauncherPrograms {
  bash: string;
  bwrap: string;
  cp: string;
  /** Starts launchers faster than env(1); not on every system. */
  dash?: string;
  env: string;
  mkdir: string;
  mktemp: string;
  mv: string;
  prlimit: string;
  readlink: string;
  rm: string;
  rmdir: string;
  setpriv: string;
  timeout: string;
  /** Only for tools with a network. */
  perl?: string;
}

/** The names in {@linkcode LauncherPrograms}. */
export const LAUNCHER_PROGRAMS: readonly (keyof LauncherPrograms)[] = [
  "bash",
  "bwrap",
  "cp",
  "dash",
  "env",
  "mkdir",
  "mktemp",
  "mv",
  "perl",
  "prlimit",
  "readlink",
  "rm",
  "rmdir",
  "setpriv",
  "timeout",
];

/** Why a launcher refused, as it says on stderr: `launcher: CODE INDEX`. */
export type RefusalCode =
  | "absent" // nothing there
  | "kind" // neither file nor folder, or the wrong one of the two
  | "denied" // the user who runs the tool may not open it
  | "outside" // not in a root
  | "readonly" // in a root that is read-only
  | "protected" // a name that runs code for others later, `.git` and the like
  | "moved" // a link led elsewhere in a root: the real path follows
  | "order" // mounts out of order: a fault of the caller
  | "words" // values do not fit the target: a fault of the caller
  | "setup"; // staging failed
