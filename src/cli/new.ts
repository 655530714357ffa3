/**
 * `new PATH`: writes a bundle that passes lint and its own smoke test; `new --guide` prints how
 * bundles are written.
 *
 * @module
 */
import { BUNDLE_NAME, newBundle, type Target } from "../lint/new_bundle.ts";
import { thisHost, typedPath } from "../policy/host.ts";
import { type Options, UsageError } from "./options.ts";
import { programFolder } from "./places.ts";

/** Writes the bundle into a folder that is not there yet. */
export function newCommand(options: Options): Promise<number> {
  return Promise.resolve(options.guide ? printGuide() : write(options));
}

function printGuide(): number {
  const file = `${programFolder()}/docs/bundle.md`;
  try {
    console.log(Deno.readTextFileSync(file).trimEnd());
  } catch (error) {
    throw new UsageError(`Cannot read the guide "${file}": ${(error as Error).message}`);
  }
  return 0;
}

function write({ rest }: Options): number {
  const [path, ...more] = rest;
  if (path === undefined || more.length > 0) {
    throw new UsageError("new takes the path of one bundle, which is not there yet");
  }
  const folder = typedPath(path, thisHost());
  const name = folder.slice(folder.lastIndexOf("/") + 1);
  if (!BUNDLE_NAME.test(name) || name.length > 24) {
    throw new UsageError(
      `"${name}" is no name for a bundle: take small letters, digits and single _, 24 at most`,
    );
  }
  try {
    Deno.mkdirSync(folder.slice(0, folder.lastIndexOf("/")) || "/", { recursive: true });
    // Never into a folder that somebody else filled.
    Deno.mkdirSync(folder);
  } catch (error) {
    if (error instanceof Deno.errors.AlreadyExists) {
      throw new UsageError(`"${folder}" exists already; choose another name`);
    }
    throw new UsageError(`Cannot make the folder "${folder}": ${(error as Error).message}`);
  }
  for (const below of ["spec_yaml", "scripts"]) Deno.mkdirSync(`${folder}/${below}`);
  for (const [below, { text, isExecutable }] of Object.entries(newBundle(name, thisTarget()))) {
    Deno.writeTextFileSync(`${folder}/${below}`, text, { createNew: true });
    if (isExecutable && Deno.build.os !== "windows") Deno.chmodSync(`${folder}/${below}`, 0o755);
  }
  console.error(`Wrote ${folder}: change it, then run: lint ${path}`);
  return 0;
}

function thisTarget(): Target {
  const { os, arch } = Deno.build;
  const name = os === "darwin" ? "macos" : os;
  return { os: name, kernel: os, arch: arch === "aarch64" ? "arm64" : arch };
}
