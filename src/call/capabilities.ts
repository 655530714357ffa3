/**
 * Path arguments become capabilities: what the call names is what it reaches.
 *
 * Here paths are text; whether a path is what it claims to be is the launcher's decision,
 * by descriptor. No Deno permission is needed.
 *
 * @module
 */
import { cleanPath, unspeakable } from "../policy/paths.ts";
import { type Root, rootOf, throughAlias } from "../policy/roots.ts";
import type { Parameter, PathKind } from "../spec/types.ts";
import { quoteValue } from "./quote_value.ts";
import { type ArgumentValues, splitParts } from "./values.ts";

/** One path of one argument. */
export interface Capability {
  parameter: string;
  /** Which of the argument's paths. */
  part: number;
  kind: PathKind;
  path: string;
}

/** Where paths may point, and what `~` means. */
export interface Places {
  roots: readonly Root[];
  home?: string;
}

/** The call's paths, and its arguments with those paths in full. */
export type Resolved =
  | { ok: true; values: ArgumentValues; capabilities: Capability[] }
  | { ok: false; message: string };

/** Real paths that a launcher has found behind links, by `parameter#part`. */
export type RealPaths = ReadonlyMap<string, string>;

/** The key of one path in {@linkcode RealPaths}. */
export function partKey(parameter: string, part: number): string {
  return `${parameter}#${part}`;
}

/** Resolves every path argument. An empty string for a path is as good as none. */
export function resolvePaths(
  parameters: readonly Parameter[],
  given: ArgumentValues,
  places: Places,
  real: RealPaths = new Map(),
): Resolved {
  const values: ArgumentValues = { ...given };
  const capabilities: Capability[] = [];
  const faults: string[] = [];
  const done = new Set<string>();

  const resolve = (parameter: Parameter, chain: readonly string[]): void => {
    if (done.has(parameter.name)) return;
    done.add(parameter.name);
    const value = own(values, parameter.name);
    if (value === "" || value === undefined) {
      if (value === "") delete values[parameter.name];
      return;
    }
    const base = () => baseOf(parameter, [...chain, parameter.name]);
    const parts = partsOf(parameter, value).map((part, i) => {
      const path = real.get(partKey(parameter.name, i)) ?? absolute(part, parameter, base, places);
      if (typeof path !== "string") {
        faults.push(path.fault);
        return part;
      }
      const fault = refuse(path, parameter, places.roots) ?? splitFault(path, parameter);
      if (fault) faults.push(fault);
      else capabilities.push({ parameter: parameter.name, part: i, kind: parameter.path!, path });
      return path;
    });
    values[parameter.name] = Array.isArray(value) ? parts : parts.join(parameter.separator ?? "");
  };

  /** What a relative path is joined to: the first of `relativeTo` that is set. */
  const baseOf = (parameter: Parameter, chain: readonly string[]): string | undefined => {
    for (const entry of parameter.relativeTo) {
      if (entry.startsWith("/")) return entry;
      const other = parameters.find((p) => p.name === entry);
      if (!other || chain.includes(entry)) continue;
      if (other.path) resolve(other, chain);
      const value = own(values, entry);
      if (typeof value === "string" && value !== "") return value;
    }
    return places.roots[0]?.path;
  };

  for (const parameter of parameters) if (parameter.path) resolve(parameter, []);
  if (faults.length > 0) return { ok: false, message: faults.join("\n") };
  return { ok: true, values, capabilities };
}

/** An input may be called `constructor`. */
function own(values: ArgumentValues, name: string): ArgumentValues[string] | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

function partsOf(parameter: Parameter, value: ArgumentValues[string]): string[] {
  const parts = Array.isArray(value)
    ? value
    : parameter.separator === undefined
    ? [String(value)]
    : splitParts(String(value), parameter.separator);
  return parts.filter((p) => p !== "");
}

/** The tool splits its value again: a root or a link may bring the separator in. */
function splitFault(path: string, { name, separator }: Parameter): string | undefined {
  if (separator === undefined || !path.includes(separator)) return undefined;
  return `"${name}" is ${quoteValue(path)} in full, which the separator ${
    quoteValue(separator)
  } in it would split; use a folder without it`;
}

function absolute(
  part: string,
  parameter: Parameter,
  base: () => string | undefined,
  places: Places,
): string | { fault: string } {
  let path = part;
  if (path === "~" || path.startsWith("~/")) {
    if (places.home === undefined) {
      return {
        fault: `"${parameter.name}" is ${quoteValue(part)}, but the home folder is not known`,
      };
    }
    path = places.home + path.slice(1);
  }
  if (!path.startsWith("/")) {
    const folder = base();
    if (folder === undefined) {
      return {
        fault:
          `"${parameter.name}" is the relative path ${
            quoteValue(part)
          }, and there is no root to join it to; ` +
          `give an absolute path, and start the server with --root DIR`,
      };
    }
    path = `${folder}/${path}`;
  }
  return throughAlias(cleanPath(path), places.roots);
}

function refuse(path: string, parameter: Parameter, roots: readonly Root[]): string | undefined {
  if (path.includes("\0")) return unspeakable(path);
  const root = rootOf(path, roots);
  const shown = `"${parameter.name}" is ${quoteValue(path)}`;
  if (!root) {
    const folder = parameter.path!.endsWith("-dir") ? path : path.replace(/\/[^/]*$/, "") || "/";
    const list = roots.length === 0
      ? "there are none"
      : `they are ${roots.map((r) => quoteValue(r.path)).join(", ")}`;
    return `${shown}, which is outside the roots (${list}). To admit it, start the server with --root ${folder}`;
  }
  if (root.readOnly && parameter.path!.startsWith("write")) {
    return `${shown}, but the root ${
      quoteValue(root.path)
    } is read-only. To write there, start the server with ` +
      `--root ${root.path}`;
  }
  return undefined;
}
