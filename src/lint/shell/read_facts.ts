/**
 * From a shell script's text to its facts.
 *
 * @module
 */
import type { Assigned, Command, Expansion, Place, ShellFacts, Word } from "./facts.ts";
import { noFacts } from "./facts.ts";
import type { Node, ShellParser } from "./parser.ts";

const MAX_DEPTH = 400;
/** Shorter slips of the grammar hide no command. */
const MIN_UNPARSED = 20;
const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** Builtins that write the variables which their arguments name. */
const WRITES_NAMES = new Set(["read", "mapfile", "readarray", "getopts", "let"]);

interface At {
  place: Place;
  whole: boolean;
  depth: number;
  within?: string;
  /** The offset of the word that is being read. */
  word?: number;
}

/** Reads the facts of a script. */
export function readFacts(text: string, parser: ShellParser, firstLine = 0): ShellFacts {
  const facts = parser.parse(text, (root) => {
    const reader = new Reader(parser, firstLine);
    reader.visit(root, { place: "command", whole: false, depth: 0 });
    return reader.facts;
  });
  return facts ?? { ...noFacts(), unparsed: [{ line: 1, column: 1 }] };
}

class Reader {
  readonly facts = noFacts();

  constructor(readonly parser: ShellParser, readonly firstLine: number) {}

