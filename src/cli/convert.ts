/**
 * `convert FILE [--out DIR]`: a bundle that behaves like a configuration of cli-wrap.
 *
 * @module
 */
import { configBundles } from "../bundle/config.ts";
import { commandWords } from "../policy/infer.ts";
import { thisHost, typedPath } from "../policy/host.ts";
import { toBundle } from "../spec/dialects/cli_wrap/to_bundle.ts";
import { readConfigs } from "./configs.ts";
import { type Options, UsageError } from "./options.ts";

/** Writes the bundle into a folder of its name. */
export function convert(options: Options): Promise<number> {
  const [typed, ...more] = options.rest;
  if (typed === undefined || more.length > 0) {
    throw new UsageError("convert takes one configuration file");
  }
  const host = thisHost();
  const { configs, warnings } = readConfigs([typed], host);
  const cwd = typedPath(".", host);
  const around = { cwd, workingDirectory: cwd, inherited: [], inheritsHost: false };
  const [bundle] = configBundles(configs, around).bundles;
  const specs = bundle!.tools.map((t) => t.spec);
  const shells = specs.flatMap(({ program }) =>
    program.kind === "argv" && /(^|\/)(ba|da|z|k)?sh$/.test(program.argv[0]!)
      ? program.argv.slice(1).flatMap((e) => commandWords(e).map((w) => w.command))
      : []
  );
  const { files, notices } = toBundle(configs[0]!, bundle!.name, specs, [...new Set(shells)]);
  const folder = `${typedPath(options.out ?? ".", host)}/${bundle!.name}`;
  try {
    // Never over what a person wrote.
    Deno.mkdirSync(folder.slice(0, folder.lastIndexOf("/")) || "/", { recursive: true });
    Deno.mkdirSync(folder);
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
    throw new UsageError(`"${folder}" exists; choose another place with --out`);
  }
  Deno.mkdirSync(`${folder}/spec_yaml`);
  for (const [path, text] of Object.entries(files)) {
    Deno.writeTextFileSync(`${folder}/${path}`, text);
  }
  for (const notice of [...warnings, ...notices]) console.error(notice);
  console.error(
    `Wrote ${folder}: serve it with --spec-dir and --bare-names, and read its permissions`,
  );
  return Promise.resolve(0);
}
