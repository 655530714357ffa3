/**
 * From a folder of bundles to loaded bundles. One broken file costs one tool; a broken
 * manifest costs its bundle, since nobody can then say what it may do.
 *
 * Deno permissions: `--allow-read` for the folders. Nothing is run.
 *
 * @module
 */
import type { Problem } from "../spec/problem.ts";
import { hasErrors } from "../spec/problem.ts";
import { narrow } from "../spec/narrow.ts";
import { parseToolSpec } from "../spec/parse.ts";
import { parseManifest } from "./manifest.ts";
import type { BundleRuleId } from "./rules.ts";
import { checkScript } from "./script.ts";
import type { Bundle } from "./types.ts";

/** The manifest's file name in a bundle folder. */
export const MANIFEST_NAME = "bundle.yaml";

/** Longer files are not even read; the parser's own limit is lower. */
const MAX_BYTES = 4 * 1024 * 1024;

/** Bundles of one or more folders, later folders over earlier ones. */
export interface Loaded {
  bundles: Bundle[];
  /** Replacements and skipped folders, told once on stderr. */
  notices: string[];
}

/** One folder to look for bundles in. */
export interface BundleSource {
  folder: string;
  /** An overlay may be missing, and its tools replace others of the same name. */
  overlay: boolean;
}

/**
 * Loads every bundle of the sources that `wanted` admits.
 *
 * @param named Asked with the name of each bundle before it is read: the tools of one that
 * nobody wants need not be
 * @throws {Deno.errors.NotFound} when a folder that is no overlay is missing
 */
export function loadBundles(
  sources: readonly BundleSource[],
  wanted: (bundle: Bundle, overlay: boolean) => boolean,
  named: (name: string) => boolean = () => true,
): Loaded {
  const result: Loaded = { bundles: [], notices: [] };
  const seen = new Set<string>();
  for (const source of sources) {
    let folder: string;
    try {
      folder = Deno.realPathSync(source.folder);
    } catch (error) {
      if (source.overlay && error instanceof Deno.errors.NotFound) continue;
      throw error;
    }
    if (seen.has(folder)) continue;
    seen.add(folder);
    if (!Deno.statSync(folder).isDirectory) {
      result.notices.push(`"${source.folder}" is a file, not a folder of bundles; it is left out`);
      continue;
    }
    const bundles = readFolder(folder, named).filter((b) => wanted(b, source.overlay));
    settleNames(result, bundles, source.overlay);
    result.bundles.push(...bundles);
  }
  return result;
}

function readFolder(folder: string, named: (name: string) => boolean): Bundle[] {
  const names = [...Deno.readDirSync(folder)].map((e) => e.name)
    .filter((name) => !name.startsWith(".")).sort();
  const bundles: Bundle[] = [];
  for (const name of names) {
    const path = `${folder}/${name}`;
    try {
      if (!Deno.statSync(path).isDirectory) continue;
    } catch {
      continue;
    }
    const real = Deno.realPathSync(path);
    if (!isBundle(real) || !named(name)) continue;
    const bundle = loadBundle(real, name);
    if (bundle) bundles.push(bundle);
  }
  return bundles;
}

/** Whether a folder holds a manifest, readable or not, or a tool. */
function isBundle(folder: string): boolean {
  return isThere(`${folder}/${MANIFEST_NAME}`) || specFiles(`${folder}/spec_yaml`).length > 0;
}

/** Loads one bundle folder; undefined when it holds neither a manifest nor tools. */
export function loadBundle(folder: string, name: string): Bundle | undefined {
  const bundle: Bundle = { name, folder, tools: [], problems: [] };
  const manifestFile = `${folder}/${MANIFEST_NAME}`;
  const manifestText = readText(manifestFile);
  const files = specFiles(`${folder}/spec_yaml`);
  if (manifestText === undefined && isThere(manifestFile)) {
    // Not to be taken for a bundle without one, whose grants would be inferred.
    bundle.problems.push(unreadable(manifestFile));
    return bundle;
  }
  if (manifestText === undefined && files.length === 0) return undefined;
  if (manifestText !== undefined) {
    const { manifest, problems } = parseManifest(manifestText, manifestFile);
    bundle.problems.push(...problems);
    if (manifest && manifest.name !== name) {
      bundle.problems.push({
        rule: "bundle-name",
        level: "error",
        file: manifestFile,
        ...manifest.positions["bundle.name"] ?? { line: 1, column: 1 },
        message: `The bundle calls itself "${manifest.name}", but its folder is "${name}"`,
        mend: "Give both the same name",
      });
    }
    if (!manifest || hasErrors(bundle.problems)) return bundle;
    bundle.manifest = manifest;
  }
  for (const file of files) loadTool(bundle, file);
  return bundle;
}

