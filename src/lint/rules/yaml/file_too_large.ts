import { MAX_BYTES } from "../../files.ts";
import type { LintRule } from "../../rule.ts";

/** Files that no person reviews. */
export const fileTooLarge: LintRule = {
  id: "file-too-large",
  level: "warning",
  title: "A bundle's files are small enough to be read",
  why: "What is not read is not checked",
  mend: "Split it, or take it out of the bundle",
  check: ({ files }) =>
    files.filter((f) => f.bytes > MAX_BYTES).map((f) => ({
      file: f.path,
      message: `The file has ${f.bytes} bytes and is not read`,
    })),
};
