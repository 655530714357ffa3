/**
 * `params` of one tool.
 *
 * @module
 */
import { defaultFault } from "../../default_value.ts";
import { defined } from "../../defined.ts";
import { describe, quote } from "../../describe.ts";
import { Mapping } from "../../mapping.ts";
import { compilePattern } from "../../pattern.ts";
import type { Parameter } from "../../types.ts";
import { hasType } from "../../value_type.ts";
import { childPath } from "../../yaml_walk.ts";
import { fromPython } from "./python_pattern.ts";
import { OUTPUT_DIR } from "../../results.ts";

const KEYS = [
  ...["type", "description", "required", "pattern", "deny_pattern", "enum", "default"],
  "allow_dash_prefix",
];
const TYPES = ["string", "integer", "boolean", "array"] as const;

const NAME = /^[a-z_][a-z0-9_]*$/;
const MAX_NAME = 64;
/** `keyword.kwlist` of Python, those in lower case. */
const KEYWORDS = new Set(
  ("and as assert async await break class continue def del elif else except finally for from global if " +
    "import in is lambda nonlocal not or pass raise return try while with yield").split(" "),
);

/** Reads every parameter; faulty ones are reported and kept as far as they are known. */
export function readParams(tool: Mapping): Parameter[] {
  if (tool.raw("params") === null) return [];
  const params = tool.mapping("params");
  return (params?.entries() ?? []).flatMap(([name, value]) => {
    checkName(params!, name);
    const field = Mapping.of(tool.report, params!.at(name), value)?.allow(KEYS);
    return field ? [readParam(field, name)] : [];
  });
}

function checkName(params: Mapping, name: string) {
  const path = params.at(name);
  if (name === OUTPUT_DIR) {
    const message = `The parameter name ${quote(name)} is reserved`;
    params.report.key("config-param-reserved", path, message);
  } else if (!NAME.test(name) || name.length > MAX_NAME) {
    const message = `The parameter name ${quote(name)} has another form`;
    params.report.key("config-param-name", path, message);
  } else if (KEYWORDS.has(name)) {
    const message = `The parameter name ${quote(name)} is a keyword of Python`;
    params.report.key("config-param-name", path, message);
  }
}

function readParam(field: Mapping, name: string): Parameter {
  const typed = !field.has("type") || (TYPES as readonly unknown[]).includes(field.raw("type"));
  const type = field.choice("type", TYPES) ?? "string";
  const description = field.raw("description") === null ? undefined : field.string("description");
  const parameter: Parameter = {
    name,
    type,
    description: description?.trim() || name,
    required: field.flag("required") ?? true,
    relativeTo: [],
    allowDashPrefix: field.flag("allow_dash_prefix") ?? false,
  };
  // Without a type nothing can be said of the rest.
  if (!typed) return parameter;
  const rules = defined({
    pattern: readPattern(field, "pattern", type),
    denyPattern: readPattern(field, "deny_pattern", type),
    enum: readEnum(field, type),
  });
  Object.assign(parameter, rules);
  const value = field.raw("default");
  if (value === undefined || value === null) return parameter;
  const fault = defaultFault(value, type, rules, undefined) ?? dashFault(value, parameter);
  if (fault !== undefined) {
    const message = `The default ${describe(value)} of ${quote(name)} ${fault}`;
    field.report.value("default-invalid", field.at("default"), message);
  }
  return { ...parameter, default: value as string };
}

function readPattern(
  field: Mapping,
  key: "pattern" | "deny_pattern",
  type: Parameter["type"],
): string | undefined {
  if (field.raw(key) === null) return undefined;
  const source = field.string(key);
  if (source === undefined) return undefined;
  if (type !== "string" && type !== "array") {
    const message = `"${key}" means nothing for the type "${type}"`;
    field.report.key("keyword-type", field.at(key), message);
    return undefined;
  }
  try {
    const translated = fromPython(source);
    compilePattern(translated);
    return translated;
  } catch (error) {
    const reason = (error as Error).message.replace(/^Cannot use the pattern ".*?": /s, "");
    const message = `Cannot use the pattern ${quote(source)}: ${reason}`;
    field.report.value("keyword-pattern", field.at(key), message);
    return undefined;
  }
}

function readEnum(field: Mapping, type: Parameter["type"]): Parameter["enum"] {
  if (field.raw("enum") === null) return undefined;
  const items = field.list("enum");
  const path = field.at("enum");
  if (items?.length === 0) field.report.value("keyword-enum", path, `"${path}" lists nothing`);
  field.distinct("enum");
  return items?.filter((item, index): item is string => {
    const fits = hasType(item, type === "array" ? "string" : type);
    if (!fits) {
      const message = `The item ${describe(item)} is not of the type "${type}"`;
      field.report.value("keyword-enum", childPath(path, index), message);
    }
    return fits;
  });
}

function dashFault(value: unknown, { allowDashPrefix }: Parameter): string | undefined {
  if (allowDashPrefix) return undefined;
  const texts = Array.isArray(value) ? value : [String(value)];
  return texts.some((t) => String(t).startsWith("-"))
    ? 'begins with a dash, which only "allow_dash_prefix: true" admits'
    : undefined;
}