function loadTool(bundle: Bundle, file: string) {
  const text = readText(file);
  if (text === undefined) {
    bundle.problems.push(unreadable(file));
    return;
  }
  const { spec, problems } = parseToolSpec(text, file);
  bundle.problems.push(...problems);
  if (!spec) return;
  const twin = bundle.tools.find((t) => t.spec.name === spec.name);
  if (twin) {
    bundle.problems.push(duplicate(spec.name, file, twin.spec.file, spec.positions["tool.name"]));
    return;
  }
  if (spec.permissions && bundle.manifest) {
    const widening = narrow(spec.permissions, bundle.manifest.permissions, spec);
    bundle.problems.push(...widening);
    if (hasErrors(widening)) return;
  }
  const script = checkScript(spec, bundle.folder);
  bundle.problems.push(...script.problems);
  if (hasErrors(script.problems)) return;
  bundle.tools.push({
    spec,
    ...(script.path !== undefined && { script: script.path }),
    ...(script.shebang && { shebang: script.shebang }),
  });
}

/** Names are unique over all bundles; an overlay's tool replaces a built-in one, loudly. */
function settleNames(result: Loaded, bundles: Bundle[], overlay: boolean) {
  const owners = new Map<string, { bundle: Bundle; overlay: boolean }>();
  for (const b of result.bundles) {
    for (const t of b.tools) owners.set(t.spec.name, { bundle: b, overlay: false });
  }
  for (const bundle of bundles) {
    bundle.tools = bundle.tools.filter(({ spec }) => {
      const owner = owners.get(spec.name);
      if (!owner) {
        owners.set(spec.name, { bundle, overlay });
        return true;
      }
      const other = owner.bundle.tools.find((t) => t.spec.name === spec.name)!;
      if (overlay && !owner.overlay) {
        owner.bundle.tools = owner.bundle.tools.filter((t) => t !== other);
        owners.set(spec.name, { bundle, overlay });
        result.notices.push(
          `The tool "${spec.name}" of ${spec.file} replaces the one of ${other.spec.file}`,
        );
        return true;
      }
      bundle.problems.push(
        duplicate(spec.name, spec.file, other.spec.file, spec.positions["tool.name"]),
      );
      return false;
    });
  }
}

function specFiles(folder: string): string[] {
  try {
    return [...Deno.readDirSync(folder)].map((e) => e.name)
      .filter((n) => /\.ya?ml$/.test(n)).sort().map((n) => `${folder}/${n}`);
  } catch {
    return [];
  }
}

/** Undefined for what is no file, or too long to be one of ours: a pipe would never end. */
function readText(file: string): string | undefined {
  try {
    const { isFile, size } = Deno.statSync(file);
    return isFile && size <= MAX_BYTES ? Deno.readTextFileSync(file) : undefined;
  } catch {
    return undefined;
  }
}

function isThere(file: string): boolean {
  try {
    return Deno.lstatSync(file) !== undefined;
  } catch (error) {
    return !(error instanceof Deno.errors.NotFound);
  }
}

function unreadable(file: string): Problem {
  return {
    rule: "file-unreadable" satisfies BundleRuleId,
    level: "error",
    file,
    line: 1,
    column: 1,
    message: `Cannot read "${file}"`,
    mend: "Make it a readable file, or take it away",
  };
}

function duplicate(
  name: string,
  file: string,
  other: string,
  at: { line: number; column: number } | undefined,
): Problem {
  return {
    rule: "tool-name-unique" satisfies BundleRuleId,
    level: "error",
    file,
    ...at ?? { line: 1, column: 1 },
    message: `The tool "${name}" is already defined in ${other}`,
    mend: "Give one of them another name",
  };
}
