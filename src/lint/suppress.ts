/**
 * Findings that a file's author answers for: `# lint-ignore RULE: reason`, on the line or above it.
 *
 * @module
 */
import type { Finding } from "./problem.ts";

const COMMENT = /#\s*lint-ignore\s+([a-z][a-z0-9-]*)(?::[ \t]*(.*))?$/;

/** What is left, and how many findings were suppressed. */
export interface Suppressed {
  findings: Finding[];
  count: number;
}

/**
 * Takes out what is suppressed with a reason. Errors of the loader stay: the loader would refuse
 * the file all the same.
 *
 * @param textOf The text of a file, undefined when it was not read
 */
export function suppress(
  findings: readonly Finding[],
  isLoaders: (rule: string) => boolean,
  textOf: (file: string) => string | undefined,
): Suppressed {
  const left: Finding[] = [];
  let count = 0;
  for (const finding of findings) {
    const comment = isLoaders(finding.rule) ? undefined : commentFor(finding, textOf(finding.file));
    if (comment === undefined) {
      left.push(finding);
    } else if (comment === "") {
      const mend = `Write why: "# lint-ignore ${finding.rule}: …"`;
      left.push({
        ...finding,
        message: `${finding.message} (the suppression has no reason)`,
        mend,
      });
    } else {
      count++;
    }
  }
  return { findings: left, count };
}

/** The reason that stands on the line or in the comments right above it. */
function commentFor(finding: Finding, text: string | undefined): string | undefined {
  const lines = text?.split("\n") ?? [];
  for (let line = finding.line; line > 0; line--) {
    const written = lines[line - 1] ?? "";
    if (line < finding.line && !written.trimStart().startsWith("#")) return undefined;
    const match = COMMENT.exec(written.trimEnd());
    if (match?.[1] === finding.rule) return match[2] ?? "";
  }
  return undefined;
}
