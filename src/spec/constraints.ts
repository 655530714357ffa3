/**
 * The constraints of one input, and whether they fit its type and each other.
 *
 * @module
 */
import { defaultFault } from "./default_value.ts";
import { defined } from "./defined.ts";
import { describe, quote } from "./describe.ts";
import type { Mapping } from "./mapping.ts";
import { compilePattern } from "./pattern.ts";
import type { Parameter, ParameterType } from "./types.ts";
import { hasType } from "./value_type.ts";

/** The constraints of an input. */
export type Constraints = Pick<
  Parameter,
  | "enum"
  | "default"
  | "pattern"
  | "denyPattern"
  | "minimum"
  | "maximum"
  | "minLength"
  | "maxLength"
  | "minItems"
  | "maxItems"
>;

/** The types that a keyword means something for. Text keywords of an array are for its items. */
const APPLIES: Record<string, readonly ParameterType[]> = {
  pattern: ["string", "array"],
  denyPattern: ["string", "array"],
  minLength: ["string", "array"],
  maxLength: ["string", "array"],
  minimum: ["number", "integer"],
  maximum: ["number", "integer"],
  minItems: ["array"],
  maxItems: ["array"],
  items: ["array"],
  allowDashPrefix: ["string", "number", "integer", "array"],
};

const COUNT = { min: 0, max: Number.MAX_SAFE_INTEGER, rule: "keyword-range" } as const;

/** Reads the constraints of an input of this type. */
export function readConstraints(
  field: Mapping,
  type: ParameterType,
  separator: string | undefined,
): Constraints {
  checkTypes(field, type);
  field.mapping("items")?.allow(["type"]).choice("type", ["string"]);
  const constraints: Constraints = defined({
    enum: readEnum(field, type),
    pattern: readPattern(field, "pattern"),
    denyPattern: readPattern(field, "denyPattern"),
    minimum: field.number("minimum"),
    maximum: field.number("maximum"),
    minLength: field.whole("minLength", COUNT),
    maxLength: field.whole("maxLength", COUNT),
    minItems: field.whole("minItems", COUNT),
    maxItems: field.whole("maxItems", COUNT),
  });
  checkRange(field, constraints, "minimum", "maximum");
  checkRange(field, constraints, "minLength", "maxLength");
  checkRange(field, constraints, "minItems", "maxItems");
  if (!field.has("default")) return constraints;
  const value = field.raw("default");
  const fault = defaultFault(value, type, constraints, separator);
  if (fault === undefined) return { ...constraints, default: value as string };
  const message = `The default ${describe(value)} ${fault}`;
  field.report.value("default-invalid", field.at("default"), message);
  return constraints;
}

function checkTypes(field: Mapping, type: ParameterType) {
  for (const [keyword, types] of Object.entries(APPLIES)) {
    if (!field.has(keyword) || types.includes(type)) continue;
    const message = `"${keyword}" means nothing for the type "${type}"`;
    field.report.key("keyword-type", field.at(keyword), message);
  }
}

function readPattern(field: Mapping, key: "pattern" | "denyPattern"): string | undefined {
  const source = field.text(key);
  if (source === undefined) return undefined;
  try {
    compilePattern(source);
    return source;
  } catch (error) {
    field.report.value("keyword-pattern", field.at(key), (error as SyntaxError).message);
    return undefined;
  }
}

function readEnum(field: Mapping, type: ParameterType): Parameter["enum"] {
  const items = field.list("enum");
  const path = field.at("enum");
  field.distinct("enum");
  if (items?.length === 0) field.report.value("keyword-enum", path, `"${path}" lists nothing`);
  items?.forEach((item, index) => {
    if (hasType(item, type === "array" ? "string" : type)) return;
    const message = `${describe(item)} is not of the type "${type}"`;
    field.report.value("keyword-enum", `${path}.${index}`, capital(message));
  });
  return items as Parameter["enum"];
}

type Bound = "minimum" | "maximum" | "minLength" | "maxLength" | "minItems" | "maxItems";

function checkRange(field: Mapping, constraints: Constraints, low: Bound, high: Bound) {
  const [from, to] = [constraints[low], constraints[high]];
  if (from === undefined || to === undefined || from <= to) return;
  const message = `"${low}" ${quote(from)} is above "${high}" ${quote(to)}`;
  field.report.value("keyword-range", field.at(low), message);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