  visit(node: Node, at: At) {
    if (at.depth > MAX_DEPTH) {
      this.facts.unparsed.push(this.#position(node));
      return;
    }
    const inner = { ...at, depth: at.depth + 1 };
    if (node.isError && node.text.length >= MIN_UNPARSED) {
      this.facts.unparsed.push(this.#position(node));
    }
    switch (node.type) {
      case "comment":
        return;
      case "function_definition":
        return this.#function(node, inner);
      case "command":
        return this.#command(node, inner);
      case "declaration_command":
        return this.#declaration(node, inner);
      case "variable_assignment":
        return this.#assignment(node, inner);
      case "for_statement":
        return this.#loop(node, inner);
      case "case_statement": {
        const subject = node.childForFieldName("value");
        return this.#children(node, (child) => ({
          ...inner,
          whole: child.id === subject?.id,
          place: child.id === subject?.id ? "test" : inner.place,
        }));
      }
      case "case_item":
        return this.#children(node, (child) => ({
          ...inner,
          whole: /word|string|pattern|expansion|concatenation/.test(child.type),
          place: "test",
        }));
      case "test_command":
        return this.#children(node, () => ({
          ...inner,
          place: "test",
          whole: !node.text.startsWith("[ "),
        }));
      case "unary_expression":
        if (at.place === "test") this.#testOfName(node);
        break;
      case "compound_statement":
      case "c_style_for_statement":
        if (node.type === "c_style_for_statement" || node.text.startsWith("((")) {
          return this.#children(node, (child) =>
            child.type === "compound_statement" || child.type === "do_group"
              ? inner
              : { ...inner, place: "arithmetic", whole: true });
        }
        break;
      case "arithmetic_expansion":
        return this.#children(node, () => ({ ...inner, place: "arithmetic", whole: true }));
      case "variable_name":
        if (at.place === "arithmetic") this.#expansion(node.text, node, at);
        return;
      case "command_substitution":
      case "process_substitution":
      case "subshell":
        return this.#children(node, () => this.#fresh(inner));
      case "string":
      case "heredoc_body":
      case "herestring_redirect":
        return this.#children(node, () => ({
          ...inner,
          whole: true,
          place: node.type === "string" ? at.place : "text",
        }));
      case "simple_expansion":
      case "expansion":
        return this.#dollar(node, inner);
      case "file_redirect":
        return this.#redirect(node, inner);
    }
    this.#children(node, () => inner);
  }

  /** What stands in `$(…)` is a script of its own. */
  #fresh(at: At): At {
    const { word: _, ...rest } = at;
    return { ...rest, place: "command", whole: false };
  }

  #children(node: Node, at: (child: Node) => At) {
    for (const child of node.children) if (child) this.visit(child, at(child));
  }

  #function(node: Node, at: At) {
    const name = node.childForFieldName("name")?.text ?? "";
    this.facts.functions.add(name);
    const body = node.childForFieldName("body");
    if (body) this.visit(body, { ...this.#fresh(at), within: name });
  }

  #command(node: Node, at: At) {
    const words: Word[] = [];
    for (const child of node.children) {
      if (!child) continue;
      if (child.type === "variable_assignment" || child.type.endsWith("_redirect")) {
        this.visit(child, { ...at, place: "command", whole: false });
      } else if (child.isNamed || child.type === "==" || child.type === "=~") {
        const place = words.length === 0 ? "command" : "argument";
        words.push(this.#word(child, { ...at, place, whole: false }));
      }
    }
    const [name, ...args] = words;
    if (!name) return;
    const command: Command = {
      ...this.#position(node),
      name,
      args,
      ...(at.within !== undefined && { within: at.within }),
    };
    this.facts.commands.push(command);
    this.#writes(name.literal, args);
    // The code of a trap runs later, as commands of this script.
    const code = name.literal === "trap" ? args[0]?.literal : undefined;
    if (code !== undefined && code !== "-" && code !== "") this.#code(code, args[0]!);
  }

  #code(code: string, word: Word) {
    const inner = readFacts(code, this.parser, word.line - 1);
    this.facts.commands.push(...inner.commands);
    this.facts.expansions.push(...inner.expansions);
    this.facts.redirects.push(...inner.redirects);
    this.facts.indirect ||= inner.indirect;
  }

  #writes(name: string | undefined, args: readonly Word[]) {
    if (name === undefined) return;
    if (WRITES_NAMES.has(name)) {
      for (const { literal } of args) {
        if (literal !== undefined && IDENTIFIER.test(literal)) this.#assign(literal, { from: [] });
      }
    }
    const target = args[args.findIndex((a) => a.literal === "-v") + 1]?.literal;
    if (name === "printf" && args[0]?.literal === "-v" && target !== undefined) {
      this.#assign(target.replace(/\[.*$/s, ""), { from: [] });
    }
    if (name === "printenv") {
      for (const word of args) {
        if (word.literal === undefined) continue;
        this.facts.expansions.push({
          name: word.literal,
          line: word.line,
          column: word.column,
          whole: true,
          place: "text",
          leads: false,
        });
      }
    }
  }

  #declaration(node: Node, at: At) {
    const exported = node.text.startsWith("export");
    for (const child of node.children) {
      if (!child) continue;
      if (child.type !== "variable_name") this.visit(child, { ...at, place: "assignment" });
      else if (exported) this.#expansion(child.text, child, { ...at, whole: true, place: "text" });
      else this.#assign(child.text, { from: [] });
    }
  }

  #assignment(node: Node, at: At) {
    const name = node.childForFieldName("name");
    const value = node.childForFieldName("value");
    const variable = name?.type === "subscript"
      ? name.childForFieldName("name")?.text
      : name?.text;
    const isArray = value?.type === "array";
    const word = value
      ? this.#word(value, { ...at, place: isArray ? "list" : "assignment", whole: !isArray })
      : undefined;
    if (variable === undefined) return;
    this.#assign(variable, {
      ...(word?.literal !== undefined && !isArray && { literal: word.literal }),
      from: word?.expansions.filter((e) => e.leads).map((e) => e.name) ?? [],
      ...this.#lookup(value),
    });
  }

  /** `$(command -v NAME)` is the path of NAME. */
  #lookup(value: Node | null): Partial<Assigned> {
    const found = /^"?\$\(\s*command -v ([\w.+-]+)[^;|&]*\)"?$/.exec(value?.text ?? "");
    return found ? { literal: found[1]! } : {};
  }

  #loop(node: Node, at: At) {
    const variable = node.childForFieldName("variable");
    for (const child of node.children) {
      if (!child || child.id === variable?.id) continue;
      if (child.type === "do_group" || child.type === "compound_statement" || !child.isNamed) {
        this.visit(child, at);
        continue;
      }
      const word = this.#word(child, { ...at, place: "list", whole: false });
      if (!variable) continue;
      this.#assign(variable.text, {
        ...(word.literal !== undefined && { literal: word.literal }),
        from: word.expansions.map((e) => e.name),
      });
    }
  }

  #assign(name: string, value: Assigned) {
    const values = this.facts.assigned.get(name);
    if (values) values.push(value);
    else this.facts.assigned.set(name, [value]);
  }

  #testOfName(node: Node) {
    const [operator, operand] = node.children;
    if (operator?.text !== "-v" || !operand) return;
    this.#expansion(operand.text, operand, { place: "test", whole: true, depth: 0 });
  }

  #dollar(node: Node, at: At) {
    const subscript = node.namedChildren.find((c) => c?.type === "subscript");
    const name = (subscript ?? node).namedChildren.find((c) =>
      c?.type === "variable_name" || c?.type === "special_variable_name"
    );
    if (/^\$\{!\w+\}$/.test(node.text)) this.facts.indirect = true;
    const bare = /^\$\{?[#!]?([A-Za-z_]\w*|\d+|[@*#?$!-])/.exec(node.text)?.[1];
    const read = name?.text ?? bare;
    // A length is a number: it is never split.
    const whole = at.whole || node.text.startsWith("${#");
    if (read !== undefined) this.#expansion(read, node, { ...at, whole });
    this.#children(node, () => at);
  }

  #expansion(name: string, node: Node, at: At) {
    const { place, whole, within, word } = at;
    const offset = node.startIndex - (word ?? -2);
    this.facts.expansions.push({
      name,
      ...this.#position(node),
      whole,
      place,
      leads: offset === 0 || (offset === 1 && at.whole),
      ...(within !== undefined && { within }),
    });
  }

  #redirect(node: Node, at: At) {
    const target = node.childForFieldName("destination");
    if (!target) return;
    const operator = node.children.find((c) => c && !c.isNamed)?.text ?? "";
    const word = this.#word(target, { ...at, place: "redirect", whole: false });
    this.facts.redirects.push({ ...this.#position(node), operator, target: word });
  }

  #word(node: Node, at: At): Word {
    const before = this.facts.expansions.length;
    this.visit(node, { ...at, word: node.startIndex });
    const literal = literalOf(node);
    const expansions: Expansion[] = this.facts.expansions.slice(before);
    return {
      ...this.#position(node),
      text: node.text,
      ...(literal !== undefined && { literal }),
      expansions,
    };
  }

  #position(node: Node) {
    return {
      line: node.startPosition.row + 1 + this.firstLine,
      column: node.startPosition.column + 1,
    };
  }
}

/** The value of a word without expansions; undefined for others. */
function literalOf(node: Node): string | undefined {
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
