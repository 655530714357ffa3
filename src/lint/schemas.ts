/**
 * The schemas in a tool's output, one by one.
 *
 * @module
 */
import type { Json, JsonObject } from "../spec/types.ts";

/** A schema with the dotted path of its field. */
export interface SchemaAt {
  path: string;
  schema: JsonObject;
}

/** A schema and all below it: properties, items, and the branches of combinations. */
export function schemasIn(root: JsonObject, path: string): SchemaAt[] {
  const found: SchemaAt[] = [{ path, schema: root }];
  for (const { path, schema } of found) {
    const properties = schema["properties"];
    if (isObject(properties)) {
      for (const [name, inner] of Object.entries(properties)) {
        add(inner, `${path}.properties.${name}`);
      }
    }
    for (const key of ["items", "additionalProperties", "not"]) add(schema[key], `${path}.${key}`);
    for (const key of ["oneOf", "anyOf", "allOf", "prefixItems"]) {
      const branches = schema[key];
      if (Array.isArray(branches)) branches.forEach((b, i) => add(b, `${path}.${key}.${i}`));
    }
  }
  return found;

  function add(value: Json | undefined, path: string) {
    if (isObject(value)) found.push({ path, schema: value });
  }
}

function isObject(value: Json | undefined): value is JsonObject {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
