/**
 * Bundles in short, linted without shellcheck.
 *
 * @module
 */
import { loadBundles } from "../../src/bundle/load.ts";
import { lintBundles, type LintResult } from "../../src/lint/lint.ts";
import type { BundleSketch } from "../_world.ts";
import { World } from "../_world.ts";

/** The head that every script needs. */
export const HEAD = "#!/usr/bin/env bash\nset -euo pipefail\n";

/** Folders that no test grants. */
export const OWN = { program: "/nowhere/program", base: "/nowhere/state", deno: "/nowhere/deno" };

/** Writes the bundles and lints them together. */
export async function lintSketches(
  sketches: Record<string, BundleSketch>,
  change: (folder: string) => void | Promise<void> = () => {},
): Promise<LintResult & { folder: string }> {
  await using world = await World.make();
  for (const [name, sketch] of Object.entries(sketches)) await world.bundle(name, sketch);
  await change(world.defs);
  const { bundles } = loadBundles([{ folder: world.defs, overlay: false }], () => true);
  const result = await lintBundles(bundles, { own: OWN, shellcheck: undefined });
  return { ...result, folder: world.defs };
}

/** `rule line:column` of what was found, notes about wide grants and the missing shellcheck left out. */
export async function spotsOf(
  sketches: Record<string, BundleSketch>,
  change?: (folder: string) => void | Promise<void>,
): Promise<string[]> {
  const { findings } = await lintSketches(sketches, change);
  return findings
    .filter((f) => f.rule !== "shellcheck-missing" && f.rule !== "wide-grant")
    .map((f) => `${f.rule} ${f.line}:${f.column}`);
}

/** One tool with a script whose inputs are free texts. */
export function scripted(
  body: string,
  more: { inputs?: string[] } & Omit<BundleSketch, "tools"> & { tool?: object } = {},
): Record<string, BundleSketch> {
  const { inputs = [], tool = {}, ...bundle } = more;
  const properties = Object.fromEntries(inputs.map((i) => [i, { type: "string" }]));
  return {
    b: { ...bundle, tools: { b__t: { script: HEAD + body, properties, ...tool } } },
  };
}
