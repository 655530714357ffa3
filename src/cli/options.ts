/**
 * The options of every command, from the command line, then from variables, then defaults.
 *
 * @module
 */
import { parseArgs } from "@std/cli";
import { GRANT_KINDS, type GrantKind } from "../policy/grant.ts";
import type { OperatorGrant } from "../policy/derive.ts";
import { nearest } from "../spec/nearest.ts";
import { CLIENT_NAMES } from "./clients.ts";
import { DEFAULT_SPEC_DIR, OPTIONS } from "./option_table.ts";
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
  /** Configurations of cli-wrap, as they were typed. */
  configs: string[];
  /** Only for `convert`. */
  out: string | undefined;
  /** Whether the tools of configurations run as cli-wrap runs them. */
  inheritHost: boolean;
  roots: { value: string; from: string }[];
  grants: OperatorGrant[];
  sandbox: "auto" | "required" | "off";
  stateDir: string | undefined;
  approve: string[];
  logLevel: "debug" | "info" | "warning" | "error";
  /** Only for `start`. */
  watch: boolean;
  bareNames: boolean;
  maxConcurrentTasks: number | undefined;
  serverName: string;
  serverVersion: string;
  /** Only for `doctor`: try to get out, instead of looking. */
  attack: boolean;
  /** Print JSON; for commands with formats the same as `--format json`. */
  json: boolean;
  /** Only for `lint`. */
  fix: boolean;
  /** Only for `new`: print how bundles are written. */
  guide: boolean;
  /** Only for `permissions` and `lint`. */
  format: string | undefined;
  /** Only for what loads bundles: whether a bundle that no lock knows is refused. */
  locked: boolean;
  explain: boolean;
  /** Only for `permissions`: a page instead of text. */
  html: boolean;
  write: boolean;
  /** Only for `install` and `uninstall`. */
  client: string | undefined;
  clientFile: string | undefined;
  /** Only for `install`: `NAME=VALUE`, or the name of a variable that is set. */
  env: string[];
  /** Only for `install` and `uninstall`: ask nobody. */
  yes: boolean;
  /** What is left: a command's own words. */
  rest: string[];
}

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
    const name = unknown[0]!.replace(/=.*$/s, "");
    const near = nearest(name.replace(/^-+/, ""), OPTIONS.map((o) => o.name));
    throw new UsageError(
      `Unknown option "${name}"; ${near ? `did you mean "--${near}"?` : `see "help"`}`,
    );
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
      throw new UsageError(
        `--${name} is "${value}", but must be one of ${values.filter((v) => v !== "").join(", ")}`,
      );
    }
    return value as T;
  };
  const bundles = list(parsed["bundle"], env("SHELL_AS_MCP_BUNDLES"), ",");
  const configs = list(parsed["config"], undefined, ",").map((c) => c.value);
  const inheritHost = choice("inherit", ["", "host"], "") === "host";
  if (inheritHost && (configs.length === 0 || bundles.length > 0)) {
    throw new UsageError("--inherit host is for --config alone, without --bundle");
  }
  return {
    transport: choice("transport", ["stdio", "streamable-http"], "stdio"),
    host: text("host") ?? "127.0.0.1",
    port: positive("port", text("port"), 65535) ?? 3001,
    httpPath: (text("http-path") ?? "/mcp").replace(/^\/*/, "/"),
    authTokenFile: text("auth-token-file"),
    specDir: text("spec-dir") ?? DEFAULT_SPEC_DIR,
    bundles: bundles.length > 0 ? bundles.map((b) => b.value) : undefined,
    configs,
    inheritHost,
    out: text("out"),
    roots: list(parsed["root"], env("SHELL_AS_MCP_ROOTS"), ":").map(({ value, given }) => ({
      value,
      from: given ? `--root ${value}` : "SHELL_AS_MCP_ROOTS",
    })),
    grants: list(parsed["grant"], env("SHELL_AS_MCP_GRANTS"), /\s+/).map((g) =>
      parseGrant(g.value)
    ),
    sandbox: inheritHost ? "off" : choice("sandbox", ["auto", "required", "off"], "auto"),
    stateDir: text("state-dir"),
    approve: list(parsed["approve"], undefined, ",").map((a) => a.value),
    logLevel: logLevel(text("log-level") ?? env("LOG_LEVEL")),
    watch: parsed["watch"] === true,
    bareNames: parsed["bare-names"] === true,
    maxConcurrentTasks: positive("max-concurrent-tasks", text("max-concurrent-tasks")),
    serverName: env("SHELL_AS_MCP_SERVER_NAME") ?? PROGRAM_NAME,
    serverVersion: env("SHELL_AS_MCP_SERVER_VERSION") ?? VERSION,
    attack: parsed["attack"] === true,
    json: parsed["json"] === true,
    fix: parsed["fix"] === true,
    guide: parsed["guide"] === true,
    format: (parsed["format"] as string | undefined) ?? (parsed["json"] ? "json" : undefined),
    locked: parsed["locked"] === true,
    explain: parsed["explain"] === true,
    html: parsed["html"] === true,
    write: parsed["write"] === true,
    client: parsed["client"] === undefined ? undefined : choice("client", CLIENT_NAMES, "json"),
    clientFile: parsed["client-file"] as string | undefined,
    env: list(parsed["env"], undefined, ",").map((e) => e.value),
    yes: parsed["yes"] === true,
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
