import { frontMatter } from "../../front_matter.ts";
import type { LintRule, Spot } from "../../rule.ts";
import { promptFiles } from "../../prompt_files.ts";

/** A prompt says which model it is for, and what it takes. */
export const promptFrontMatter: LintRule = {
  id: "prompt-front-matter",
  level: "error",
  title: "A prompt begins with its front matter, which names a model",
  why: "Without it the prompt's text is sent as it is, to whatever model happens to be set",
  mend: 'Begin the file with "---", "model: NAME", "---"',
  check: ({ bundle, files }) =>
    promptFiles(bundle, files).flatMap(({ path: file, text }): Spot[] => {
      const head = frontMatter(text ?? "");
      if ("problem" in head) return [{ file, line: head.line, message: head.problem }];
      const { model } = head.values;
      if (typeof model === "string" && model.trim() !== "") return [];
      return [{ file, line: head.line, message: 'The front matter has no "model"' }];
    }),
};
