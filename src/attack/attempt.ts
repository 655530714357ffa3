/**
 * Tries probes through calls of tools, inside a fence or outside.
 *
 * @module
 */
import type { Bystander } from "./bystander.ts";
import { facts, type Targets, TOOLS } from "./ground.ts";
import { perlHash } from "./harness.ts";
import { code, type Probe, type Report, reports } from "./probe.ts";

/** Calls a tool; resolves to its stdout. */
export type CallTool = (tool: string, args: Record<string, string>) => Promise<string>;

/** How probes are tried. */
export interface Attempt {
  call: CallTool;
  targets: Targets;
  bystander: Bystander;
  /** Whether the call names paths; a server of root runs it as nobody otherwise. */
  withPaths: boolean;
  /** Whether the limits are low. */
  tight: boolean;
}

/**
 * Tries probes in one call.
 *
 * @throws {Error} when a probe asks for a fact that is not known, before anything is tried, and
 *   when none reports, though none ends the harness
 */
export async function attempt(
  probes: readonly Probe[],
  { call, targets, bystander, withPaths, tight }: Attempt,
): Promise<Map<string, Report>> {
  const { folder, read_dir, read_file } = targets as Record<string, string>;
  const given = { folder: folder!, read_dir: read_dir!, read_file: read_file! };
  const none = { folder: "", read_dir: "", read_file: "" };
  const known = { ...facts(targets, bystander), ...(withPaths ? {} : none) };
  const text = code(probes);
  requireFacts(text, known);
  const stdout = await call(tight ? TOOLS.tight : TOOLS.usual, {
    code: `%T = ${perlHash(known)};\n${text}`,
    ...(!withPaths ? {} : tight ? { folder: given.folder } : given),
  });
  const found = reports(stdout);
  if (found.size === 0 && !probes[0]?.alone) throw new Error(`No probe reported: ${stdout}`);
  for (const { name, leaves } of probes) {
    const report = found.get(name);
    if (report && leaves) report.verdict = took(targets, leaves) ? "through" : "blocked";
  }
  return found;
}

/** A probe that guards itself by a fact must not run without it. */
function requireFacts(text: string, known: Record<string, unknown>) {
  for (const [, name] of text.matchAll(/\$T\{(\w+)\}/g)) {
    if (known[name!] === undefined) throw new Error(`No probe can be told "${name}"`);
  }
}

/** Whether a file is there outside; it is taken away. */
function took(targets: Targets, [target, path]: [string, string]): boolean {
  try {
    Deno.removeSync(targets[target] + path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
