/**
 * The `tool` part: name, description, annotations, output; its inputs are in `inputs.ts`.
 *
 * @module
 */
import { defined } from "./defined.ts";
import { describe, quote } from "./describe.ts";
import { readInputs } from "./inputs.ts";
import type { Mapping } from "./mapping.ts";
import { parseTsdoc, type Tsdoc } from "./tsdoc.ts";
import type { Annotations, JsonObject, ToolSpec } from "./types.ts";
import { isRecord } from "./yaml_differences.ts";
import { childPath } from "./yaml_walk.ts";

/** What the `tool` part says. */
export type ToolPart = Pick<
  ToolSpec,
  "name" | "bareName" | "title" | "description" | "annotations" | "parameters" | "output"
>;

const KEYS = ["name", "bareName", "title", "description", "annotations", "input", "output"];

/** Clients take names of at most 64 characters. */
const MAX_NAME = 64;
const NAME = /^[a-z][a-z0-9]*(_[a-z0-9]+)*__[a-z0-9]+(_[a-z0-9]+)*$/;
const BARE_NAME = /^[A-Za-z][A-Za-z0-9_-]*$/;

/** The prefix of the tools that the server has without any file. */
const OWN_PREFIX = "builtin__";

/** Reads the `tool` part. */
export function readTool(tool: Mapping): ToolPart {
  tool.allow(KEYS, "docstring").require("name", "description", "input");
  if (tool.has("docstring")) {
    tool.report.key("removed-docstring", tool.at("docstring"), 'The key "docstring" was removed');
  }
  const name = readName(tool);
  const doc = readDescription(tool);
  return {
    name,
    bareName: readBareName(tool) ?? name.slice(name.indexOf("__") + 2),
    ...defined({ title: tool.text("title") }),
    description: doc?.text ?? "",
    annotations: readAnnotations(tool),
    parameters: readInputs(tool, doc),
    output: readOutput(tool),
  };
}

function readName(tool: Mapping): string {
  const name = tool.text("name");
  if (name === undefined) return "";
  if (!NAME.test(name) || name.length > MAX_NAME) {
    const message = `The tool name ${quote(name)} is not <server>__<action> in lower snake_case`;
    tool.report.value("tool-name", tool.at("name"), message);
  } else if (name.startsWith(OWN_PREFIX)) {
    const message = `The tool name ${quote(name)} has a prefix of the server's own tools`;
    tool.report.value("tool-name", tool.at("name"), message, "Use another prefix");
  }
  return name;
}

function readBareName(tool: Mapping): string | undefined {
  const name = tool.text("bareName");
  if (name !== undefined && (!BARE_NAME.test(name) || name.length > MAX_NAME)) {
    const message = `The bare name ${quote(name)} has another form`;
    tool.report.value("bare-name", tool.at("bareName"), message);
  }
  return name;
}

function readDescription(tool: Mapping): Tsdoc | undefined {
  const source = tool.text("description");
  if (source === undefined) return undefined;
  const { doc, faults } = parseTsdoc(source);
  for (const { rule, line, message } of faults) {
    if (line === undefined) tool.report.value(rule, tool.at("description"), message);
    else tool.report.text(rule, tool.at("description"), line, message);
  }
  return doc;
}

/** Absent hints have the protocol's defaults (MCP 2025-11-25, schema `ToolAnnotations`). */
function readAnnotations(tool: Mapping): Annotations {
  const hints = tool.mapping("annotations")
    ?.allow(["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"]);
  return {
    readOnlyHint: hints?.flag("readOnlyHint") ?? false,
    destructiveHint: hints?.flag("destructiveHint") ?? true,
    idempotentHint: hints?.flag("idempotentHint") ?? false,
    openWorldHint: hints?.flag("openWorldHint") ?? true,
  };
}

function readOutput(tool: Mapping): JsonObject {
  const output = tool.mapping("output");
  if (output !== undefined) checkNumbers(output, output.path, output.fields);
  return (output?.fields ?? {}) as JsonObject;
}

/** JSON has neither infinities nor NaN, YAML has. */
function checkNumbers(output: Mapping, path: string, value: unknown) {
  if (typeof value === "number" && !Number.isFinite(value)) {
    const message = `At "${path}", ${describe(value)} is no number of JSON`;
    output.report.value("output-schema", path, message, "Write a finite number");
  } else if (Array.isArray(value)) {
    value.forEach((item, index) => checkNumbers(output, childPath(path, index), item));
  } else if (isRecord(value)) {
    for (const [key, item] of Object.entries(value)) {
      checkNumbers(output, childPath(path, key), item);
    }
  }
}
