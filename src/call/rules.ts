/**
 * The compiled rules of one tool's parameters.
 *
 * @module
 */
import type { ValidateFunction } from "ajv/dist/2020.js";
import type { Json, Parameter } from "../spec/types.ts";
import { parameterSchema } from "../spec/parameter_schema.ts";

/** A pattern that matches a value as a whole. */
export interface Pattern {
  test(value: string): boolean;
}

/** What the arguments of one tool are held against. */
export interface Rules {
  /** Types, bounds, enums and patterns; parameters with a separator have theirs in `parts`. */
  validate: ValidateFunction;
  /** `pattern` of the parameters with a separator. */
  parts: ReadonlyMap<string, Pattern>;
  /** `denyPattern` by parameter. */
  denied: ReadonlyMap<string, Pattern>;
}

/**
 * Compiles the rules. Loads the validator and the regular expression engine (about 100 ms, once),
 * which a server that was not called yet must not pay for.
 *
 * @throws {Error} For a pattern that the linear-time engine refuses.
 */
export async function compileRules(parameters: readonly Parameter[]): Promise<Rules> {
  const [{ Ajv2020 }, { compilePattern }] = await Promise.all([
    import("./validator.ts"),
    import("../spec/pattern.ts"),
  ]);

  // Ajv keeps one compiled pattern per `toString()`, so each must spell its source.
  const regExp = (source: string) => {
    const pattern = compilePattern(source);
    return { test: (value: string) => pattern.test(value), toString: () => source };
  };
  regExp.code = "compilePattern";

  // The schema is made here, not by an author: there is nothing to warn of and no meta-schema to load.
  const ajv = new Ajv2020({
    allErrors: true,
    strict: false,
    strictNumbers: true,
    validateSchema: false,
    meta: false,
    logger: false,
    code: { regExp },
  });
  const properties = Object.fromEntries(
    parameters.map((p): [string, Json] => [p.name, checkedSchema(p)]),
  );
  return {
    validate: ajv.compile({ type: "object", properties }),
    parts: compileAll(
      parameters.filter((p) => p.separator !== undefined),
      (p) => p.pattern,
      compilePattern,
    ),
    denied: compileAll(parameters, (p) => p.denyPattern, compilePattern),
  };
}

function checkedSchema(parameter: Parameter) {
  if (parameter.separator !== undefined) return parameterSchema(parameter, {});
  return parameterSchema(parameter, {
    ...(parameter.enum === undefined ? {} : { enum: parameter.enum }),
    ...(parameter.pattern === undefined ? {} : { pattern: parameter.pattern }),
  });
}

function compileAll(
  parameters: readonly Parameter[],
  sourceOf: (parameter: Parameter) => string | undefined,
  compile: (source: string) => Pattern,
): Map<string, Pattern> {
  const compiled = new Map<string, Pattern>();
  for (const parameter of parameters) {
    const source = sourceOf(parameter);
    if (source !== undefined) compiled.set(parameter.name, compile(source));
  }
  return compiled;
}
