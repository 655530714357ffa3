/**
 * From a shell script's text to its facts.
 *
 * @module
 */
import type { Assigned, Command, Expansion, ShellFacts, Word } from "./facts.ts";
import { noFacts } from "./facts.ts";
import { literalOf } from "./literal.ts";
import { type At, readAssignment, readDeclaration, readLoop } from "./read_assignments.ts";
import { readBy, writtenBy } from "./named_variables.ts";
import type { Node, ShellParser } from "./parser.ts";

const MAX_DEPTH = 400;
/** Shorter slips of the grammar hide no command. */
const MIN_UNPARSED = 20;
const NAMED = { whole: true, place: "text", leads: false } as const;

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
        return readDeclaration(this, node, inner);
      case "variable_assignment":
        return readAssignment(this, node, inner);
      case "for_statement":
        return readLoop(this, node, inner);
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
          return this.#children(
            node,
            (child) =>
              child.type === "compound_statement" || child.type === "do_group"
                ? inner
                : { ...inner, place: "arithmetic", whole: true },
          );
        }
        break;
      case "arithmetic_expansion":
        return this.#children(node, () => ({ ...inner, place: "arithmetic", whole: true }));
      case "variable_name":
        if (at.place === "arithmetic") this.expansion(node.text, node, at);
        return;
      case "command_substitution":
      case "subshell":
        if (/^\$?\(\(/.test(node.text)) return this.#sum(node, inner);
        return this.#children(node, () => this.#fresh(inner));
      case "process_substitution":
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
        words.push(this.word(child, { ...at, place, whole: false }));
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
    for (const variable of writtenBy(name.literal, args)) this.assign(variable, { from: [] });
    for (const word of readBy(name.literal, args)) this.#named(word);
    // The code of a trap runs later, as commands of this script.
    const code = name.literal === "trap" ? args[0]?.literal : undefined;
    if (code !== undefined && code !== "-" && code !== "") this.#code(code, args[0]!);
  }

  #named(word: Word) {
    const { line, column } = word;
    this.facts.expansions.push({ name: word.literal!, line, column, ...NAMED });
  }

  #code(code: string, word: Word) {
    const inner = readFacts(code, this.parser, word.line - 1);
    this.facts.commands.push(...inner.commands);
    this.facts.expansions.push(...inner.expansions);
    this.facts.redirects.push(...inner.redirects);
    this.facts.indirect ||= inner.indirect;
  }

  assign(name: string, value: Assigned) {
    const values = this.facts.assigned.get(name);
    if (values) values.push(value);
    else this.facts.assigned.set(name, [value]);
  }

  /** Arithmetic that the grammar takes for subshells: to bash two parentheses are never that. */
  #sum(node: Node, at: At) {
    for (const [name] of node.text.matchAll(/[A-Za-z_]\w*/g)) {
      this.expansion(name, node, { ...at, place: "arithmetic", whole: true });
    }
  }

  #testOfName(node: Node) {
    const [operator, operand] = node.children;
    if (operator?.text !== "-v" || !operand) return;
    this.expansion(operand.text, operand, { place: "test", whole: true, depth: 0 });
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
    if (read !== undefined) this.expansion(read, node, { ...at, whole });
    this.#children(node, () => at);
  }

  expansion(name: string, node: Node, at: At) {
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
    const word = this.word(target, { ...at, place: "redirect", whole: false });
    this.facts.redirects.push({ ...this.#position(node), operator, target: word });
  }

  word(node: Node, at: At): Word {
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
