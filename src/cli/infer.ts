/**
 * `infer PATH [--write]`: a draft of a bundle's manifest. Runs nothing.
 *
 * @module
 */
import { loadBundle, MANIFEST_NAME } from "../bundle/load.ts";
import { inferManifest } from "../lint/infer.ts";
import { shellParser } from "../lint/shell/parser.ts";
import { viewOf } from "../lint/view.ts";
import { thisHost, typedPath } from "../policy/host.ts";
import { formatProblem } from "../spec/problem.ts";
import { needsOf, permissionsBlock } from "./config_hints.ts";
import { readConfigs } from "./configs.ts";
import { type Options, UsageError } from "./options.ts";

/** Prints the draft, or writes it where no manifest is yet. */
export async function infer(options: Options): Promise<number> {
  if (options.configs.length > 0) return inferConfigs(options);
  const [path, ...more] = options.rest;
  if (path === undefined || more.length > 0) {
    throw new UsageError("infer takes the path of one bundle");
  }
  const typed = typedPath(path, thisHost());
  let folder: string;
  try {
    folder = Deno.realPathSync(typed);
  } catch {
    throw new UsageError(`There is nothing at "${path}"`);
  }
  const bundle = loadBundle(folder, folder.slice(folder.lastIndexOf("/") + 1));
  if (!bundle || (bundle.tools.length === 0 && bundle.problems.length === 0)) {
    throw new UsageError(`"${path}" is no bundle: it has no tool in spec_yaml`);
  }
  for (const problem of bundle.problems) console.error(formatProblem(problem));
  const draft = await inferManifest(viewOf(bundle, [], await shellParser(), undefined));
  if (!options.write) {
    await Deno.stdout.write(new TextEncoder().encode(draft));
    return 0;
  }
  const file = `${folder}/${MANIFEST_NAME}`;
  try {
    // Never over what a person wrote.
    Deno.writeTextFileSync(file, draft, { createNew: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
    throw new UsageError(`"${file}" exists; take it away first, or read the draft without --write`);
  }
  console.error(`Wrote ${file}: read it, and correct what it could not know`);
  return 0;
}

/** The `permissions` block of each configuration that has none: printed, or with `--write` added at its end. */
function inferConfigs(options: Options): number {
  const { configs } = readConfigs(options.configs, thisHost());
  for (const config of configs) {
    if (config.permissions !== undefined) {
      throw new UsageError(`"${config.file}" has permissions already; read them, and correct them`);
    }
    const block = permissionsBlock(needsOf(config)) ??
      "permissions:\n  home: []\n  env: []\n  net: []";
    const comment = "# Inferred from the programs: read it, and correct what it could not know.";
    if (!options.write) console.log(`${comment}\n${block}`);
    else {
      const text = Deno.readTextFileSync(config.file);
      const end = text.endsWith("\n") ? "" : "\n";
      Deno.writeTextFileSync(config.file, `${text}${end}\n${comment}\n${block}\n`);
      console.error(`Added permissions to ${config.file}: read them`);
    }
  }
  return 0;
}
