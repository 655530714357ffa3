/**
 * The Bash grammar of tree-sitter, loaded once.
 *
 * Deno permissions: `--allow-read` for the two WASM files in Deno's npm folder.
 *
 * @module
 */
import { Language, type Node, Parser } from "web-tree-sitter";
// Deno fetches a package only when a module of it is imported, and the grammar itself is no module.
import grammar from "tree-sitter-bash/package.json" with { type: "json" };

export type { Node };

/** How long one file may take, in milliseconds: real scripts need a hundredth of it. */
const LIMIT_MS = 2000;

/** A parser of shell scripts. */
export interface ShellParser {
  /** Hands the root of the tree to `read`, then frees the tree. Undefined when the text took too long. */
  parse<T>(text: string, read: (root: Node) => T): T | undefined;
}

let loading: Promise<ShellParser> | undefined;

/** The parser; the first call loads it. */
export function shellParser(): Promise<ShellParser> {
  return loading ??= load();
}

async function load(): Promise<ShellParser> {
  await Parser.init();
  const wasm = import.meta.resolve(`${grammar.name}/tree-sitter-bash.wasm`);
  const parser = new Parser();
  parser.setLanguage(await Language.load(await Deno.readFile(new URL(wasm))));
  return {
    parse(text, read) {
      const end = Date.now() + LIMIT_MS;
      const options = { progressCallback: () => Date.now() > end };
      const tree = parser.parse(plain(text), null, options);
      if (!tree) {
        parser.reset();
        return undefined;
      }
      try {
        return read(tree.rootNode);
      } finally {
        tree.delete();
      }
    },
  };
}

/**
 * The text without two spellings that the grammar trips over, letter for letter as long: a
 * backslash before the closing quote of `$'…\\'`, and the base of a number such as `10#$x`.
 */
function plain(text: string): string {
  return text
    .replace(/\$'(?:[^'\\]|\\[^])*'/g, (quoted) => quoted.replaceAll("\\\\", "__"))
    .replace(/(?<=[^\w${])(\d{1,2})#(?=[$\w])/g, "$1+");
}
