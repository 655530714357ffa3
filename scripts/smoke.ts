/**
 * `deno task smoke [BUNDLE…]`: runs the smoke tests of the bundles in the sandbox, through a server:
 * first the generic one of each bundle, then those made for this platform.
 *
 * Each test is called as a tool of its bundle, with the bundle's manifest and with what
 * {@linkcode HELPERS} adds as `--grant BUNDLE:run=…`.
 *
 * Deno permissions: `--allow-read`, `--allow-write`, `--allow-env`, `--allow-run`,
 * `--allow-sys=uid`.
 *
 * @module
 */
import { parse, stringify } from "@std/yaml";
import { Client } from "../tests/_client.ts";
import { World } from "../tests/_world.ts";

/** Where bundles are that ship. */
export const BUNDLES = new URL("../bundles/", import.meta.url).pathname;

/** What the tests for a platform start besides the programs of their bundles. */
const HELPERS =
  "basename cat chmod cut dirname env ffprobe grep head jq ls mkdir mktemp mv rm sed sleep uname wc"
    .split(" ");

const TIMEOUT_MS = 300_000;

/** One smoke test, and what came of it. */
export interface Smoked {
  bundle: string;
  /** The script's name. */
  script: string;
  result: "passed" | "failed" | "skipped";
  /** What it printed. */
  text: string;
}

/** The smoke scripts of a bundle: the generic one, and the one for this platform. */
export function smokeScripts(folder: string): string[] {
  const names = [...Deno.readDirSync(`${folder}/scripts`)].map((e) => e.name);
  const target = `__smoke_test__${Deno.build.os}_${
    Deno.build.arch === "aarch64" ? "arm64" : "x86_64"
  }.sh`;
  return [
    ...names.filter((name) => name.endsWith("__smoke_test.sh")).sort(),
    ...names.filter((name) => name.endsWith(target)).sort(),
  ];
}

/** What is looked at of a manifest. */
interface Manifest {
  bundle: object;
  permissions: { run?: "any" | (string | { name: string })[] };
}

/** The name of the bundle of tests. */
function testOf(bundle: string): string {
  return `${bundle}_smoke`;
}

/** Copies a folder with all that is in it, but for the tools of a bundle. */
async function copyFolder(source: string, target: string) {
  await Deno.mkdir(target, { recursive: true });
  for await (const { name, isDirectory } of Deno.readDir(source)) {
    if (name === "spec_yaml") continue;
    if (isDirectory) await copyFolder(`${source}/${name}`, `${target}/${name}`);
    else await Deno.copyFile(`${source}/${name}`, `${target}/${name}`);
  }
}

/** Makes a bundle whose tools are the smoke tests of another; returns their names. */
async function smokeBundle(source: string, target: string): Promise<Map<string, string>> {
  await copyFolder(source, target);
  await Deno.mkdir(`${target}/spec_yaml`);
  // Two bundles of one name are one.
  const manifest = parse(await Deno.readTextFile(`${source}/bundle.yaml`)) as Manifest;
  const { run } = manifest.permissions;
  // A test says itself what is not there.
  const optional = Array.isArray(run)
    ? run.map((entry) => ({ name: typeof entry === "string" ? entry : entry.name, optional: true }))
    : run;
  const name = target.slice(target.lastIndexOf("/") + 1);
  await Deno.writeTextFile(
    `${target}/bundle.yaml`,
    stringify({
      ...manifest,
      bundle: { ...manifest.bundle, name },
      permissions: { ...manifest.permissions, run: optional },
    }),
  );
  const tools = new Map<string, string>();
  for (const script of smokeScripts(source)) {
    const [server, rest] = script.slice(0, -".sh".length).split(/__(.*)/s);
    // Not the name of a tool that the bundle itself has.
    const name = `${server}__run_${rest!.replaceAll("__", "_")}`;
    tools.set(script, name);
    await Deno.writeTextFile(
      `${target}/spec_yaml/${name}.yaml`,
      stringify({
        apiVersion: "v1",
        tool: {
          name,
          description: "/**\n * A smoke test.\n */",
          input: { properties: {}, required: [] },
        },
        execution: {
          script: { path: `./scripts/${script}`, interpreter: "bash" },
          timeoutMs: TIMEOUT_MS,
        },
      }),
    );
  }
  return tools;
}

/**
 * Runs smoke tests.
 *
 * @param wanted Bundles by name; all when empty
 * @param told Called with each as it ends
 */
export async function smoke(
  wanted: readonly string[] = [],
  told: (smoked: Smoked) => void = () => {},
  folder = BUNDLES,
): Promise<Smoked[]> {
  const bundles = [...Deno.readDirSync(folder)].filter((e) => e.isDirectory).map((e) => e.name)
    .filter((name) => wanted.length === 0 || wanted.includes(name)).sort();
  await using world = await World.make();
  const tests: { bundle: string; script: string; tool: string }[] = [];
  for (const bundle of bundles) {
    const tools = await smokeBundle(`${folder}${bundle}`, `${world.defs}/${testOf(bundle)}`);
    for (const [script, tool] of tools) tests.push({ bundle, script, tool });
  }
  const isGeneric = (script: string) => script.endsWith("__smoke_test.sh");
  tests.sort((a, b) => Number(isGeneric(b.script)) - Number(isGeneric(a.script)));
  await using client = await Client.start({
    args: world.options(...bundles.flatMap((bundle) => [
      ...["--bundle", testOf(bundle)],
      ...HELPERS.flatMap((name) => ["--grant", `${testOf(bundle)}:run=${name}`]),
    ])),
    env: { PATH: searchPath() },
  });
  const results: Smoked[] = [];
  const queue = [...tests];
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { bundle, script, tool } = next;
      const record = await client.call(tool);
      const text = [record.message, record.stdout, record.stderr].filter((s) => s).join("\n");
      const skipped = /^SKIP:/m.test(record.stdout);
      const result = record.isError ? "failed" : skipped ? "skipped" : "passed";
      results.push({ bundle, script, result, text });
      told(results.at(-1)!);
    }
  };
  await Promise.all([work(), work()]);
  return results;
}

/** Without folders of a home, for root: its tools then run as nobody, who may not look there. */
export function searchPath(): string {
  const path = Deno.env.get("PATH") ?? "";
  const home = Deno.env.get("HOME");
  if (Deno.uid() !== 0 || !home) return path;
  return path.split(":").filter((folder) => !`${folder}/`.startsWith(`${home}/`)).join(":");
}

if (import.meta.main) {
  const results = await smoke(Deno.args, ({ bundle, script, result, text }) => {
    console.log(`${result.toUpperCase()} ${bundle}/scripts/${script}`);
    if (result !== "passed") console.log(text.replace(/^/gm, "  "));
  });
  const count = (result: Smoked["result"]) => results.filter((r) => r.result === result).length;
  console.log(
    `${count("passed")} passed, ${count("failed")} failed, ${count("skipped")} skipped`,
  );
  Deno.exit(count("failed") > 0 || results.length === 0 ? 1 : 0);
}
