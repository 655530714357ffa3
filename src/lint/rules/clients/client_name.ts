import type { LintRule, Spot } from "../../rule.ts";

/** Clients put the server's name before it: `mcp__shell-as-mcp__` and 64 letters in all. */
const MAX_WITH_PREFIX = 64 - "mcp__shell-as-mcp__".length;

/** Names that every client takes. */
export const clientName: LintRule = {
  id: "client-name",
  level: "error",
  title: "Names are of letters, digits, _ and -, at most 64",
  why: "A client that refuses one name drops the tool, or all of them",
  mend: "Choose a shorter or plainer name",
  check: ({ bundle }) =>
    bundle.tools.flatMap(({ spec }): Spot[] => {
      const spots: Spot[] = [];
      for (
        const [name, field] of [[spec.name, "tool.name"], [spec.bareName, "tool.bareName"]] as const
      ) {
        const at = { file: spec.file, ...spec.positions[field] ?? spec.positions["tool.name"] };
        if (!/^[A-Za-z0-9_-]{1,64}$/.test(name)) {
          spots.push({ ...at, message: `The name "${name}" is refused by clients` });
        } else if (name.startsWith("_")) {
          spots.push({
            ...at,
            message: `The name "${name}" begins with "_", which stops some clients`,
          });
        }
      }
      if (spec.name.length > MAX_WITH_PREFIX && spec.name.length <= 64) {
        spots.push({
          file: spec.file,
          ...spec.positions["tool.name"],
          level: "warning",
          message:
            `The name "${spec.name}" has ${spec.name.length} letters; with the server's name before it, clients count more than 64`,
        });
      }
      return spots;
    }),
};
