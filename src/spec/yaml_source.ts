/**
 * YAML text to a value, with the position of every field.
 *
 * The value comes from `@std/yaml` (YAML 1.2 core schema), the positions from `yaml`. A file that
 * the two read differently means different things to different tools, so it is refused.
 *
 * @module
 */
import { LineCounter, parseDocument } from "yaml";
import { parse } from "@std/yaml";
import type { Position } from "./types.ts";
import { hasErrors, type Problem } from "./problem.ts";
import { type RuleId, ruleOf } from "./rules.ts";
import { type Range, type Walk, walkDocument } from "./yaml_walk.ts";
import { differences } from "./yaml_differences.ts";

/** The largest file that is read, in UTF-16 code units. A long tool needs a tenth of it. */
const MAX_TEXT = 256 * 1024;
/** Syntax errors that are shown; the ones after them are mostly echoes. */
const MAX_SYNTAX_ERRORS = 5;

/** A readable YAML file: its value and where everything stands. */
export class YamlSource {
  constructor(
    readonly file: string,
    readonly text: string,
    readonly value: unknown,
    private readonly walk: Walk,
    private readonly lines: LineCounter,
  ) {}

  /** Where the key of a field stands, or a list item. The start of the file for unknown paths. */
  keyAt(path: string): Position {
    return this.#position(this.walk.keys.get(path)?.start ?? 0);
  }

  /** Where the value of a field stands, else its key. */
  valueAt(path: string): Position {
    const range = this.walk.values.get(path) ?? this.walk.keys.get(path);
    return this.#position(range?.start ?? 0);
  }

  /** Where a text first stands inside a value, else the value's own place. */
  textAt(path: string, text: string): Position {
    const range = this.walk.values.get(path);
    if (range === undefined) return this.keyAt(path);
    const found = this.text.slice(range.start, range.end).indexOf(text);
    return this.#position(range.start + Math.max(found, 0));
  }

  /** The position of every field by dotted path. */
  positions(): Record<string, Position> {
    return Object.fromEntries(
      Array.from(this.walk.keys, ([path, range]) => [path, this.#position(range.start)]),
    );
  }

  #position(offset: number): Position {
    return positionAt(this.lines, offset);
  }
}

/** Reads a YAML text. `source` is there exactly when no problem is an error. */
export function readYaml(text: string, file: string): { source?: YamlSource; problems: Problem[] } {
  const problems: Problem[] = [];
  const lines = new LineCounter();
  const add = (rule: RuleId, at: Range, message: string) => {
    const { mend } = ruleOf(rule);
    problems.push({ rule, level: "error", file, ...positionAt(lines, at.start), message, mend });
  };
  const start = { start: 0, end: 0 };
  if (text.length > MAX_TEXT) {
    add("yaml-too-large", start, `The file has more than ${MAX_TEXT} characters`);
    return { problems };
  }
  // Keys are compared by the walk, since the parser's own check takes quadratic time.
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: false });
  for (const error of document.errors.slice(0, MAX_SYNTAX_ERRORS)) {
    const rule = error.code === "MULTIPLE_DOCS"
      ? "yaml-multiple-documents"
      : error.code === "RESOURCE_EXHAUSTION"
      ? "yaml-too-large"
      : "yaml-syntax";
    const message = rule === "yaml-too-large"
      ? "The file is nested too deeply"
      : syntaxMessage(error.message);
    add(rule, { start: error.pos[0], end: error.pos[1] }, message);
    if (rule === "yaml-too-large") break;
  }
  if (problems.length > 0) return { problems };
  const walk = walkDocument(document);
  for (const fault of walk.faults) add(fault.rule, fault.at, fault.message);
  if (problems.length > 0) return { problems };

  let value: unknown;
  try {
    value = parse(text, { schema: "core" });
  } catch (error) {
    const [at, message] = secondOpinion(text, error);
    add("yaml-ambiguous", at, message);
    return { problems };
  }
  const source = new YamlSource(file, text, value, walk, lines);
  const other = document.toJS({ maxAliasCount: 100 });
  for (const { path, one, two } of differences(value, other)) {
    problems.push({
      rule: "yaml-ambiguous",
      level: "error",
      file,
      ...source.valueAt(path),
      message: `"${path}" is ${one} to one YAML parser and ${two} to another`,
      mend: ruleOf("yaml-ambiguous").mend,
    });
  }
  return hasErrors(problems) ? { problems } : { source, problems };
}

/** The first line of the parser's message without its position and final stop. */
function syntaxMessage(message: string): string {
  const line = message.split("\n")[0]!.replace(/ at line \d+, column \d+:?$/, "");
  return line.replace(/[.;:]$/, "");
}

/** The other parser names the place only in its message. */
function secondOpinion(text: string, error: unknown): [Range, string] {
  const message = error instanceof Error ? error.message : String(error);
  const place = / at line (\d+), column (\d+)/.exec(message);
  const before = place ? text.split("\n").slice(0, Number(place[1]) - 1) : [];
  const offset = before.reduce((sum, line) => sum + line.length + 1, 0) +
    (place ? Number(place[2]) - 1 : 0);
  const what = syntaxMessage(message);
  return [{ start: offset, end: offset }, `Only one of two YAML parsers can read this: ${what}`];
}

function positionAt(lines: LineCounter, offset: number): Position {
  const { line, col } = lines.linePos(offset);
  return line === 0 ? { line: 1, column: 1 } : { line, column: col };
}
