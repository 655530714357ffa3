/**
 * The `tool.input` part: what a call may give.
 *
 * @module
 */
import { readConstraints } from "./constraints.ts";
import { defined } from "./defined.ts";
import { quote } from "./describe.ts";
import type { Mapping } from "./mapping.ts";
import type { Tsdoc } from "./tsdoc.ts";
import type { Parameter, ParameterType, PathKind } from "./types.ts";
import { childPath } from "./yaml_walk.ts";

const TYPES: readonly ParameterType[] = ["string", "number", "integer", "boolean", "array"];
const PATH_KINDS: readonly PathKind[] = ["read", "write", "read-dir", "write-dir"];
const KEYS = [
  ...["type", "description", "path", "relativeTo", "separator", "enum", "default", "pattern"],
  ...["denyPattern", "minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"],
  ...["items", "allowDashPrefix"],
];

/** The longest name that clients take for a property. */
const MAX_NAME = 64;
const NAME = /^[A-Za-z][A-Za-z0-9_.-]*$/;
const VARIABLE = /^\$\{[A-Za-z_][A-Za-z0-9_]*\}$/;

/** The input that the server adds to every tool; a TSDoc block may describe it. */
const RESPONSE_MODE = "__mcp_response_mode";

/** Reads the inputs. `doc` is undefined when the description has faults of its own. */
export function readInputs(tool: Mapping, doc: Tsdoc | undefined): Parameter[] {
  const input = tool.mapping("input")?.allow(["type", "properties", "required"])
    .require("properties");
  input?.choice("type", ["object"]);
  const properties = input?.mapping("properties");
  const required = input?.texts("required") ?? [];
  input?.distinct("required");
  const parameters: Parameter[] = [];
  for (const [name] of properties?.entries() ?? []) {
    checkName(properties!, name);
    const field = properties!.mapping(name)?.allow(KEYS).require("type");
    if (field) parameters.push(readInput(field, name, required.includes(name), doc));
  }
  const names = properties?.entries().map(([name]) => name) ?? [];
  if (properties) checkRequired(input!, names);
  if (properties && doc) checkParams(tool, doc, names);
  for (const parameter of parameters) checkRelativeTo(properties!, parameter, names);
  return parameters;
}

function readInput(
  field: Mapping,
  name: string,
  required: boolean,
  doc: Tsdoc | undefined,
): Parameter {
  const type = field.choice("type", TYPES);
  const path = field.choice("path", PATH_KINDS);
  const separator = field.text("separator");
  const relativeTo = field.texts("relativeTo") ?? [];
  field.distinct("relativeTo");
  if (type !== undefined) {
    const { report } = field;
    if (path !== undefined && type !== "string" && type !== "array") {
      report.value("path-type", field.at("path"), `${quote(name)} is a path of type "${type}"`);
    }
    if (separator !== undefined && type !== "string") {
      const message = `${quote(name)} has a separator and the type "${type}"`;
      report.value("separator-type", field.at("separator"), message);
    }
  }
  return {
    name,
    type: type ?? "string",
    description: readDescription(field, name, doc),
    required,
    ...defined({ path, separator }),
    relativeTo,
    allowDashPrefix: field.flag("allowDashPrefix") ?? false,
    ...type === undefined ? {} : readConstraints(field, type, separator),
  };
}

function readDescription(field: Mapping, name: string, doc: Tsdoc | undefined): string {
  const own = field.text("description");
  const text = own ?? (doc?.params.get(name) || undefined);
  if (text === undefined && doc !== undefined && !field.has("description")) {
    field.report.key("param-text", field.path, `The input ${quote(name)} has no text`);
  }
  return text?.trim() ?? "";
}

/** Whether an input may have this name. */
export function isInputName(name: string): boolean {
  return NAME.test(name) && name.length <= MAX_NAME;
}

function checkName(properties: Mapping, name: string) {
  const { report } = properties;
  const path = properties.at(name);
  if (name.startsWith("_")) {
    report.key("input-reserved", path, `The input name ${quote(name)} is reserved`);
  } else if (!isInputName(name)) {
    report.key("input-name", path, `The input name ${quote(name)} has another form`);
  }
}

function checkRequired(input: Mapping, names: readonly string[]) {
  const required = input.raw("required");
  if (!Array.isArray(required)) return;
  required.forEach((name, index) => {
    if (typeof name !== "string" || names.includes(name)) return;
    const message = `"required" lists ${quote(name)}, which is no input`;
    input.report.value("required-undeclared", childPath(input.at("required"), index), message);
  });
}

function checkParams(tool: Mapping, doc: Tsdoc, names: readonly string[]) {
  for (const name of doc.params.keys()) {
    if (names.includes(name) || name === RESPONSE_MODE) continue;
    const message = `The description has a @param ${quote(name)}, which is no input`;
    tool.report.text("param-undeclared", tool.at("description"), `@param ${name}`, message);
  }
}

function checkRelativeTo(properties: Mapping, parameter: Parameter, names: readonly string[]) {
  const { name, path, relativeTo } = parameter;
  const base = `${properties.at(name)}.relativeTo`;
  const { report } = properties;
  if (relativeTo.length > 0 && path === undefined) {
    report.key("keyword-type", base, `"relativeTo" of ${quote(name)} needs "path"`);
  }
  relativeTo.forEach((item, index) => {
    if (VARIABLE.test(item) || (names.includes(item) && item !== name)) return;
    const why = item === name ? "is the input itself" : "is neither an input nor a variable";
    report.value("relative-to", childPath(base, index), `${quote(item)} ${why}`);
  });
}
