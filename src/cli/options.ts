/**
 * The options of every command, from the command line, then from variables, then defaults.
 *
 * @module
 */
import { parseArgs } from "@std/cli";
import { GRANT_KINDS, type GrantKind } from "../policy/grant.ts";
import type { OperatorGrant } from "../policy/derive.ts";
import { PROGRAM_NAME, VERSION } from "../version.ts";

/** A wrong command line: the message is for people. */
export class UsageError extends Error {
  override name = "UsageError";
}

/** Reads one variable; an empty one counts as unset. */
export type ReadEnv = (name: string) => string | undefined;

/** What the operator asked for. */
export interface Options {
  transport: "stdio" | "streamable-http";
  host: string;
  port: number;
  httpPath: string;
  authTokenFile: string | undefined;
  specDir: string;
  bundles: string[] | undefined;
  roots: { value: string; from: string }[];
  grants: OperatorGrant[];
  sandbox: "auto" | "required" | "off";
  stateDir: string | undefined;
  approve: string[];
  logLevel: "debug" | "info" | "warning" | "error";
  bareNames: boolean;
  maxConcurrentTasks: number | undefined;
  serverName: string;
  serverVersion: string;
  /** Only for `lint`. */
  fix: boolean;
  /** Only for `permissions` and `lint`. */
  format: string | undefined;
  /** Only for what loads bundles: whether a bundle that no lock knows is refused. */
  locked: boolean;
  explain: boolean;
  write: boolean;
  /** What is left: a command's own words. */
  rest: string[];
}

/** One option of the command line, for parsing and for the reference. */
export interface OptionInfo {
  name: string;
  value?: string;
  variable?: string;
  repeatable?: boolean;
  default?: string;
  text: string;
}

/** The overlay that need not be there. */
export const DEFAULT_SPEC_DIR = "./shell_as_mcp_defs";

/** Every option, in the order of the reference. */
export const OPTIONS: readonly OptionInfo[] = [
  {
    name: "transport",
    value: "stdio|streamable-http",
    variable: "SHELL_AS_MCP_TRANSPORT",
    default: "stdio",
    text: "How clients connect.",
  },
  {
    name: "host",
    value: "ADDRESS",
    variable: "SHELL_AS_MCP_HTTP_HOST",
    default: "127.0.0.1",
    text: "Where HTTP listens. Another address than this machine's own needs --auth-token-file.",
  },
  {
    name: "port",
    value: "N",
    variable: "SHELL_AS_MCP_HTTP_PORT",
    default: "3001",
    text: "The port of HTTP.",
  },
  {
    name: "http-path",
    value: "PATH",
    variable: "SHELL_AS_MCP_HTTP_PATH",
    default: "/mcp",
    text: "The path of the endpoint.",
  },
  {
    name: "auth-token-file",
    value: "FILE",
    text: "HTTP: a file of mode 0600 with one NAME:TOKEN a line; callers must show one.",
  },
  {
    name: "spec-dir",
    value: "DIR",
    variable: "SHELL_AS_MCP_SPEC_DIR",
    default: DEFAULT_SPEC_DIR,
    text: "A folder of bundles laid over the shipped ones; may be missing.",
  },
  {
    name: "bundle",
    value: "NAME",
    variable: "SHELL_AS_MCP_BUNDLES",
    repeatable: true,
    default: "those whose manifest says default: true",
    text: "Load this bundle; the variable takes several, separated by commas.",
  },
  {
    name: "root",
    value: "DIR[:ro]",
    variable: "SHELL_AS_MCP_ROOTS",
    repeatable: true,
    default: "the working directory, where that is safe",
    text:
      "A folder that path arguments may point into; the variable takes several, separated like PATH.",
  },
  {
    name: "grant",
    value: "BUNDLE:KIND=VALUE",
    variable: "SHELL_AS_MCP_GRANTS",
    repeatable: true,
    default: "none",
    text:
      "Widen one bundle by one run, env, read, write, home, net or host; the variable takes several, separated by spaces.",
  },
  {
    name: "sandbox",
    value: "auto|required|off",
    variable: "SHELL_AS_MCP_SANDBOX",
    default: "auto",
    text:
      "auto: the strongest fence that works. required: refuse to start without one. off: confine nothing.",
  },
  {
    name: "state-dir",
    value: "DIR",
    variable: "SHELL_AS_MCP_STATE_DIR",
    default: "$XDG_STATE_HOME/shell-as-mcp",
    text: "Where launchers, plans and state are kept.",
  },
  {
    name: "log-level",
    value: "debug|info|warning|error",
    variable: "SHELL_AS_MCP_LOG_LEVEL",
    default: "info",
    text: "What goes to stderr; LOG_LEVEL counts too.",
  },
  {
    name: "max-concurrent-tasks",
    value: "N",
    variable: "SHELL_AS_MCP_MAX_CONCURRENT_TASKS",
    default: "none",
    text: "How many async calls run at once.",
  },
  {
    name: "approve",
    value: "PATTERN",
    repeatable: true,
    text: "Run tools whose name matches without asking a person (confirm: human); * is any text.",
  },
  { name: "bare-names", text: "Serve tools under their bareName." },
  {
    name: "format",
    value: "NAME",
    default: "table, or text",
    text: "permissions: flags, json or table. lint: text, json, sarif or github.",
  },
  { name: "fix", text: "lint: mend what needs no judgement." },
  {
    name: "locked",
    text: "Refuse bundles that no bundles.lock.json knows; changed ones always are.",
  },
  { name: "explain", text: "permissions: name file and line behind every grant." },
  {
    name: "write",
    text: "permissions: write the launchers and the plan. infer: write the manifest.",
  },
];

