/**
 * One walk over a parsed YAML document: positions by dotted path, and what no spec may hold
 * (duplicate keys, alias bombs, keys that are no text, characters that no program can be given).
 *
 * @module
 */
import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type ParsedNode,
} from "yaml";
import type { RuleId } from "./rules.ts";

/** Aliases that one file may expand; people need a few, an alias bomb needs hundreds. */
const MAX_ALIASES = 100;
/** Nodes after expansion of aliases. */
const MAX_NODES = 20_000;
/** Collections inside one another. */
const MAX_DEPTH = 40;

/** A stretch of the source text, in UTF-16 code units. */
export interface Range {
  start: number;
  end: number;
}

/** A fault at a stretch of the text. */
export interface WalkFault {
  rule: RuleId;
  at: Range;
  message: string;
}

/** What the walk found. Paths are dotted, the root is `""`. */
export interface Walk {
  /** Where a field's key stands; for list items, where the item stands. */
  keys: Map<string, Range>;
  /** Where a field's value stands. */
  values: Map<string, Range>;
  faults: WalkFault[];
}

/** `parent.key`, or `key` alone below the root. */
export function childPath(parent: string, key: string | number): string {
  return parent === "" ? String(key) : `${parent}.${key}`;
}

/** Walks the document. It stops at the first bomb, and goes on after every other fault. */
export function walkDocument(document: Document.Parsed): Walk {
  const walk: Walk = { keys: new Map(), values: new Map(), faults: [] };
  if (document.contents !== null) new Walker(document, walk).visit(document.contents, "", 0);
  return walk;
}

class Walker {
  #nodes = 0;
  #aliases = 0;
  #stopped = false;

  constructor(readonly document: Document.Parsed, readonly walk: Walk) {}

  visit(node: Node, path: string, depth: number) {
    if (this.#stopped) return;
    const at = rangeOf(node);
    if (++this.#nodes > MAX_NODES || depth > MAX_DEPTH) {
      const limit = depth > MAX_DEPTH ? `${MAX_DEPTH} levels` : `${MAX_NODES} values`;
      return this.#stop("yaml-too-large", at, `The file has more than ${limit}`);
    }
    if (isAlias(node)) return this.#alias(node, path, depth, at);
    if (!this.walk.values.has(path)) this.walk.values.set(path, at);
    if (isMap(node)) this.#map(node.items, path, depth);
    else if (isSeq(node)) {
      node.items.forEach((item, index) => {
        const itemPath = childPath(path, index);
        const itemNode = item as Node;
        this.walk.keys.set(itemPath, rangeOf(itemNode));
        this.visit(itemNode, itemPath, depth + 1);
      });
    } else if (isScalar(node)) this.#text(node.value, at);
  }

  #alias(
    node: Node & { source: string; resolve(d: Document): Node | undefined },
    path: string,
    depth: number,
    at: Range,
  ) {
    if (++this.#aliases > MAX_ALIASES) {
      return this.#stop("yaml-alias-bomb", at, `The file expands more than ${MAX_ALIASES} aliases`);
    }
    const target = node.resolve(this.document);
    if (target === undefined) {
      this.walk.faults.push({
        rule: "yaml-syntax",
        at,
        message: `The alias "*${node.source}" has no anchor before it`,
      });
    } else if (isCollection(target) && encloses(rangeOf(target), at)) {
      this.#stop("yaml-alias-bomb", at, `The alias "*${node.source}" holds itself`);
    } else {
      this.walk.values.set(path, at);
      this.visit(target, path, depth + 1);
    }
  }

  #map(items: unknown[], path: string, depth: number) {
    const seen = new Set<string>();
    for (const pair of items) {
      if (!isPair<ParsedNode, ParsedNode | null>(pair)) continue;
      const key = pair.key;
      const at = rangeOf(key);
      if (!isScalar(key) || key.value === null || key.value === "") {
        this.walk.faults.push({ rule: "yaml-key", at, message: "A key is not a plain text" });
        continue;
      }
      this.#text(key.value, at);
      const name = String(key.value);
      if (seen.has(name)) {
        this.walk.faults.push({
          rule: "yaml-duplicate-key",
          at,
          message: `The key "${name}" stands twice in one mapping`,
        });
        continue;
      }
      seen.add(name);
      const child = childPath(path, name);
      this.walk.keys.set(child, at);
      if (pair.value === null || isEmpty(pair.value)) this.walk.values.set(child, at);
      if (pair.value !== null) this.visit(pair.value, child, depth + 1);
    }
  }

  #text(value: unknown, at: Range) {
    if (typeof value !== "string" || !(value.includes("\0") || !value.isWellFormed())) return;
    const what = value.includes("\0") ? "a NUL character" : "half of a surrogate pair";
    this.walk.faults.push({ rule: "yaml-character", at, message: `A text holds ${what}` });
  }

  #stop(rule: RuleId, at: Range, message: string) {
    this.#stopped = true;
    this.walk.faults.push({ rule, at, message });
  }
}

/** A value that is written as nothing at all stands nowhere, so its key has to do. */
function isEmpty(node: Node): boolean {
  return isScalar(node) && node.type === "PLAIN" && node.source === "";
}

function encloses(outer: Range, inner: Range): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

function rangeOf(node: Node | null): Range {
  const range = node?.range;
  return range ? { start: range[0], end: range[1] } : { start: 0, end: 0 };
}
