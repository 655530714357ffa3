/**
 * The programs that a tool's YAML itself names.
 *
 * @module
 */
import type { BundleTool } from "../bundle/types.ts";

/** A program with the field that names it. */
export interface NamedProgram {
  program: string;
  /** Dotted path in the YAML, for its line. */
  field: string;
}

/** Interpreter, command, first word of argv, programs of a `#!` line, shell. */
export function programsOf(tool: BundleTool): NamedProgram[] {
  const { program, shell } = tool.spec;
  if (program.kind === "builtin") return [];
  const found: NamedProgram[] = [];
  if (program.kind === "script") {
    if (program.interpreter) {
      found.push({ program: program.interpreter, field: "execution.script.interpreter" });
    } else {
      for (const name of tool.shebang ?? []) {
        found.push({ program: name, field: "execution.script.path" });
      }
    }
  } else if (program.kind === "command") {
    found.push({ program: program.executable, field: "execution.command.executable" });
  } else {
    found.push({ program: program.argv[0]!, field: "execution.argv.0" });
  }
  if (shell.mode === "shell") {
    found.push({
      program: shell.path ?? shell.name,
      field: shell.path ? "execution.shell.path" : "execution.shell.name",
    });
  }
  return found;
}
