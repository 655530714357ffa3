/**
 * The `permissions` block of manifests and tools.
 *
 * @module
 */
import { defined } from "./defined.ts";
import { describe, quote } from "./describe.ts";
import { isVariableName } from "./environment_names.ts";
import { Mapping } from "./mapping.ts";
import { parseHost } from "./net_host.ts";
import type { HostPower, NetEntry, PermissionSet, RunEntry } from "./types.ts";
import { childPath } from "./yaml_walk.ts";

const KEYS = ["run", "env", "read", "write", "home", "net", "host"];
const HOST_POWERS: readonly HostPower[] = [
  "processes",
  "hardware",
  "display",
  "clipboard",
  "dialog",
];

/** A bare name or an absolute path, alone or as the default of a variable. */
const PROGRAM = /^(?:[A-Za-z0-9_][A-Za-z0-9_.+-]*|\/[^\s,*{}$]+)$/;
const VARIABLE_OR_PROGRAM = /^\$\{[A-Za-z_][A-Za-z0-9_]*(?::-([^}]*))?\}$/;
const PATH_START = /^(?:\/|~\/|\$\{[A-Za-z_][A-Za-z0-9_]*(?::-(?:\/[^}]*|~\/[^}]*))?\}(?:\/|$))/;

/**
 * Reads a `permissions` block. Faulty entries are reported and left out; an absent key stays
 * undefined, so that a tool can tell "as the bundle" from "none".
 */
export function parsePermissions(block: Mapping): PermissionSet {
  block.allow(KEYS);
  return defined({
    ...readRun(block),
    env: readEntries(block, "env", checkEnv),
    read: readEntries(block, "read", checkPath),
    write: readEntries(block, "write", checkPath),
    home: readEntries(block, "home", checkHome),
    net: readNet(block),
    host: readEntries(block, "host", checkPower) as HostPower[] | undefined,
  });
}

/** `any` stands alone: beside it every other entry would mean nothing. */
function readRun(block: Mapping): { run?: RunEntry[]; runAny?: boolean } {
  const value = block.raw("run");
  if (value === "any" || (Array.isArray(value) && value.length === 1 && value[0] === "any")) {
    return { runAny: true };
  }
  const items = block.list("run");
  if (items === undefined) return {};
  block.distinct("run");
  const run = items.flatMap((item, index) => {
    const path = childPath(block.at("run"), index);
    if (item === "any") {
      const message = `"any" stands among other programs`;
      block.report.value("permission-run", path, message, 'Write "run: any" or take "any" away');
    }
    return typeof item === "string"
      ? runName(block, path, item, false)
      : runMapping(block, path, item);
  });
  return { run };
}

function runMapping(block: Mapping, path: string, item: unknown): RunEntry[] {
  const entry = Mapping.of(block.report, path, item)?.allow(["name", "optional"]).require("name");
  const name = entry?.text("name");
  const optional = entry?.flag("optional") ?? false;
  return name === undefined ? [] : runName(block, entry!.at("name"), name, optional);
}

function runName(block: Mapping, path: string, program: string, optional: boolean): RunEntry[] {
  if (isRunnable(program)) return [{ program, optional }];
  const message = `${quote(program)} names no program`;
  block.report.value("permission-run", path, message);
  return [];
}

/** Whether a text names a program as `run` and `healthz` take it. */
export function isRunnable(text: string): boolean {
  const variable = VARIABLE_OR_PROGRAM.exec(text);
  const program = variable === null ? text : variable[1];
  if (program === undefined) return true;
  return PROGRAM.test(program) && !program.split("/").includes("..");
}

/** The problem of one entry: its rule and what is wrong with it, to follow the entry in quotes. */
type Fault = ["permission-env" | "permission-path" | "permission-home" | "permission-host", string];

function readEntries(
  block: Mapping,
  key: string,
  check: (text: string) => Fault | undefined,
): string[] | undefined {
  const items = block.list(key);
  block.distinct(key);
  return items?.filter((item, index): item is string => {
    const path = childPath(block.at(key), index);
    if (typeof item !== "string") {
      const message = `"${path}" must be a text, not ${describe(item)}`;
      block.report.value("wrong-type", path, message);
      return false;
    }
    const fault = check(item);
    if (fault !== undefined) block.report.value(fault[0], path, `${quote(item)} ${fault[1]}`);
    return fault === undefined;
  });
}

function checkEnv(name: string): Fault | undefined {
  return isVariableName(name) ? undefined : ["permission-env", "is no name of a variable"];
}

/** In `read` and `write`: every root of the server, those that are read-only as such. */
export const ROOTS_WORD = "roots";

function checkPath(path: string): Fault | undefined {
  if (path === ROOTS_WORD) return undefined;
  if (!PATH_START.test(path)) return ["permission-path", "is not absolute"];
  if (/^(\/+|~\/+)$/.test(path)) return ["permission-path", "is everything there is"];
  const rest = path.replace(PATH_START, "");
  const odd = oddity(path) ?? (rest.includes("${") ? "has a variable after its start" : undefined);
  return odd === undefined ? undefined : ["permission-path", odd];
}

function checkHome(path: string): Fault | undefined {
  if (/^[/~]/.test(path) || path.includes("${")) return ["permission-home", "is not relative"];
  if (path === "" || path.split("/").every((part) => part === "." || part === "")) {
    return ["permission-home", "is the whole home"];
  }
  const odd = oddity(path);
  return odd === undefined ? undefined : ["permission-home", odd];
}

/** Deno's flags split on commas, and no mount knows patterns. */
function oddity(path: string): string | undefined {
  if (path.split("/").includes("..")) return 'climbs with ".."';
  if (/[,\n\r]/.test(path)) return "holds a comma or a line break";
  return path.includes("*") ? 'holds "*", which is no pattern here' : undefined;
}

function checkPower(power: string): Fault | undefined {
  if (HOST_POWERS.includes(power as HostPower)) return undefined;
  return ["permission-host", "is no power of the host"];
}

/** `null` is none here, since `net:` with nothing after it reads as "no network". */
function readNet(block: Mapping): NetEntry[] | undefined {
  const value = block.raw("net");
  if (value === null) return [];
  if (value === "any") return [{ host: "any" }];
  const items = block.list("net");
  block.distinct("net");
  return items?.flatMap((item, index) => {
    const path = childPath(block.at("net"), index);
    if (typeof item !== "string") return netParam(block, path, item);
    const host = parseHost(item);
    if (!("rule" in host)) return [host];
    block.report.value(host.rule, path, `${quote(item)} ${host.message}`);
    return [];
  });
}

function netParam(block: Mapping, path: string, item: unknown): NetEntry[] {
  const entry = Mapping.of(block.report, path, item)?.allow(["fromParam"]).require("fromParam");
  const fromParam = entry?.text("fromParam");
  return fromParam === undefined ? [] : [{ fromParam }];
}
