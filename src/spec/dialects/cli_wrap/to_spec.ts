/**
 * One tool of a configuration file as a tool like every other.
 *
 * Pure; no Deno permission is needed.
 *
 * @module
 */
import { outputDir } from "../../results.ts";
import type { Position, ToolSpec } from "../../types.ts";
import type { ConfigTool, WrapConfig } from "./types.ts";

/** What a stream may have in memory; answers are read from files. */
const WINDOW_BYTES = 64 * 1024;
const INLINE_BYTES = 50_000;

/** What the file cannot say by itself. */
export interface SpecPlace {
  /** The bundle's name: the prefix of the tool's own. */
  bundle: string;
  /** Where `./program` counts from, and what the tools have as their working directory when it is a root. */
  workingDirectory?: string;
  /** The program as it is to be looked for. */
  program: string;
  /** Variables of the server's environment that every tool gets. */
  inherited: readonly string[];
}

/** Turns an entry of `tools` into a tool. */
export function toSpec(config: WrapConfig, tool: ConfigTool, place: SpecPlace): ToolSpec {
  const { defaults } = config;
  const env = { ...defaults.env, ...tool.env };
  const inherited = place.inherited.filter((name) => !Object.hasOwn(env, name));
  const folder = tool.folder ?? defaults.folder;
  return {
    name: `${place.bundle}__${tool.name}`,
    bareName: tool.name,
    served: tool.job ? `${tool.name}_start` : tool.name,
    description: tool.description,
    annotations: {
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: false,
      openWorldHint: true,
    },
    parameters: tool.job ? tool.parameters : [...tool.parameters, outputDir()],
    output: {},
    program: { kind: "argv", argv: [place.program, ...tool.argv.slice(1)] },
    shell: { mode: "direct", name: "bash" },
    env: {
      fromRuntime: Object.fromEntries(inherited.map((name) => [name, [name]])),
      static: env,
      fromParams: {},
    },
    compatibility: [],
    ...(place.workingDirectory !== undefined && { workingDirectory: place.workingDirectory }),
    ...(tool.timeoutMs !== undefined && { timeoutMs: tool.timeoutMs }),
    maxOutputBytes: WINDOW_BYTES,
    taskMode: tool.job ? "async" : "sync",
    exitCodes: {},
    outputMode: "text",
    progress: false,
    results: {
      tool: tool.name,
      server: config.name,
      inlineBytes: tool.inlineBytes ?? defaults.inlineBytes ?? INLINE_BYTES,
      outputMode: tool.outputMode ?? defaults.outputMode ?? "inline",
      onLarge: tool.onLarge ?? defaults.onLarge ?? "truncate",
      ...(folder !== undefined && { folder }),
      job: tool.job,
    },
    file: config.file,
    positions: positionsOf(config, tool),
  };
}

/** The places of the file under the names that tool files have for them. */
function positionsOf(config: WrapConfig, tool: ConfigTool): Record<string, Position> {
  const found: Record<string, Position> = {};
  for (const [path, position] of Object.entries(config.positions)) {
    if (path !== tool.path && !path.startsWith(`${tool.path}.`)) continue;
    const rest = path.slice(tool.path.length + 1);
    found[rest.startsWith("argv") ? `execution.${rest}` : rest === "name" ? "tool.name" : rest] =
      position;
  }
  const at = config.positions[tool.path];
  return { ...(at && { "": at, "execution.workingDirectory": at }), ...found };
}
