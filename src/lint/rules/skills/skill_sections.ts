import type { LintRule, Spot } from "../../rule.ts";

const SECTIONS = ["Scope", "Core Rules", "Workflow"];
const MIN_RULES = 3;

/** Skills are built alike, so that a model finds what it looks for. */
export const skillSections: LintRule = {
  id: "skill-sections",
  level: "error",
  title: "A SKILL.md has the sections Scope, Core Rules (three at least) and Workflow",
  why: "A skill without rules and steps is an advertisement",
  mend: 'Add what is missing, under "## NAME"',
  check: ({ files }) =>
    files.filter((f) => f.path.endsWith("/SKILL.md")).flatMap((f): Spot[] => {
      const lines = (f.text ?? "").split(/\r?\n/);
      return SECTIONS.flatMap((name): Spot[] => {
        const at = lines.findIndex((l) => l.trimEnd() === `## ${name}`);
        if (at < 0) return [{ file: f.path, message: `There is no section "${name}"` }];
        const rest = lines.slice(at + 1);
        const end = rest.findIndex((l) => l.startsWith("## "));
        const body = (end < 0 ? rest : rest.slice(0, end)).filter((l) => l.trim() !== "");
        const spot = { file: f.path, line: at + 1 };
        if (body.length === 0) return [{ ...spot, message: `The section "${name}" is empty` }];
        const rules = body.filter((l) => /^(### )?\d+\. /.test(l)).length;
        if (name !== "Core Rules" || rules >= MIN_RULES) return [];
        return [{ ...spot, message: `There are ${rules} rules, and three are the least` }];
      });
    }),
};
