/**
 * `tools` of a configuration file.
 *
 * @module
 */
import { quote } from "../../describe.ts";
import { Mapping } from "../../mapping.ts";
import { nearest } from "../../nearest.ts";
import { parseArgvElement } from "../../template.ts";
import type { Parameter } from "../../types.ts";
import { childPath } from "../../yaml_walk.ts";
import { readParams } from "./params.ts";
import { readSettings, readTimeout, SETTING_KEYS } from "./settings.ts";
import { type ConfigTool, exposedNames } from "./types.ts";

const KEYS = ["name", "description", "argv", "mode", "timeout_sec", "params", ...SETTING_KEYS];
/** What clients take, less the longest suffix of a job and a little. */
const MAX_NAME = 57;
const NAME = /^[A-Za-z0-9_-]+$/;
/** The prefix of the tools that the server has without any file. */
const OWN_PREFIX = "builtin__";
const SYNC_TIMEOUT_MS = 60_000;

/** Reads every entry, then holds their names against each other. */
export function readTools(root: Mapping): ConfigTool[] {
  const entries = root.raw("tools") === null || !root.has("tools") ? undefined : root.list("tools");
  const isEmpty = !Array.isArray(root.raw("tools")) && root.raw("tools") !== null
    ? !root.has("tools")
    : (entries ?? []).length === 0;
  if (isEmpty) root.report.key("config-tools", "tools", '"tools" lists no tool');
  const tools = (entries ?? []).flatMap((entry, index) => {
    const tool = Mapping.of(root.report, childPath("tools", index), entry);
    return tool ? [readTool(tool)] : [];
  });
  checkNames(root, tools);
  return tools;
}

function readTool(tool: Mapping): ConfigTool {
  tool.allow(KEYS).require("name", "argv");
  const name = readName(tool);
  const job = tool.choice("mode", ["sync", "job"]) === "job";
  const parameters = readParams(tool);
  const argv = readArgv(tool, parameters);
  const description = tool.raw("description") === null ? undefined : tool.string("description");
  const timeoutMs = readTimeout(tool) ?? (job ? undefined : SYNC_TIMEOUT_MS);
  return {
    name,
    description: description?.trim() || name,
    argv,
    job,
    ...(timeoutMs !== undefined && { timeoutMs }),
    parameters,
    ...readSettings(tool),
    path: tool.path,
  };
}

function readName(tool: Mapping): string {
  const name = tool.string("name");
  if (name === undefined) return "";
  const isOwn = name.startsWith(OWN_PREFIX);
  if (!NAME.test(name) || name.length > MAX_NAME || isOwn) {
    const why = isOwn
      ? "has a prefix of the server's own tools"
      : "has other characters, or too many";
    tool.report.value("config-tool-name", tool.at("name"), `The tool name ${quote(name)} ${why}`);
  }
  return name;
}

function readArgv(tool: Mapping, parameters: readonly Parameter[]): string[] {
  const argv = tool.texts("argv") ?? [];
  const base = tool.at("argv");
  if (Array.isArray(tool.raw("argv")) && (tool.raw("argv") as unknown[]).length === 0) {
    tool.report.value("config-argv", base, `"${base}" is empty`);
  }
  const names = tool.peek("params")?.entries().map(([name]) => name) ?? [];
  const used = new Set<string>();
  argv.forEach((element, index) => {
    const path = childPath(base, index);
    const parsed = parseArgvElement(element);
    if ("error" in parsed) {
      const message = `In the argv element ${quote(element)}, ${parsed.error}`;
      return tool.report.value("argv-template", path, message);
    }
    const params = parsed.parts.flatMap((part) => "param" in part ? [part.param] : []);
    if (index === 0 && (params.length > 0 || element.trim() === "")) {
      const message = `The program ${quote(element)} is no fixed name`;
      tool.report.value("config-argv", path, message);
    }
    for (const name of params) {
      used.add(name);
      checkUse(tool, path, name, parsed.parts.length === 1, names, parameters);
    }
  });
  for (const name of names.filter((n) => !used.has(n))) warnUnused(tool, name);
  return argv;
}

function checkUse(
  tool: Mapping,
  path: string,
  name: string,
  whole: boolean,
  names: readonly string[],
  parameters: readonly Parameter[],
) {
  const { report } = tool;
  const parameter = parameters.find((p) => p.name === name);
  if (!names.includes(name)) {
    const near = nearest(name, names);
    const mend = near === undefined ? undefined : `Did you mean "${near}"`;
    report.value(
      "template-unknown",
      path,
      `The template names ${quote(name)}, which is no parameter`,
      mend,
    );
  } else if (parameter?.type === "array" && !whole) {
    report.value("argv-array", path, `The array ${quote(name)} is part of an argv element`);
  } else if (
    parameter && parameter.type !== "array" && !parameter.required &&
    parameter.default === undefined
  ) {
    report.value("argv-optional", path, `The optional parameter ${quote(name)} has no default`);
  }
}

function warnUnused(tool: Mapping, name: string) {
  const path = `${tool.at("params")}.${name}`;
  const message = `The parameter ${quote(name)} is not used in argv`;
  tool.report.key("config-unused", path, message);
  // It loads where it is published, too.
  tool.report.problems.at(-1)!.level = "warning";
}

function checkNames(root: Mapping, tools: readonly ConfigTool[]) {
  tools.forEach((tool, index) => {
    if (tool.name === "") return;
    const before = tools.slice(0, index);
    const path = `${tool.path}.name`;
    if (before.some((t) => t.name === tool.name)) {
      const message = `The tool name ${quote(tool.name)} stands twice`;
      return root.report.value("config-tool-twice", path, message);
    }
    const other = before.find((t) =>
      exposedNames(t).some((name) => exposedNames(tool).includes(name))
    );
    if (!other) return;
    const message =
      `The tool ${quote(tool.name)} and the tool ${quote(other.name)} would be seen ` +
      "under one name";
    root.report.value("config-name-clash", path, message);
  });
}
