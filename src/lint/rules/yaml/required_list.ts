import type { LintRule } from "../../rule.ts";

/** What is required is written down, also when it is nothing. */
export const requiredList: LintRule = {
  id: "required-list",
  level: "warning",
  title: 'The input says what is required, be it "[]"',
  why: "A missing list looks like a forgotten one",
  mend: 'Add "required: []"',
  check: ({ bundle }) =>
    bundle.tools.filter(({ spec }) => isMissing(spec.positions)).map(({ spec }) => ({
      file: spec.file,
      ...spec.positions["tool.input"],
      message: 'The input has no "required" list',
    })),
  fix: ({ bundle, files }) =>
    bundle.tools.filter(({ spec }) => isMissing(spec.positions)).flatMap(({ spec }) => {
      const text = files.find((f) => f.path === spec.file)?.text;
      const properties = spec.positions["tool.input.properties"];
      if (text === undefined || !properties) return [];
      const lines = text.split("\n");
      const line = lines[properties.line - 1]!;
      // A list inside braces has no line of its own to stand on.
      if (!/^ +properties:/.test(line)) return [];
      lines.splice(properties.line - 1, 0, `${/^ +/.exec(line)![0]}required: []`);
      return [{ file: spec.file, text: lines.join("\n") }];
    }),
};

function isMissing(positions: Record<string, unknown>): boolean {
  return positions["tool.input.required"] === undefined;
}
