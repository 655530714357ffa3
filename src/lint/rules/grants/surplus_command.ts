import { baseName, programCalls } from "../../grants.ts";
import type { LintRule } from "../../rule.ts";
import type { BundleView } from "../../view.ts";

/** What is declared is called. */
export const surplusCommand: LintRule = {
  id: "surplus-command",
  level: "warning",
  title: "Every declared program is called by a tool",
  why: "A program that nobody needs is one more that a broken tool can run",
  mend: 'Take it out of "run"',
  check: (view) => {
    const { manifest, tools } = view.bundle;
    // A tool that could not be loaded, or a script in another language, may be the one that calls it.
    if (!manifest || tools.length === 0 || view.bundle.problems.length > 0) return [];
    if (tools.some((t) => t.script !== undefined && view.scriptsOf(t).length === 0)) return [];
    const used = usedPrograms(view);
    return (manifest.permissions.run ?? []).flatMap(({ program }, index) => {
      if (used.has(baseName(program))) return [];
      const at = manifest.positions[`permissions.run.${index}`];
      return [{ file: manifest.file, ...at, message: `No tool calls "${program}"` }];
    });
  },
};

function usedPrograms(view: BundleView): Set<string> {
  const used = new Set<string>();
  for (const tool of view.bundle.tools) {
    const { program, shell } = tool.spec;
    const own = program.kind === "script"
      ? [program.interpreter ?? "", ...tool.shebang ?? []]
      : program.kind === "command"
      ? [program.executable]
      : program.kind === "argv"
      ? [program.argv[0]!]
      : [];
    if (shell.mode === "shell") own.push(shell.path ?? shell.name);
    for (const name of own) used.add(baseName(name));
    for (const call of programCalls(view, tool)) used.add(baseName(call.program));
  }
  return used;
}
