/**
 * What a cli-wrap configuration file says, checked and with its defaults filled in.
 *
 * @module
 */
import type { Parameter, PermissionSet, Position } from "../../types.ts";

/** What the tools of a job are called, after the tool's name. */
export const JOB_SUFFIXES = ["_start", "_status", "_result", "_cancel"] as const;

/** How output is answered; `defaults` may say it for all tools. */
export interface OutputSettings {
  outputMode?: "inline" | "file";
  onLarge?: "truncate" | "file";
  /** Bytes. */
  inlineBytes?: number;
  /** Absolute. */
  folder?: string;
  env?: Record<string, string>;
}

/** One entry of `tools`. */
export interface ConfigTool extends OutputSettings {
  name: string;
  description: string;
  argv: string[];
  job: boolean;
  /** Milliseconds; undefined: no limit. */
  timeoutMs?: number;
  parameters: Parameter[];
  /** Dotted path of the entry, for places. */
  path: string;
}

/** One validated file. */
export interface WrapConfig {
  name: string;
  description?: string;
  defaults: OutputSettings;
  tools: ConfigTool[];
  permissions?: PermissionSet;
  file: string;
  positions: Record<string, Position>;
}

/** The names that clients see of a tool. */
export function exposedNames(tool: Pick<ConfigTool, "name" | "job">): string[] {
  return tool.job ? JOB_SUFFIXES.map((suffix) => tool.name + suffix) : [tool.name];
}
