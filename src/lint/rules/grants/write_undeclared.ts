import type { LintRule } from "../../rule.ts";
import { fixedWrites } from "../../writes.ts";

/** Fixed places that are written are declared. */
export const writeUndeclared: LintRule = {
  id: "write-undeclared",
  level: "error",
  title: "Fixed places that a script writes are declared",
  why:
    "Everything that is not declared is read-only or missing inside the sandbox, so the write fails",
  mend:
    'Write below "${TMPDIR:-/tmp}" or to a path that the call names, or add the place to "write"',
  check: (view) => {
    const { manifest, tools } = view.bundle;
    if (!manifest) return [];
    return tools.flatMap((tool) => {
      const permissions = { ...manifest.permissions, ...tool.spec.permissions };
      const allowed = [...permissions.write ?? [], tool.spec.workingDirectory ?? ""]
        .filter((a) => a !== "");
      return fixedWrites(view, tool)
        .filter(({ path }) => !allowed.some((a) => path === a || path.startsWith(`${a}/`)))
        .map(({ path, ...at }) => ({
          ...at,
          message: `The script writes "${path}", which the permissions do not declare`,
        }));
    });
  },
};
