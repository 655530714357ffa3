import { frontMatter } from "../../front_matter.ts";
import type { LintRule, Spot } from "../../rule.ts";

/** A skill says what it is called and when it is of use: clients choose by that alone. */
export const skillFrontMatter: LintRule = {
  id: "skill-front-matter",
  level: "error",
  title: 'A SKILL.md has a name, and a description that says "Use when"',
  why: "A client shows a model these two and nothing else until it opens the skill",
  mend: 'Begin the file with "---", "name: NAME", "description: What it does. Use when …", "---"',
  check: ({ files }) =>
    files.filter((f) => f.path.endsWith("/SKILL.md")).flatMap((f): Spot[] => {
      const head = frontMatter(f.text ?? "");
      const spot = (line: number, message: string) => [{ file: f.path, line, message }];
      if ("problem" in head) return spot(head.line, head.problem);
      const { name, description } = head.values;
      if (typeof name !== "string" || !/^[a-z0-9][a-z0-9_-]{0,63}$/.test(name)) {
        return spot(head.line, "The name is not of small letters, digits, _ and -");
      }
      if (typeof description !== "string" || !/use when/i.test(description)) {
        return spot(head.line, 'The description does not say "Use when"');
      }
      return [];
    }),
};
