/**
 * Puts a server into the text of a client's configuration, and takes it out again: what else
 * stands there stays. Pure.
 *
 * @module
 */
import type { JsonObject } from "../spec/types.ts";
import type { ClientInfo } from "./clients.ts";

/** A configuration that cannot be merged: the message says why. */
export class MergeError extends Error {
  override name = "MergeError";
}

type Holder = ClientInfo["holder"];

/** The text with the server in it, in place of one of that name. */
export function withServer(text: string, holder: Holder, name: string, entry: JsonObject): string {
  if (holder.format === "toml") {
    const rest = withoutTables(text, holder.key, name).text.trimEnd();
    return `${rest === "" ? "" : `${rest}\n\n`}${tomlTable(holder.key, name, entry)}`;
  }
  const root = readJson(text);
  const servers = serversOf(root, holder.key) ?? {};
  return printJson({ ...root, [holder.key]: { ...servers, [name]: entry } }, text);
}

/** The text without the server, or undefined when it is not there. */
export function withoutServer(text: string, holder: Holder, name: string): string | undefined {
  if (holder.format === "toml") {
    const { text: rest, found } = withoutTables(text, holder.key, name);
    return found ? rest : undefined;
  }
  const root = readJson(text);
  const servers = serversOf(root, holder.key);
  if (!servers || !Object.hasOwn(servers, name)) return undefined;
  const { [name]: _, ...others } = servers;
  return printJson({ ...root, [holder.key]: others }, text);
}

/** Whether a server of that name is there. */
export function hasServer(text: string, holder: Holder, name: string): boolean {
  return withoutServer(text, holder, name) !== undefined;
}

function readJson(text: string): JsonObject {
  if (text.trim() === "") return {};
  let root: unknown;
  try {
    root = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch (error) {
    throw new MergeError(
      `It is no plain JSON (${(error as Error).message}); comments would be lost`,
    );
  }
  if (typeof root !== "object" || root === null || Array.isArray(root)) {
    throw new MergeError("It holds no JSON object");
  }
  return root as JsonObject;
}

function serversOf(root: JsonObject, key: string): JsonObject | undefined {
  const servers = root[key];
  if (servers === undefined) return undefined;
  if (typeof servers !== "object" || servers === null || Array.isArray(servers)) {
    throw new MergeError(`"${key}" in it is no object`);
  }
  return servers;
}

/** With the indentation that the file had. */
function printJson(root: JsonObject, before: string): string {
  const indent = /^[ \t]+(?=")/m.exec(before)?.[0] ?? "  ";
  return `${JSON.stringify(root, null, indent)}\n`;
}

function tomlTable(key: string, name: string, { env, ...entry }: JsonObject): string {
  const table = `${key}.${tomlKey(name)}`;
  const lines = (of: JsonObject) =>
    Object.entries(of).map(([k, v]) => `${tomlKey(k)} = ${tomlValue(v)}`);
  return [`[${table}]`, ...lines(entry), "", `[${table}.env]`, ...lines(env as JsonObject), ""]
    .join("\n");
}

function tomlKey(key: string): string {
  return /^[A-Za-z0-9_-]+$/.test(key) ? key : tomlValue(key);
}

/** A string or a list of strings: JSON's escapes are TOML's, but for DEL (TOML 1.0, "String"). */
function tomlValue(value: unknown): string {
  return JSON.stringify(value).replaceAll("\x7f", "\\u007F");
}

/** Takes out the tables `[key.name]` and `[key.name.…]`. */
function withoutTables(text: string, key: string, name: string): { text: string; found: boolean } {
  if (new RegExp(`^\\s*(${key}\\s*=|${key}\\.)`, "m").test(text)) {
    throw new MergeError(`It holds "${key}" as one value; write it as tables [${key}.NAME]`);
  }
  const own = [tomlKey(name), `"${name}"`, `'${name}'`].map((n) => `${key}.${n}`);
  let inside = false;
  let quotes: string | undefined;
  let found = false;
  const kept = text.split("\n").filter((line) => {
    // A line of a text over several lines is no header, whatever it looks like.
    const header = quotes === undefined ? /^\s*\[+\s*([^\]]+?)\s*\]/.exec(line)?.[1] : undefined;
    for (const [mark] of line.matchAll(/"""|'''/g)) {
      quotes = quotes === undefined ? mark : quotes === mark ? undefined : quotes;
    }
    if (header !== undefined) inside = own.some((o) => header === o || header.startsWith(`${o}.`));
    found ||= inside;
    return !inside;
  });
  return { text: kept.join("\n"), found };
}
