/**
 * From cli-wrap configuration files to bundles, one for each file.
 *
 * Deno permissions: `--allow-read` for the files and for `PATH` folders that they fix.
 *
 * @module
 */
import { parseConfig } from "../spec/dialects/cli_wrap/config.ts";
import { toSpec } from "../spec/dialects/cli_wrap/to_spec.ts";
import { type ConfigTool, exposedNames, type WrapConfig } from "../spec/dialects/cli_wrap/types.ts";
import type { Problem } from "../spec/problem.ts";
import { type Bundle, DEFAULT_LIMITS } from "./types.ts";

/** Longer files are not read. */
const MAX_BYTES = 4 * 1024 * 1024;

/** What the tools of a configuration find around them. */
export interface ConfigSurroundings {
  /** Absolute: where relative programs count from. */
  cwd: string;
  /** Set where the working directory is in a root: then the tools have it, too. */
  workingDirectory?: string;
  /** Names of variables that every tool gets besides those of `permissions.env`. */
  inherited: readonly string[];
  /** `--inherit host`: nothing is confined. */
  inheritsHost: boolean;
}

/** One file read, or why not. */
export interface ReadConfig {
  config?: WrapConfig;
  problems: Problem[];
}

/** Reads and checks one file. Nothing of a file with an error is served. */
export function readConfig(file: string): ReadConfig {
  const unreadable = (why: string): ReadConfig => ({
    problems: [{
      rule: "file-unreadable",
      level: "error",
      file,
      line: 1,
      column: 1,
      message: `Cannot read "${file}": ${why}`,
      mend: "Name a readable file of UTF-8 text",
    }],
  });
  let bytes: Uint8Array;
  try {
    const { isFile, size } = Deno.statSync(file);
    if (!isFile) return unreadable("it is no file");
    if (size > MAX_BYTES) return unreadable("it is too long");
    bytes = Deno.readFileSync(file);
  } catch (error) {
    const isThere = !(error instanceof Deno.errors.NotFound);
    return unreadable(isThere ? "it may not be read" : "it does not exist");
  }
  try {
    return parseConfig(new TextDecoder("utf-8", { fatal: true }).decode(bytes), file);
  } catch {
    return unreadable("it is not UTF-8");
  }
}

/** The bundles of several configurations, whose names do not clash. */
export function configBundles(
  configs: readonly WrapConfig[],
  around: ConfigSurroundings,
): { bundles: Bundle[]; notices: string[] } {
  const names = bundleNames(configs);
  const seen = new Map<string, number>();
  for (const config of configs) {
    for (const name of config.tools.flatMap(exposedNames)) {
      seen.set(name, (seen.get(name) ?? 0) + 1);
    }
  }
  const notices: string[] = [];
  const bundles = configs.map((config, index): Bundle => {
    const name = names[index]!;
    const tools = config.tools.map((tool) => {
      const clashes = exposedNames(tool).some((n) => seen.get(n)! > 1);
      // Every one of those gets its server's name, so that none depends on the order.
      const served = clashes ? { ...tool, name: `${name}__${tool.name}` } : tool;
      if (clashes) {
        notices.push(
          `The tool "${tool.name}" of ${config.file} is served as "${served.name}": another configuration has one of the name`,
        );
      }
      return { spec: withName(config, tool, served, name, around) };
    });
    return {
      name,
      folder: config.file.slice(0, config.file.lastIndexOf("/")) || "/",
      config: {
        file: config.file,
        inherits: around.inheritsHost,
        ...(config.description && { instructions: config.description }),
      },
      manifest: {
        name,
        version: "0.0.0",
        description: config.description ?? config.name,
        default: true,
        permissions: config.permissions ?? {},
        limits: DEFAULT_LIMITS,
        sandbox: "preferred",
        file: config.file,
        positions: config.positions,
      },
      tools,
      problems: [],
    };
  });
  return { bundles, notices };
}

function withName(
  config: WrapConfig,
  tool: ConfigTool,
  served: ConfigTool,
  bundle: string,
  around: ConfigSurroundings,
) {
  const path = { ...config.defaults.env, ...tool.env }["PATH"];
  const inherited = [...new Set([...config.permissions?.env ?? [], ...around.inherited])];
  const spec = toSpec(config, tool, {
    bundle,
    program: programOf(tool.argv[0]!, path, around.cwd),
    inherited,
    ...(around.workingDirectory !== undefined && { workingDirectory: around.workingDirectory }),
  });
  return { ...spec, served: served.job ? `${served.name}_start` : served.name };
}

/** The program that the tool's own variables would find; a relative path counts from the working directory. */
function programOf(written: string, path: string | undefined, cwd: string): string {
  if (written.startsWith("/")) return written;
  if (written.includes("/")) return new URL(`file://${cwd}/${encodeURI(written)}`).pathname;
  for (const folder of path?.split(":") ?? []) {
    if (!folder.startsWith("/")) continue;
    try {
      const { isFile, mode } = Deno.statSync(`${folder}/${written}`);
      if (isFile && ((mode ?? 0) & 0o111) !== 0) return `${folder}/${written}`;
    } catch {
      // Not in this one.
    }
  }
  return written;
}

/** Names of bundles after those of the servers; each once. */
function bundleNames(configs: readonly WrapConfig[]): string[] {
  const taken = new Set<string>();
  return configs.map(({ name }) => {
    const base = slugOf(name);
    let unique = base;
    for (let n = 2; taken.has(unique); n++) unique = `${base}_${n}`;
    taken.add(unique);
    return unique;
  });
}

/** A text as the name of a bundle: lower snake_case that begins with a letter. */
export function slugOf(name: string): string {
  const words = name.toLowerCase().replace(/[^a-z0-9]+/g, "_").replace(/^_+|_+$/g, "");
  return (/^[a-z]/.test(words) ? words : `config_${words}`).replace(/_$/, "").slice(0, 40);
}
