/**
 * One declared value becomes a grant, or a dropped one with its reason.
 *
 * @module
 */
import type { Problem } from "../spec/problem.ts";
import { ROOTS_WORD } from "../spec/permissions.ts";
import { expand } from "./expand.ts";
import type { Grant, GrantKind, Origin, ToolGrants } from "./grant.ts";
import { type Host, typedPath } from "./host.ts";
import { cleanPath, isWithin, overlaps, realPathOfFuture, unspeakable } from "./paths.ts";
import { problemAt } from "./problem_at.ts";

/** The folders that no tool may write: the program, the launchers and state, and Deno. */
export interface OwnPlaces {
  program: string;
  base: string;
  deno: string;
}

/** Adds one grant after expansion, or records why it came to nothing. */
export function addGrant(
  grants: ToolGrants,
  kind: GrantKind,
  written: string,
  origin: Origin,
  host: Host,
  own: OwnPlaces,
  problems: Problem[],
  optional = false,
) {
  if ((kind === "read" || kind === "write") && written === ROOTS_WORD) {
    grants.grants.push({ kind, value: ROOTS_WORD, origin });
    return;
  }
  const expanded = kind === "env" || kind === "host" ? { value: written } : expand(written, host);
  const drop = (reason: string) => grants.dropped.push({ kind, written, origin, reason });
  if ("dropped" in expanded) return drop(expanded.dropped);
  let value = expanded.value;
  if (kind === "read" || kind === "write" || kind === "home") {
    if (kind === "home" && host.home === undefined) return drop("the home folder is not known");
    const typed = kind === "home" ? cleanPath(`${host.home}/${value}`) : typedPath(value, host);
    const real = kind === "write" ? futurePath(typed) : host.realPath(typed);
    if (real === undefined) return drop(`"${typed}" does not exist`);
    const why = unspeakable(real);
    if (why) return drop(`"${real}" cannot be used: ${why}`);
    const forbidden = forbiddenPath(kind, real, own);
    if (forbidden) {
      problems.push(problemAt("own-folders", origin, forbidden, "Grant a folder apart from it"));
      return drop(forbidden);
    }
    value = real;
  }
  if (kind === "net") {
    const host = hostOfUrl(value);
    if (host === undefined) return drop(`"${value}" names no host`);
    value = host;
  }
  const grant: Grant = {
    kind,
    value,
    origin,
    ...(value !== written && { written }),
    ...(optional && { optional }),
  };
  if (
    !grants.grants.some((g) =>
      g.kind === kind && g.value === value && g.origin.how === origin.how &&
      g.origin.line === origin.line
    )
  ) {
    grants.grants.push(grant);
  }
}

function futurePath(path: string): string | undefined {
  try {
    return realPathOfFuture(path);
  } catch {
    return undefined;
  }
}

function forbiddenPath(kind: GrantKind, real: string, own: OwnPlaces): string | undefined {
  if (overlaps(real, own.base)) {
    return `"${real}" and the server's launchers and state ("${own.base}") overlap`;
  }
  if (kind === "write" && (overlaps(real, own.program) || isWithin(own.deno, real))) {
    return `A tool could write over the server's own program or Deno through "${real}"`;
  }
  return undefined;
}

/** A variable may hold a URL where a host is meant: its host, with the port when it has one. */
function hostOfUrl(value: string): string | undefined {
  if (!value.includes("://")) return value;
  try {
    const url = new URL(value);
    return url.port ? `${url.hostname}:${url.port}` : url.hostname;
  } catch {
    return undefined;
  }
}
