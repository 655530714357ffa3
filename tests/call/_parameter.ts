/** A parameter for tests: a string named `p` unless said otherwise. */
import type { Parameter } from "../../src/spec/types.ts";

export function parameter(fields: Partial<Parameter> = {}): Parameter {
  return {
    name: "p",
    type: "string",
    description: "A value.",
    required: false,
    relativeTo: [],
    allowDashPrefix: false,
    ...fields,
  };
}
