/**
 * Checks a tool's own JSON against the schema that it declares (JSON Schema 2020-12).
 *
 * @module
 */
import type { JsonObject } from "../spec/types.ts";

type Check = (value: unknown) => string | undefined;

const checks = new WeakMap<JsonObject, Promise<Check>>();

/** The check of one schema, compiled once. The validator is loaded with the first. */
export function schemaCheck(schema: JsonObject): Promise<Check> {
  let check = checks.get(schema);
  if (!check) checks.set(schema, check = compile(schema));
  return check;
}

async function compile(schema: JsonObject): Promise<Check> {
  const { Ajv2020 } = await import("../call/validator.ts");
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, logger: false });
  // Two tools may share an $id.
  const { $id: _, ...plain } = schema;
  let validate: ReturnType<typeof ajv.compile>;
  try {
    validate = ajv.compile(plain);
  } catch (error) {
    const why = `the declared schema cannot be used (${(error as Error).message})`;
    return () => why;
  }
  return (value) =>
    validate(value) ? undefined : ajv.errorsText(validate.errors, { dataVar: "output" });
}