const FLAGS = OPTIONS.filter((o) => o.value === undefined).map((o) => o.name);
const VALUES = OPTIONS.filter((o) => o.value !== undefined).map((o) => o.name);

/**
 * Parses a command's arguments.
 *
 * @param open Whether words that are no options of ours belong to the command (`call`)
 * @throws {UsageError}
 */
export function parseOptions(args: readonly string[], env: ReadEnv, open = false): Options {
  const unknown: string[] = [];
  const parsed = parseArgs(args, {
    string: VALUES,
    boolean: FLAGS,
    collect: OPTIONS.filter((o) => o.repeatable).map((o) => o.name),
    stopEarly: open,
    "--": false,
    unknown: (arg: string) => {
      if (!arg.startsWith("-")) return true;
      unknown.push(arg);
      return false;
    },
  });
  if (unknown.length > 0) {
    throw new UsageError(`Unknown option "${unknown[0]}"; see "help"`);
  }
  for (const name of VALUES) {
    const value = parsed[name];
    if (value === "" || (Array.isArray(value) && value.includes(""))) {
      throw new UsageError(`The option --${name} needs a value`);
    }
  }
  const text = (name: string) => {
    const info = OPTIONS.find((o) => o.name === name)!;
    return (parsed[name] as string | undefined) ?? (info.variable ? env(info.variable) : undefined);
  };
  const choice = <T extends string>(name: string, values: readonly T[], fallback: T): T => {
    const value = text(name);
    if (value === undefined) return fallback;
    if (!(values as readonly string[]).includes(value)) {
      throw new UsageError(`--${name} is "${value}", but must be one of ${values.join(", ")}`);
    }
    return value as T;
  };
  const bundles = list(parsed["bundle"], env("SHELL_AS_MCP_BUNDLES"), ",");
  return {
    transport: choice("transport", ["stdio", "streamable-http"], "stdio"),
    host: text("host") ?? "127.0.0.1",
    port: positive("port", text("port"), 65535) ?? 3001,
    httpPath: (text("http-path") ?? "/mcp").replace(/^\/*/, "/"),
    authTokenFile: text("auth-token-file"),
    specDir: text("spec-dir") ?? DEFAULT_SPEC_DIR,
    bundles: bundles.length > 0 ? bundles.map((b) => b.value) : undefined,
    roots: list(parsed["root"], env("SHELL_AS_MCP_ROOTS"), ":").map(({ value, given }) => ({
      value,
      from: given ? `--root ${value}` : "SHELL_AS_MCP_ROOTS",
    })),
    grants: list(parsed["grant"], env("SHELL_AS_MCP_GRANTS"), /\s+/).map((g) =>
      parseGrant(g.value)
    ),
    sandbox: choice("sandbox", ["auto", "required", "off"], "auto"),
    stateDir: text("state-dir"),
    approve: list(parsed["approve"], undefined, ",").map((a) => a.value),
    logLevel: logLevel(text("log-level") ?? env("LOG_LEVEL")),
    bareNames: parsed["bare-names"] === true,
    maxConcurrentTasks: positive("max-concurrent-tasks", text("max-concurrent-tasks")),
    serverName: env("SHELL_AS_MCP_SERVER_NAME") ?? PROGRAM_NAME,
    serverVersion: env("SHELL_AS_MCP_SERVER_VERSION") ?? VERSION,
    fix: parsed["fix"] === true,
    format: parsed["format"] as string | undefined,
    locked: parsed["locked"] === true,
    explain: parsed["explain"] === true,
    write: parsed["write"] === true,
    rest: parsed._.map(String),
  };
}

function list(
  given: unknown,
  variable: string | undefined,
  separator: string | RegExp,
): { value: string; given: boolean }[] {
  if (Array.isArray(given) && given.length > 0) {
    return given.map((value: string) => ({ value, given: true }));
  }
  // `DIR:ro` holds the separator of the list of roots.
  const parts = (variable ?? "").split(separator).map((p) => p.trim());
  const values: string[] = [];
  for (const part of parts) {
    if (part === "ro" && separator === ":" && values.length > 0) values.push(`${values.pop()}:ro`);
    else if (part !== "") values.push(part);
  }
  return values.map((value) => ({ value, given: false }));
}

function parseGrant(text: string): OperatorGrant {
  const match = /^([^:]+):([a-z]+)=(.+)$/s.exec(text);
  const kind = match?.[2];
  if (!match || !GRANT_KINDS.includes(kind as GrantKind)) {
    throw new UsageError(
      `--grant is "${text}", but must be BUNDLE:KIND=VALUE with a kind of ${
        GRANT_KINDS.join(", ")
      }`,
    );
  }
  return { bundle: match[1]!, kind: kind as GrantKind, value: match[3]! };
}

function logLevel(value: string | undefined): Options["logLevel"] {
  const level = value?.toLowerCase() === "warn" ? "warning" : value?.toLowerCase();
  if (level === undefined) return "info";
  if (level === "debug" || level === "info" || level === "warning" || level === "error") {
    return level;
  }
  throw new UsageError(
    `--log-level is "${value}", but must be one of debug, info, warning, error`,
  );
}

function positive(name: string, value: string | undefined, most = 100_000): number | undefined {
  if (value === undefined) return undefined;
  const number = Number(value);
  if (!/^[0-9]+$/.test(value) || number < 1 || number > most) {
    throw new UsageError(`--${name} is "${value}", but must be a whole number from 1 to ${most}`);
  }
  return number;
}
