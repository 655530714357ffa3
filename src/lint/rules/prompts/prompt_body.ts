import { frontMatter } from "../../front_matter.ts";
import type { LintRule, Spot } from "../../rule.ts";
import { promptFiles } from "../../prompt_files.ts";

/** A prompt says something, and its answer can be cut out of it. */
export const promptBody: LintRule = {
  id: "prompt-body",
  level: "error",
  title: "A prompt has a text, and no fence of three backticks",
  why: "Models answer a fence with a fence, and what was asked for arrives inside of it",
  mend: "Write the text below the front matter, and mark examples by indentation",
  check: ({ bundle, files }) =>
    promptFiles(bundle, files).flatMap(({ path: file, text = "" }): Spot[] => {
      const spots: Spot[] = text.split("\n").flatMap((line, index) => {
        const at = line.indexOf("```");
        const message = "The line holds three backticks";
        return at < 0 ? [] : [{ file, line: index + 1, column: at + 1, message }];
      });
      const head = frontMatter(text);
      const body = "problem" in head ? text : head.body;
      if (body.trim() !== "") return spots;
      return [...spots, { file, message: "The prompt has no text" }];
    }),
};
