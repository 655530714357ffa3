/**
 * The TSDoc block that describes a tool: its text and its `@param` lines.
 *
 * @module
 */

/** A fault of a block's form, with the text of the line that has it. */
export interface TsdocFault {
  rule: "tsdoc-block" | "tsdoc-line" | "tsdoc-empty";
  message: string;
  /** The faulty line as written; undefined when it is the whole block. */
  line?: string;
}

/** What a well-formed block says. */
export interface Tsdoc {
  /** The text without comment marks. */
  text: string;
  /** Input names to the text of their `@param` line; the first one of a name counts. */
  params: Map<string, string>;
}

const LINE = /^\s*\*(?:\s|$) ?(.*)$/;
const PARAM = /^@param\s+(\S+)\s*(.*)$/;

/**
 * Reads a block: both comment marks on lines of their own, between them lines that begin with `* `
 * or are blank. All faults of its lines are returned at once.
 */
export function parseTsdoc(source: string): { doc?: Tsdoc; faults: TsdocFault[] } {
  const trimmed = source.trim();
  if (!trimmed.startsWith("/**") || !trimmed.endsWith("*/") || trimmed.length < 5) {
    const message = "The description is not one TSDoc block";
    return { faults: [{ rule: "tsdoc-block", message }] };
  }
  const faults: TsdocFault[] = [];
  const lines: string[] = [];
  for (const line of trimmed.slice(3, -2).split(/\r?\n/)) {
    const match = LINE.exec(line);
    if (match) lines.push(match[1]!.trimEnd());
    else if (line.trim() !== "") {
      const message = `The line "${line.trim()}" does not begin with a star and a blank`;
      faults.push({ rule: "tsdoc-line", message, line: line.trim() });
    }
  }
  const text = lines.join("\n").trim();
  if (text === "" && faults.length === 0) {
    faults.push({ rule: "tsdoc-empty", message: "The TSDoc block says nothing" });
  }
  return faults.length > 0 ? { faults } : { doc: { text, params: paramsOf(lines) }, faults };
}

/** A `@param` text goes on until a blank line or the next tag. */
function paramsOf(lines: readonly string[]): Map<string, string> {
  const params = new Map<string, string>();
  let open: string | undefined;
  for (const line of lines.map((l) => l.trim())) {
    const match = PARAM.exec(line);
    if (match) {
      const name = match[1]!;
      open = params.has(name) ? undefined : name;
      if (open !== undefined) params.set(open, match[2]!.replace(/^-(\s+|$)/, ""));
    } else if (line === "" || line.startsWith("@")) open = undefined;
    else if (open !== undefined) params.set(open, `${params.get(open)} ${line}`.trim());
  }
  return params;
}
