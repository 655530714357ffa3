/**
 * `deno task build`: the server as one bundle in `.built`, which `start` and `install` use while
 * it fits the sources. `deno bundle` fetches esbuild the first time.
 *
 * Deno permissions: `--allow-read` and `--allow-write` for the program's folder, `--allow-run`.
 *
 * @module
 */
import { BUILT_ENTRY, BUILT_FOLDER, BUILT_FROM, digestOfSources } from "../src/cli/built.ts";

/** Bundles the server of a program into a folder; resolves to whether it could. */
export async function bundleServer(program: string, folder: string): Promise<boolean> {
  const { success } = await new Deno.Command(Deno.execPath(), {
    args: [
      "bundle",
      "--quiet",
      "--frozen",
      "--minify",
      "--code-splitting",
      `--outdir=${folder}`,
      `${program}/src/cli/serve.ts`,
    ],
    cwd: program,
    stdin: "null",
    stdout: "inherit",
    stderr: "inherit",
  }).output();
  return success;
}

async function build(program: string): Promise<number> {
  const folder = `${program}/${BUILT_FOLDER}`;
  await Deno.remove(folder, { recursive: true }).catch((error) => {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  });
  if (!await bundleServer(program, folder)) {
    console.error("Cannot bundle the server; it is served from its sources, as before");
    return 1;
  }
  await Deno.stat(`${folder}/${BUILT_ENTRY}`);
  // Last, so that a half-made bundle is never used.
  await Deno.writeTextFile(`${folder}/${BUILT_FROM}`, digestOfSources(program));
  return 0;
}

if (import.meta.main) {
  Deno.exit(await build(new URL("..", import.meta.url).pathname.replace(/\/$/, "")));
}
