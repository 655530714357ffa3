/**
 * What a tool is: the shape of one validated YAML file.
 *
 * Everything to the right of `spec` (bundle, policy, sandbox, call, server) reads these
 * types and never the YAML. No Deno permission is needed.
 *
 * @module
 */

/** Any JSON value (RFC 8259). */
export type Json = null | boolean | number | string | Json[] | JsonObject;

/** A JSON object. */
export interface JsonObject {
  [name: string]: Json;
}

/** A place in a file. Line and column count from 1. */
export interface Position {
  line: number;
  column: number;
}

/** The types that a tool's input may have. An array's items are strings. */
export type ParameterType =
  | "string"
  | "number"
  | "integer"
  | "boolean"
  | "array";

/** What a path parameter lets the call do with the file or folder it names. */
export type PathKind = "read" | "write" | "read-dir" | "write-dir";

/** One input of a tool. */
export interface Parameter {
  name: string;
  type: ParameterType;
  /** From `description`, else from the `@param` line; never empty. */
  description: string;
  required: boolean;
  /** Set when the value is a path and with it a capability of the call. */
  path?: PathKind;
  /** Parameter names or `${ENV}`: what a relative path is joined to, first that is set. Empty: the first root. */
  relativeTo: string[];
  /** Set when one string holds several values. */
  separator?: string;
  enum?: (string | number | boolean)[];
  default?: string | number | boolean | string[];
  /** RE2 syntax, matches the whole value. */
  pattern?: string;
  /** RE2 syntax; a value that it matches as a whole is refused. */
  denyPattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  /** Whether a value rendered into argv may begin with `-`. */
  allowDashPrefix: boolean;
}

/** A script of the bundle, run by an interpreter or, without one, by its own shebang. */
export interface ScriptProgram {
  kind: "script";
  /** As written, relative to the bundle folder or the YAML's own folder. */
  path: string;
  interpreter?: string;
  /** May hold `{{param}}`; each element stays one argument. */
  args: string[];
}

/** One program with arguments that may hold `{{param}}`. */
export interface CommandProgram {
  kind: "command";
  executable: string;
  args: string[];
}

/** A strict `{param}` template (SPEC section 5); the first element is the program. */
export interface ArgvProgram {
  kind: "argv";
  argv: string[];
}

/** A tool that the server answers itself. */
export interface BuiltinProgram {
  kind: "builtin";
  name: string;
}

/** What a tool runs. */
export type Program =
  | ScriptProgram
  | CommandProgram
  | ArgvProgram
  | BuiltinProgram;

/** The shells that `execution.shell.name` may name. */
export type ShellName = "bash" | "zsh" | "sh" | "pwsh" | "cmd";

/** How the program is started: directly, or as one quoted line given to a shell. */
export interface Shell {
  mode: "direct" | "shell";
  name: ShellName;
  /** Beats the name. */
  path?: string;
  /** Undefined: the default of the shell (`-c` …). */
  args?: string[];
}

/** Where the child's variables come from. Order: fromRuntime, static, fromParams; the later wins. */
export interface EnvironmentSpec {
  /** Target name to source names of the server's environment: first that is set and not empty. */
  fromRuntime: Record<string, string[]>;
  /** May hold `{{param}}`. */
  static: Record<string, string>;
  /** Target name to parameter name. */
  fromParams: Record<string, string>;
}

/** One platform that a tool was made for. Metadata, never a gate. */
export interface CompatibilityTarget {
  os: string;
  kernel: string;
  arch: string;
  support?: "tested" | "declared";
  notes?: string;
}

/** Hints for clients (MCP 2025-11-25, schema `ToolAnnotations`). All four are always set. */
export interface Annotations {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}

/** One entry of `run`. */
export interface RunEntry {
  /** A program's name or absolute path, after `${NAME:-default}` was left as written. */
  program: string;
  /** Absent programs that are optional fail no healthz. */
  optional: boolean;
}

/** One entry of `net` as written, or the parameter whose host becomes a capability. */
export type NetEntry = { host: string } | { fromParam: string };

/** What of the host a tool may see beyond files: each named, none by default. */
export type HostPower =
  | "processes"
  | "hardware"
  | "display"
  | "clipboard"
  | "dialog";

/**
 * A `permissions:` block. An absent key is undefined: in a manifest it means none, in a
 * tool it means "what the bundle has".
 */
export interface PermissionSet {
  run?: RunEntry[];
  /** `run: any`: every program of the host, read-only. */
  runAny?: boolean;
  env?: string[];
  read?: string[];
  write?: string[];
  home?: string[];
  net?: NetEntry[];
  host?: HostPower[];
}

/** How a tool of a configuration file answers (`--config`): its texts and its folders. */
export interface WrapResults {
  /** The name in the file. */
  tool: string;
  /** The name of the file's server. */
  server: string;
  /** Bytes of stdout that an answer holds. */
  inlineBytes: number;
  outputMode: "inline" | "file";
  onLarge: "truncate" | "file";
  /** Absolute; undefined: a folder of the user's cache. */
  folder?: string;
  job: boolean;
}

/** One validated YAML file. */
export interface ToolSpec {
  /** `<server>__<action>`. */
  name: string;
  /** Served under `--bare-names`. */
  bareName: string;
  title?: string;
  /** The text of the TSDoc block, without comment marks. */
  description: string;
  annotations: Annotations;
  parameters: Parameter[];
  /** The `tool.output` schema as written; `{}` when absent. */
  output: JsonObject;
  program: Program;
  /** The function of the server that answers the tool; it may run {@linkcode program}, where that is one. */
  builtin?: string;
  /** The parameter that becomes the child's stdin; of several, one JSON object with those that were given. */
  stdin?: string | string[];
  shell: Shell;
  env: EnvironmentSpec;
  compatibility: CompatibilityTarget[];
  workingDirectory?: string;
  /** Milliseconds; undefined only for async tools that said `none`. */
  timeoutMs?: number;
  /** Bytes per stream. */
  maxOutputBytes: number;
  taskMode: "sync" | "async";
  /** Exit codes that are answers, with their meaning. */
  exitCodes: Record<string, string>;
  outputMode: "text" | "json" | "base64";
  confirm?: "human";
  progress: boolean;
  permissions?: PermissionSet;
  /** Set for tools that answer as cli-wrap does. */
  results?: WrapResults;
  /** The name that clients see, whatever `--bare-names` says. */
  served?: string;
  /** The YAML file, as it was named to the parser. */
  file: string;
  /** Where each field stands, by dotted path (`execution.env.fromRuntime.TOOL_X`, `tool.input.properties.url`, list items as `permissions.run.0`). */
  positions: Record<string, Position>;
}
