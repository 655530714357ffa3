/**
 * Assignments in a shell script: which variables get which values.
 *
 * @module
 */
import type { Assigned, Place, Word } from "./facts.ts";
import { literalOf } from "./literal.ts";
import type { Node } from "./parser.ts";

/** What is known of the place of a node. */
export interface At {
  place: Place;
  /** Whether the shell leaves values whole here. */
  whole: boolean;
  depth: number;
  /** The function around it. */
  within?: string;
  /** The offset of the word that is being read. */
  word?: number;
}

/** The reader of a script, as far as assignments need it. */
export interface Reading {
  visit(node: Node, at: At): void;
  word(node: Node, at: At): Word;
  assign(name: string, value: Assigned): void;
  expansion(name: string, node: Node, at: At): void;
}

/** `local NAME=VALUE`, `export NAME`. */
export function readDeclaration(reader: Reading, node: Node, at: At) {
  const exported = node.text.startsWith("export");
  for (const child of node.children) {
    if (!child) continue;
    if (child.type !== "variable_name") reader.visit(child, { ...at, place: "assignment" });
    else if (exported) reader.expansion(child.text, child, { ...at, whole: true, place: "text" });
    else reader.assign(child.text, { from: [] });
  }
}

/** `NAME=VALUE`, `NAME[INDEX]=VALUE`, `NAME=(VALUES)`. */
export function readAssignment(reader: Reading, node: Node, at: At) {
  const name = node.childForFieldName("name");
  const value = node.childForFieldName("value");
  const variable = name?.type === "subscript" ? name.childForFieldName("name")?.text : name?.text;
  const isArray = value?.type === "array";
  const isAppended = node.children.some((c) => c?.type === "+=");
  const first = isArray ? value.namedChildren[0] : undefined;
  const head = first ? literalOf(first) : undefined;
  const word = value
    ? reader.word(value, { ...at, place: isArray ? "list" : "assignment", whole: !isArray })
    : undefined;
  if (variable === undefined) return;
  reader.assign(variable, {
    ...(word?.literal !== undefined && !isArray && { literal: word.literal }),
    ...(isArray && !isAppended && head !== undefined && { head }),
    ...(isAppended && { isAppended }),
    from: word?.expansions.filter((e) => e.leads).map((e) => e.name) ?? [],
    ...lookup(value),
  });
}

/** `$(command -v NAME)` is the path of NAME. */
function lookup(value: Node | null): Partial<Assigned> {
  const found = /^"?\$\(\s*command -v ([\w.+-]+)[^;|&]*\)"?$/.exec(value?.text ?? "");
  return found ? { literal: found[1]! } : {};
}

/** `for NAME in WORDS` and `select`. */
export function readLoop(reader: Reading, node: Node, at: At) {
  const variable = node.childForFieldName("variable");
  for (const child of node.children) {
    if (!child || child.id === variable?.id) continue;
    if (child.type === "do_group" || child.type === "compound_statement" || !child.isNamed) {
      reader.visit(child, at);
      continue;
    }
    const word = reader.word(child, { ...at, place: "list", whole: false });
    if (!variable) continue;
    reader.assign(variable.text, {
      ...(word.literal !== undefined && { literal: word.literal }),
      from: word.expansions.map((e) => e.name),
    });
  }
}
