import type { LintRule, Spot } from "../../rule.ts";
import { schemasIn } from "../../schemas.ts";

/** Schemas that every client takes. */
export const clientSchema: LintRule = {
  id: "client-schema",
  level: "error",
  title: "Output schemas keep to what clients know",
  why: "One schema that a client refuses can cost it the list of all tools",
  mend:
    "Write one plain object with properties of one type each, and say the rest in the description",
  check: ({ bundle }) =>
    bundle.tools.filter(({ spec }) => spec.outputMode === "json").flatMap(({ spec }): Spot[] => {
      const spots: Spot[] = [];
      const add = (path: string, message: string) =>
        spots.push({
          file: spec.file,
          ...spec.positions[path] ?? spec.positions["tool.output"],
          message,
        });
      for (const { path, schema } of schemasIn(spec.output, "tool.output")) {
        const where = path === "tool.output"
          ? "The output"
          : `"${path.slice("tool.output.".length)}"`;
        if (path === "tool.output" && schema["type"] !== "object") {
          add(path, 'The output is not of "type: object"');
        }
        for (const key of ["oneOf", "anyOf", "allOf", "not", "enum", "$ref"]) {
          if (path === "tool.output" && key in schema) {
            add(`${path}.${key}`, `The output has "${key}" at its root`);
          }
        }
        if (Array.isArray(schema["type"])) add(`${path}.type`, `${where} has a list of types`);
        if (schema["type"] === "array" && !("items" in schema)) {
          add(path, `${where} is an array without "items"`);
        }
      }
      return spots;
    }),
};
