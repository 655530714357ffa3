/**
 * The programs of a script's `#!` line.
 *
 * @module
 */

/** `#!/usr/bin/env -S python3 -u` names `/usr/bin/env` and `python3`; no line names nothing. */
export function shebangPrograms(text: string): string[] {
  const line = /^#![ \t]*(\S+)[ \t]*([^\n]*)/.exec(text);
  if (!line) return [];
  const [, program, rest] = line;
  if (!program!.endsWith("/env")) return [program!];
  const word = rest!.split(/\s+/).find((w) => w !== "" && w !== "-S" && !w.includes("="));
  return word ? [program!, word] : [program!];
}
