/**
 * The value of a word in a shell script, where the text alone says it.
 *
 * @module
 */
import type { Node } from "./parser.ts";

/** The value of a word without expansions; undefined for others. */
export function literalOf(node: Node): string | undefined {
  switch (node.type) {
    case "word":
    case "number":
    case "file_descriptor":
    case "variable_name":
    case "test_operator":
    case "regex":
    case "extglob_pattern":
      return node.text.replace(/\\\n/g, "").replace(/\\(.)/gs, "$1");
    case "raw_string":
      return node.text.slice(1, -1);
    case "ansi_c_string":
      return node.text.slice(2, -1);
    case "string": {
      if (node.namedChildren.some((c) => c?.type !== "string_content")) return undefined;
      return node.text.slice(1, -1).replace(/\\([$`"\\])/g, "$1");
    }
    case "command_name": {
      const only = node.children.length === 1 ? node.children[0] : undefined;
      return only ? literalOf(only) : undefined;
    }
    case "concatenation": {
      const parts = node.children.map((c) => c ? literalOf(c) : undefined);
      return parts.every((p) => p !== undefined) ? parts.join("") : undefined;
    }
    default:
      return undefined;
  }
}
