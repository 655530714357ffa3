import { baseName, programCalls } from "../../grants.ts";
import type { LintRule } from "../../rule.ts";
import { NETWORK_PROGRAMS } from "../../shell/builtins.ts";

/** Words of programs that also work without a network. */
const LOCAL = new Set([
  "--version",
  "version",
  "-V",
  "--help",
  "-h",
  "status",
  "log",
  "diff",
  "rev-parse",
  "config",
  "show",
  "init",
  "add",
  "commit",
  "ls-files",
  "-C",
]);

/** Who talks to other machines says to which. */
export const networkUndeclared: LintRule = {
  id: "network-undeclared",
  level: "error",
  title: "A bundle that calls network programs declares its hosts",
  why: "Without net the sandbox has no way out, so the program fails",
  mend: 'Name the hosts in "net"',
  check: (view) =>
    !view.bundle.manifest ? [] : view.bundle.tools.flatMap((tool) => {
      const net = tool.spec.permissions?.net ?? view.bundle.manifest?.permissions.net ?? [];
      if (net.length > 0) return [];
      return programCalls(view, tool)
        .filter((c) =>
          NETWORK_PROGRAMS.has(baseName(c.program)) && !LOCAL.has(c.args[0]?.literal ?? "")
        )
        .map((c) => ({
          file: c.script.path,
          line: c.line,
          column: c.column,
          message:
            `"${c.program}" talks to other machines, and "${tool.spec.name}" declares no host`,
        }));
    }),
};
