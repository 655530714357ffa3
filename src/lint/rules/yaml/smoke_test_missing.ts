import type { LintRule, Spot } from "../../rule.ts";

/** What is called tested has a test. */
export const smokeTestMissing: LintRule = {
  id: "smoke-test-missing",
  level: "error",
  title: "A tested target has its smoke test",
  why: "Tested without a test is a claim",
  mend: "Add the script, or say declared",
  check: ({ bundle, files }) => {
    const spots: Spot[] = [];
    const seen = new Set<string>();
    for (const { spec } of bundle.tools) {
      spec.compatibility.forEach((target, index) => {
        if (target.support !== "tested") return;
        const name = `__smoke_test__${target.kernel}_${target.arch}.sh`;
        const path = `${bundle.folder}/scripts/`;
        if (files.some((f) => f.path.startsWith(path) && f.path.endsWith(name))) return;
        if (seen.has(name)) return;
        seen.add(name);
        spots.push({
          file: spec.file,
          ...spec.positions[`execution.compatibility.targets.${index}.support`],
          message:
            `The target ${target.kernel} ${target.arch} is called tested, and there is no "scripts/*${name}"`,
        });
      });
    }
    return spots;
  },
};
