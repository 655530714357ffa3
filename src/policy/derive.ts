/**
 * From a bundle's declaration to the grants of one of its tools.
 *
 * Pure but for the {@linkcode Host} it is given. A tool's own `permissions` replace the
 * bundle's key by key (the loader has checked that they only narrow).
 *
 * @module
 */
import type { Bundle, BundleTool } from "../bundle/types.ts";
import type { Problem } from "../spec/problem.ts";
import type { PermissionSet, Position, ToolSpec } from "../spec/types.ts";
import { expand } from "./expand.ts";
import type { Grant, GrantKind, Origin, ToolGrants } from "./grant.ts";
import type { Host } from "./host.ts";
import { inferGrants } from "./infer.ts";
import { cleanPath, isWithin, overlaps, realPathOfFuture, unspeakable } from "./paths.ts";

/** A privilege that the operator added with `--grant BUNDLE:KIND=VALUE`. */
export interface OperatorGrant {
  bundle: string;
  kind: GrantKind;
  value: string;
}

/** The folders that no tool may write: the program, the launchers and state, and Deno. */
export interface OwnPlaces {
  program: string;
  base: string;
  deno: string;
}

/** What a tool may do, and what is wrong with its declaration. */
export interface Derived {
  grants: ToolGrants;
  problems: Problem[];
}

/** Derives the grants of one tool. */
export function deriveGrants(
  bundle: Bundle,
  tool: BundleTool,
  host: Host,
  own: OwnPlaces,
  operator: readonly OperatorGrant[] = [],
): Derived {
  const { spec } = tool;
  const grants: ToolGrants = {
    bundle: bundle.name,
    tool: spec.name,
    grants: [],
    dropped: [],
    runAny: false,
    netFromParams: [],
  };
  const problems: Problem[] = [];
  if (bundle.manifest) declared(bundle, spec, host, own, grants, problems);
  else inferGrants(tool, host, grants);
  for (const g of operator) {
    if (g.bundle !== bundle.name) continue;
    const origin: Origin = {
      how: "operator",
      file: `--grant ${g.bundle}:${g.kind}=${g.value}`,
      line: 0,
    };
    if (g.kind === "run" && g.value === "any") grants.runAny = true;
    else addGrant(grants, g.kind, g.value, origin, host, own, problems);
  }
  workingDirectory(spec, host, own, grants, problems);
  if (bundle.manifest) checkOwnNeeds(tool, grants, problems);
  return { grants, problems };
}

/** Adds the entries of the manifest, or of the tool where it has the key itself. */
function declared(
  bundle: Bundle,
  spec: ToolSpec,
  host: Host,
  own: OwnPlaces,
  grants: ToolGrants,
  problems: Problem[],
) {
  const manifest = bundle.manifest!;
  const sources = (key: keyof PermissionSet) =>
    spec.permissions?.[key] !== undefined
      ? {
        set: spec.permissions,
        file: spec.file,
        at: spec.positions,
        prefix: "execution.permissions",
      }
      : {
        set: manifest.permissions,
        file: manifest.file,
        at: manifest.positions,
        prefix: "permissions",
      };
  const origin = (s: ReturnType<typeof sources>, key: string, index?: number): Origin => ({
    how: "declared",
    file: s.file,
    line: lineOf(s.at, `${s.prefix}.${key}${index === undefined ? "" : `.${index}`}`),
  });

  const run = sources("run");
  for (const [i, entry] of (run.set.run ?? []).entries()) {
    const from = origin(run, "run", i);
    addGrant(grants, "run", entry.program, from, host, own, problems, entry.optional);
  }
  if (sources("runAny").set.runAny && run.set.run === undefined) {
    grants.runAny = true;
    grants.grants.push({ kind: "run", value: "any", origin: origin(sources("runAny"), "run") });
  }
  for (const kind of ["env", "read", "write", "home", "host"] as const) {
    const source = sources(kind);
    for (const [i, value] of (source.set[kind] ?? []).entries()) {
      addGrant(grants, kind, value, origin(source, kind, i), host, own, problems);
    }
  }
  const net = sources("net");
  for (const [i, entry] of (net.set.net ?? []).entries()) {
    const from = origin(net, "net", i);
    if ("host" in entry) addGrant(grants, "net", entry.host, from, host, own, problems);
    else if (spec.parameters.some((p) => p.name === entry.fromParam)) {
      grants.netFromParams.push(entry.fromParam);
      grants.grants.push({ kind: "net", value: `{${entry.fromParam}}`, origin: from });
    }
  }
}

