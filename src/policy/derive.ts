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
import type { PermissionSet, ToolSpec } from "../spec/types.ts";
import { addGrant, type OwnPlaces } from "./add_grant.ts";
import type { GrantKind, Origin, ToolGrants } from "./grant.ts";
import type { Host } from "./host.ts";
import { inferGrants } from "./infer.ts";
import { checkOwnNeeds } from "./own_needs.ts";
import { cleanPath, isWithin } from "./paths.ts";
import { lineOf } from "./problem_at.ts";

export type { OwnPlaces } from "./add_grant.ts";

/** A privilege that the operator added with `--grant BUNDLE:KIND=VALUE`. */
export interface OperatorGrant {
  bundle: string;
  kind: GrantKind;
  value: string;
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
  if (!bundle.manifest || bundle.config) inferGrants(tool, host, grants);
  for (const g of operator) {
    if (g.bundle !== bundle.name) continue;
    const origin: Origin = {
      how: "operator",
      file: `--grant ${g.bundle}:${g.kind}=${g.value}`,
      line: 0,
    };
    if (g.kind === "run" && g.value === "any") {
      grants.runAny = true;
      grants.grants.push({ kind: "run", value: "any", origin });
    } else addGrant(grants, g.kind, g.value, origin, host, own, problems);
  }
  if (!bundle.config?.inherits) workingDirectory(spec, host, own, grants, problems);
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
