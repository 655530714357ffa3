import type { LintRule } from "../../rule.ts";

/**
 * What destroys is asked for. A tool that replaces the file which the call names by a
 * `path: write` input is left alone: nothing else can be lost, and the caller has named it.
 */
export const destructiveUnconfirmed: LintRule = {
  id: "destructive-unconfirmed",
  level: "warning",
  title: "A destructive tool asks a person",
  why: "A model that is talked into a call cannot be the one who agrees to it",
  mend: 'Add "confirm: human" to "execution", or say destructiveHint: false where nothing is lost',
  check: ({ bundle }) =>
    bundle.tools.filter(({ spec }) =>
      spec.annotations.destructiveHint && spec.confirm !== "human" &&
      spec.positions["tool.annotations.destructiveHint"] !== undefined &&
      !spec.parameters.some((p) => p.path === "write" || p.path === "write-dir")
    ).map(({ spec }) => ({
      file: spec.file,
      ...spec.positions["tool.annotations.destructiveHint"],
      message: `The tool "${spec.name}" calls itself destructive and asks nobody`,
    })),
};
