/**
 * Whether a bundle's permissions cover what its tools' YAML names.
 *
 * @module
 */
import { baseName } from "./paths.ts";
import type { BundleTool } from "../bundle/types.ts";
import type { Problem } from "../spec/problem.ts";
import type { ToolGrants } from "./grant.ts";
import { lineOf, problemAt } from "./problem_at.ts";
import { programsOf } from "./programs_of.ts";

/** With a manifest, what the tool itself names must be declared: the manifest is what people read. */
export function checkOwnNeeds(tool: BundleTool, grants: ToolGrants, problems: Problem[]) {
  const { spec } = tool;
  const has = (program: string) =>
    grants.runAny ||
    grants.grants.some((g) =>
      g.kind === "run" && (g.value === program || baseName(g.value) === baseName(program))
    );
  for (const { program, field } of programsOf(tool)) {
    if (has(program)) continue;
    problems.push(
      problemAt(
        "undeclared-program",
        { how: "declared", file: spec.file, line: lineOf(spec.positions, field) },
        `The tool runs "${program}", which the permissions do not declare`,
        `Add ${program} to "run" in the bundle's permissions`,
      ),
    );
  }
  for (const [target, names] of Object.entries(spec.env.fromRuntime)) {
    for (const name of names) {
      if (grants.grants.some((g) => g.kind === "env" && g.value === name)) continue;
      const field = `execution.env.fromRuntime.${target}`;
      problems.push(
        problemAt(
          "undeclared-variable",
          { how: "declared", file: spec.file, line: lineOf(spec.positions, field) },
          `The tool reads the variable "${name}", which the permissions do not declare`,
          `Add ${name} to "env" in the bundle's permissions`,
        ),
      );
    }
  }
}
