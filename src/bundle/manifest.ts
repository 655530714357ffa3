/**
 * From the text of a `bundle.yaml` to a {@linkcode Manifest}.
 *
 * Pure; no Deno permission is needed.
 *
 * @module
 */
import { checkApiVersion } from "../spec/api_version.ts";
import { defined } from "../spec/defined.ts";
import { quote } from "../spec/describe.ts";
import { Mapping } from "../spec/mapping.ts";
import { isRunnable, parsePermissions } from "../spec/permissions.ts";
import { hasErrors, type Problem } from "../spec/problem.ts";
import { Report } from "../spec/report.ts";
import { childPath } from "../spec/yaml_walk.ts";
import { readYaml } from "../spec/yaml_source.ts";
import { DEFAULT_LIMITS, type Limits, type Manifest } from "./types.ts";

const KEYS = ["apiVersion", "bundle", "permissions", "healthz", "limits", "sandbox"];

const MAX_NAME = 64;
const NAME = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;
/** https://semver.org, its suggested expression without the groups. */
const VERSION =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-(0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(\.(0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*)?(\+[0-9a-zA-Z-]+(\.[0-9a-zA-Z-]+)*)?$/;

/**
 * Parses and validates one manifest.
 *
 * @param text The YAML text
 * @param file Its name, as problems should show it
 * @returns All problems, in the order of the file, and the manifest when none of them is an error
 */
export function parseManifest(
  text: string,
  file: string,
): { manifest?: Manifest; problems: Problem[] } {
  const { source, problems } = readYaml(text, file);
  if (source === undefined) return { problems };
  const report = new Report(source);
  const root = Mapping.root(report);
  if (root === undefined) return { problems: report.sorted() };
  root.allow(KEYS).require("bundle");
  checkApiVersion(root);
  const permissions = root.mapping("permissions");
  const manifest: Manifest = {
    ...readIdentity(root),
    permissions: permissions === undefined ? {} : parsePermissions(permissions),
    ...defined({ healthz: readHealthz(root) }),
    limits: readLimits(root),
    sandbox: root.choice("sandbox", ["required", "preferred"]) ?? "preferred",
    file,
    positions: source.positions(),
  };
  const found = report.sorted();
  return hasErrors(found) ? { problems: found } : { manifest, problems: found };
}

function readIdentity(
  root: Mapping,
): Pick<Manifest, "name" | "version" | "description" | "default"> {
  const bundle = root.mapping("bundle")?.allow(["name", "version", "description", "default"])
    .require("name", "version", "description");
  const name = bundle?.text("name");
  const version = bundle?.text("version");
  if (name !== undefined && (!NAME.test(name) || name.length > MAX_NAME)) {
    const message = `The bundle name ${quote(name)} is not lower snake_case`;
    bundle!.report.value("bundle-name", bundle!.at("name"), message);
  }
  if (version !== undefined && !VERSION.test(version)) {
    const message = `The version ${quote(version)} is not a semantic version`;
    bundle!.report.value("bundle-version", bundle!.at("version"), message);
  }
  return {
    name: name ?? "",
    version: version ?? "",
    description: bundle?.text("description") ?? "",
    default: bundle?.flag("default") ?? false,
  };
}

function readHealthz(root: Mapping): string[] | undefined {
  const programs = root.texts("healthz");
  root.distinct("healthz");
  programs?.forEach((program, index) => {
    if (isRunnable(program)) return;
    const path = childPath("healthz", index);
    root.report.value("permission-run", path, `${quote(program)} names no program`);
  });
  return programs;
}

function readLimits(root: Mapping): Limits {
  const block = root.mapping("limits")?.allow(Object.keys(DEFAULT_LIMITS));
  const limits = { ...DEFAULT_LIMITS };
  const range = { min: 1, max: Number.MAX_SAFE_INTEGER, rule: "limit-value" } as const;
  for (const key of Object.keys(limits) as (keyof Limits)[]) {
    limits[key] = block?.whole(key, range) ?? limits[key];
  }
  return limits;
}
