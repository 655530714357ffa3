/**
 * The fields of one input.
 *
 * @module
 */
import type { Field } from "./field.ts";

/** Every field, with paths below the input's name. */
export const INPUT_FIELDS: readonly Field[] = [
  {
    path: "type",
    type: "string, number, integer, boolean or array",
    required: true,
    text: "The type of the value. The items of an array are strings.",
  },
  {
    path: "description",
    type: "text",
    default: "the @param line of the description",
    text: "What the input is for. One of the two must be there.",
  },
  {
    path: "path",
    type: "read, write, read-dir or write-dir",
    text:
      "The value is a path, and with it the call may read this file or folder (`read`), read this folder (`read-dir`), write this file (`write`) or write in this folder (`write-dir`).",
  },
  {
    path: "relativeTo",
    type: "list",
    default: "the first root",
    text:
      "What a relative path is joined to: the first of these inputs and `${VARIABLES}` that is set.",
  },
  {
    path: "separator",
    type: "text",
    text: "The string holds several values, separated by this text.",
  },
  { path: "enum", type: "list", text: "The allowed values." },
  {
    path: "default",
    type: "a value of the input's type",
    text: "The value of a call that gives none.",
  },
  {
    path: "pattern",
    type: "RE2 pattern",
    text: "The whole value must match; for an array each item, with a separator each part.",
  },
  {
    path: "denyPattern",
    type: "RE2 pattern",
    text: "The whole value must not match; for an array each item, with a separator each part.",
  },
  { path: "minimum", type: "number", text: "The least value of a number." },
  { path: "maximum", type: "number", text: "The greatest value of a number." },
  {
    path: "minLength",
    type: "whole number",
    text: "The fewest characters of a string, or of each item of an array.",
  },
  {
    path: "maxLength",
    type: "whole number",
    text: "The most characters of a string, or of each item of an array.",
  },
  { path: "minItems", type: "whole number", text: "The fewest items of an array." },
  { path: "maxItems", type: "whole number", text: "The most items of an array." },
  { path: "items", type: "mapping", text: "May be written as in JSON Schema." },
  { path: "items.type", type: '"string"', text: "The type of the items." },
  {
    path: "allowDashPrefix",
    type: "true or false",
    default: "false",
    text: "Whether a value that is rendered into the arguments may begin with `-`.",
  },
];
