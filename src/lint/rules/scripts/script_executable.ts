import type { LintRule } from "../../rule.ts";

/** Scripts can be run by hand. */
export const scriptExecutable: LintRule = {
  id: "script-executable",
  level: "warning",
  title: "Scripts have their execute bit",
  why: "People run them by hand to see what they do",
  mend: "Set it with chmod +x",
  check: ({ scripts }) =>
    scripts.filter((s) => lacks(s.file.mode)).map((s) => ({
      file: s.path,
      message: "The script may not be executed",
    })),
  fix: ({ scripts }) =>
    scripts.filter((s) => lacks(s.file.mode)).map((s) => ({
      file: s.path,
      mode: (s.file.mode! & 0o777) | 0o111,
    })),
};

function lacks(mode: number | null): boolean {
  return mode !== null && (mode & 0o111) === 0;
}