/** Adds one grant after expansion, or records why it came to nothing. */
function addGrant(
  grants: ToolGrants,
  kind: GrantKind,
  written: string,
  origin: Origin,
  host: Host,
  own: OwnPlaces,
  problems: Problem[],
  optional = false,
) {
  const expanded = kind === "env" || kind === "host" ? { value: written } : expand(written, host);
  const drop = (reason: string) => grants.dropped.push({ kind, written, origin, reason });
  if ("dropped" in expanded) return drop(expanded.dropped);
  let value = expanded.value;
  if (kind === "read" || kind === "write" || kind === "home") {
    const typed = kind === "home" ? `${host.home ?? ""}/${value}` : value;
    if (kind === "home" && host.home === undefined) return drop("the home folder is not known");
    if (!typed.startsWith("/")) return drop(`"${typed}" is not an absolute path`);
    const real = kind === "write" ? futurePath(typed) : host.realPath(cleanPath(typed));
    if (real === undefined) return drop(`"${typed}" does not exist`);
    const why = unspeakable(real);
    if (why) return drop(`"${real}" cannot be used: ${why}`);
    const forbidden = forbiddenPath(kind, real, own);
    if (forbidden) {
      problems.push(problem("own-folders", origin, forbidden, "Grant a folder apart from it"));
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

/** An absolute working directory is a read-write grant, unless it lies in the private `/tmp`. */
function workingDirectory(
  spec: ToolSpec,
  host: Host,
  own: OwnPlaces,
  grants: ToolGrants,
  problems: Problem[],
) {
  const folder = spec.workingDirectory;
  if (folder === undefined || folder === "." || isWithin(cleanPath(folder), "/tmp")) return;
  const origin: Origin = {
    how: "declared",
    file: spec.file,
    line: lineOf(spec.positions, "execution.workingDirectory"),
  };
  addGrant(grants, "write", folder, origin, host, own, problems);
}

/** With a manifest, what the tool itself names must be declared: the manifest is what people read. */
function checkOwnNeeds(tool: BundleTool, grants: ToolGrants, problems: Problem[]) {
  const { spec } = tool;
  const has = (program: string) =>
    grants.runAny ||
    grants.grants.some((g) =>
      g.kind === "run" && (g.value === program || baseName(g.value) === baseName(program))
    );
  for (const { program, field } of programsOf(tool)) {
    if (has(program)) continue;
    problems.push(
      problem(
        "undeclared-program",
        { how: "declared", file: spec.file, line: lineOf(spec.positions, field) },
        `The tool runs "${program}", which the permissions do not declare`,
        `Add ${program} to "run" in the bundle's permissions`,
      ),
    );
  }
  for (const [target, names] of Object.entries(spec.env.fromRuntime)) {
    for (const name of names) {
      if (grants.grants.some((g) => g.kind === "env" && g.value === name)) continue;
      const field = `execution.env.fromRuntime.${target}`;
      problems.push(
        problem(
          "undeclared-variable",
          { how: "declared", file: spec.file, line: lineOf(spec.positions, field) },
          `The tool reads the variable "${name}", which the permissions do not declare`,
          `Add ${name} to "env" in the bundle's permissions`,
        ),
      );
    }
  }
}

/** The programs that the YAML itself names, with the field that names them. */
export function programsOf(tool: BundleTool): { program: string; field: string }[] {
  const { spec } = tool;
  const found: { program: string; field: string }[] = [];
  const { program, shell } = spec;
  if (program.kind === "builtin") return [];
  if (program.kind === "script") {
    if (program.interpreter) {
      found.push({ program: program.interpreter, field: "execution.script.interpreter" });
    } else {
      for (const name of tool.shebang ?? []) {
        found.push({ program: name, field: "execution.script.path" });
      }
    }
  } else if (program.kind === "command") {
    found.push({ program: program.executable, field: "execution.command.executable" });
  } else {
    found.push({ program: program.argv[0]!, field: "execution.argv.0" });
  }
  if (shell.mode === "shell") {
    found.push({
      program: shell.path ?? shell.name,
      field: shell.path ? "execution.shell.path" : "execution.shell.name",
    });
  }
  return found;
}

function problem(rule: string, origin: Origin, message: string, mend: string): Problem {
  return { rule, level: "error", file: origin.file, line: origin.line, column: 1, message, mend };
}

function lineOf(positions: Record<string, Position>, path: string): number {
  let at = path;
  while (true) {
    const found = positions[at];
    if (found) return found.line;
    const dot = at.lastIndexOf(".");
    if (dot < 0) return 1;
    at = at.slice(0, dot);
  }
}

function baseName(program: string): string {
  return program.slice(program.lastIndexOf("/") + 1);
}
