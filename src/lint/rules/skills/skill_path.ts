import type { LintRule, Spot } from "../../rule.ts";

/** Folders of one machine or of one working copy, and files of secrets. */
const PATH =
  /`((?:\/(?:Users|home|root|var|opt|etc)\/|(?:tasks|tmp|dist|node_modules|__pycache__|\.vscode|\.idea)\/)[^`]*|\.env)`/;

/** A skill is read on another machine. */
export const skillPath: LintRule = {
  id: "skill-path",
  level: "error",
  title: "A SKILL.md names no places of one machine",
  why: "A model goes and looks there, on a machine where it is something else",
  mend: "Name the tool's input, or a path below the bundle",
  check: ({ files }) =>
    files.filter((f) => f.path.endsWith("/SKILL.md")).flatMap((f): Spot[] =>
      (f.text ?? "").split("\n").flatMap((line, index) => {
        const found = PATH.exec(line);
        if (!found) return [];
        const message = `The path "${found[1]}" is of one machine`;
        return [{ file: f.path, line: index + 1, column: found.index + 2, message }];
      })
    ),
};
