/**
 * The YAML between two lines of `---` at the beginning of a text.
 *
 * @module
 */
import { parse } from "@std/yaml";

/** What was read. */
export interface FrontMatter {
  values: Record<string, unknown>;
  /** Where it begins. */
  line: number;
  /** What follows it. */
  body: string;
}

/** Why there is none. */
export interface NoFrontMatter {
  problem: string;
  line: number;
}

/** Reads the front matter of a text. */
export function frontMatter(text: string): FrontMatter | NoFrontMatter {
  const lines = text.split(/\r?\n/);
  const first = lines.findIndex((l) => l.trim() !== "");
  if (first < 0 || lines[first]!.trimEnd() !== "---") {
    return { problem: 'The first line is not "---"', line: Math.max(first, 0) + 1 };
  }
  const end = lines.findIndex((l, i) => i > first && l.trimEnd() === "---");
  if (end < 0) return { problem: 'No second "---" ends the front matter', line: first + 1 };
  let values: unknown;
  try {
    values = parse(lines.slice(first + 1, end).join("\n"));
  } catch (error) {
    const why = (error as Error).message.split("\n")[0];
    return { problem: `The front matter is no YAML: ${why}`, line: first + 1 };
  }
  if (values === null || typeof values !== "object" || Array.isArray(values)) {
    return { problem: "The front matter holds no names with values", line: first + 1 };
  }
  return {
    values: values as Record<string, unknown>,
    line: first + 1,
    body: lines.slice(end + 1).join("\n"),
  };
}
