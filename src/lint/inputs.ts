/**
 * How the inputs of a tool come to its script.
 *
 * @module
 */
import type { BundleTool } from "../bundle/types.ts";
import type { Parameter } from "../spec/types.ts";
import type { Script } from "./script.ts";

/** The variables that inputs travel in. */
export function inputVariables(tools: readonly BundleTool[]): Map<string, Parameter[]> {
  const found = new Map<string, Parameter[]>();
  for (const { spec } of tools) {
    for (const [variable, input] of Object.entries(spec.env.fromParams)) {
      const parameter = spec.parameters.find((p) => p.name === input);
      if (parameter) found.set(variable, [...found.get(variable) ?? [], parameter]);
    }
  }
  return found;
}

/** Whether a call decides the first letter: numbers, choices and real paths never begin with a dash of its own. */
export function isFreeText(parameter: Parameter): boolean {
  const isText = parameter.type === "string" || parameter.type === "array";
  return isText && parameter.enum === undefined && parameter.path === undefined;
}

/** Variables that hold what an input's variable holds: `input=${TOOL_INPUT_PATH:-}`. */
export function aliases(script: Script, variables: ReadonlySet<string>): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, values] of script.facts().assigned) {
    const origin = values.flatMap((v) => v.from).find((from) => variables.has(from));
    if (origin !== undefined && !variables.has(name)) found.set(name, origin);
  }
  return found;
}
