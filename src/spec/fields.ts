/**
 * Every field of a tool file, for the reference page and for the test that the parser knows no other.
 *
 * @module
 */
import { EXECUTION_FIELDS } from "./execution_fields.ts";
import { below, type Field } from "./field.ts";
import { INPUT_FIELDS } from "./input_fields.ts";
import { PERMISSION_FIELDS } from "./permission_fields.ts";

export { type Field } from "./field.ts";

/** Every field, in the order of the file. */
export const TOOL_FIELDS: readonly Field[] = [
  { path: "apiVersion", type: '"v1"', required: true, text: "The version of this format." },
  { path: "tool", type: "mapping", required: true, text: "What clients see." },
  {
    path: "tool.name",
    type: "text",
    required: true,
    text:
      "`<server>__<action>` in lower snake_case, at most 64 characters, unique among all tools. The prefix `builtin__` is the server's own.",
  },
  {
    path: "tool.bareName",
    type: "text",
    default: "the action",
    text: "The name under which `--bare-names` serves the tool.",
  },
  { path: "tool.title", type: "text", text: "A name for people." },
  {
    path: "tool.description",
    type: "text",
    required: true,
    text: "One TSDoc block, the only text that tells a model what the tool is for.",
  },
  {
    path: "tool.annotations",
    type: "mapping",
    text: "Hints for clients. They are published, not enforced.",
  },
  {
    path: "tool.annotations.readOnlyHint",
    type: "true or false",
    default: "false",
    text: "The tool changes nothing.",
  },
  {
    path: "tool.annotations.destructiveHint",
    type: "true or false",
    default: "true",
    text: "The tool may take something away.",
  },
  {
    path: "tool.annotations.idempotentHint",
    type: "true or false",
    default: "false",
    text: "A second equal call changes nothing more.",
  },
  {
    path: "tool.annotations.openWorldHint",
    type: "true or false",
    default: "true",
    text: "The tool deals with things outside the machine.",
  },
  { path: "tool.input", type: "mapping", required: true, text: "What a call may give." },
  { path: "tool.input.type", type: '"object"', text: "May be written as in JSON Schema." },
  {
    path: "tool.input.properties",
    type: "mapping",
    required: true,
    text:
      "The inputs by name; `{}` for none. A name begins with a letter and has at most 64 characters.",
  },
  ...below("tool.input.properties.<name>", INPUT_FIELDS),
  {
    path: "tool.input.required",
    type: "list of names",
    default: "none",
    text:
      "The inputs that every call must give. One that has a default may be left out all the same.",
  },
  {
    path: "tool.output",
    type: "mapping",
    default: "the result record",
    text:
      "With `execution.output: json`, the JSON Schema of what the tool prints, an object. Otherwise it says nothing.",
  },
  { path: "execution", type: "mapping", required: true, text: "What is run, and how." },
  ...below("execution", EXECUTION_FIELDS),
  {
    path: "execution.permissions",
    type: "mapping",
    default: "those of the bundle",
    text:
      "Narrows the bundle's permissions for this tool; a field that is given replaces the bundle's. An entry that the bundle does not have is an error.",
  },
  ...below(
    "execution.permissions",
    PERMISSION_FIELDS.map((f) => f.default === "none" ? { ...f, default: "as the bundle" } : f),
  ),
];
