import { basename } from "@std/path";
import type { LintRule } from "../../rule.ts";

/** The file is called like its tool. */
export const toolFileName: LintRule = {
  id: "tool-file-name",
  level: "error",
  title: "A tool's file is called like the tool",
  why: "People look for a tool by its name",
  mend: "Rename the file or the tool",
  check: ({ bundle }) =>
    bundle.tools.flatMap(({ spec }) => {
      const file = basename(spec.file);
      if (file.replace(/\.ya?ml$/, "") === spec.name) return [];
      const message = `The file "${file}" holds the tool "${spec.name}"`;
      return [{ file: spec.file, ...spec.positions["tool.name"], message }];
    }),
};
