import { MANIFEST_NAME } from "../../../bundle/load.ts";
import type { LintRule } from "../../rule.ts";

/** A bundle says what it may do. */
export const manifestMissing: LintRule = {
  id: "manifest-missing",
  level: "warning",
  title: "A bundle has a manifest",
  why: "Without one its grants are guessed from its scripts, and nobody has said what it may do",
  mend: 'Write one: "infer PATH --write" makes a draft to correct',
  check: ({ bundle }) =>
    bundle.manifest || bundle.problems.some((p) => p.file.endsWith(`/${MANIFEST_NAME}`)) ? [] : [{
      file: bundle.tools[0]?.spec.file ?? bundle.folder,
      message: `The bundle "${bundle.name}" has no ${MANIFEST_NAME}`,
    }],
};
