/**
 * What a tool runs: `script`, `command`, `argv` or `builtin`.
 *
 * @module
 */
import { defined } from "./defined.ts";
import { quote } from "./describe.ts";
import type { Mapping } from "./mapping.ts";
import { templateNames } from "./template.ts";
import type { Program, Shell } from "./types.ts";
import { childPath } from "./yaml_walk.ts";

const KINDS = ["script", "command", "argv"] as const;
const BARE_PROGRAM = /^[A-Za-z0-9_][A-Za-z0-9_.+-]*$/;
const ABSOLUTE_PROGRAM = /^\/[^\s{}$*]+$/;
const BUILTIN = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;
const OPERATOR = /&&|\|\||[;|><`]/;

/**
 * Reads the program. The problem of a second program stands at its key.
 *
 * @param builtin The function that answers the tool, which then needs no program
 */
export function readProgram(execution: Mapping, builtin: string | undefined): Program {
  const kinds = KINDS.filter((kind) => execution.has(kind));
  const extra = kinds[1];
  if (extra !== undefined) {
    const message = `"execution" has both "${kinds[0]}" and "${extra}"`;
    execution.report.key("program-choice", execution.at(extra), message);
  }
  switch (kinds[0]) {
    case "script":
      return readScript(execution);
    case "command":
      return readCommand(execution);
    case "argv":
      return readArgv(execution);
    default:
      if (builtin === undefined) {
        execution.report.key("program-choice", execution.path, `"execution" names no program`);
      }
      return { kind: "builtin", name: builtin ?? "" };
  }
}

function readScript(execution: Mapping): Program {
  const script = execution.mapping("script")?.allow(["path", "interpreter", "args"])
    .require("path");
  const path = script?.text("path");
  const interpreter = script?.text("interpreter");
  if (path !== undefined) refuseTemplate(script!, script!.at("path"), path);
  if (interpreter !== undefined) checkProgram(script!, script!.at("interpreter"), interpreter);
  return {
    kind: "script",
    path: path ?? "",
    ...defined({ interpreter }),
    args: script?.texts("args") ?? [],
  };
}

function readCommand(execution: Mapping): Program {
  const command = execution.mapping("command")?.allow(["executable", "args"])
    .require("executable");
  const executable = command?.text("executable");
  const args = command?.texts("args") ?? [];
  if (executable !== undefined) checkProgram(command!, command!.at("executable"), executable);
  args.forEach((arg, index) => {
    const operator = OPERATOR.exec(arg)?.[0];
    if (operator === undefined) return;
    const message = `The argument ${quote(arg)} holds the shell operator ${quote(operator)}`;
    execution.report.value("shell-operator", childPath(command!.at("args"), index), message);
  });
  return { kind: "command", executable: executable ?? "", args };
}

function readArgv(execution: Mapping): Program {
  const argv = execution.texts("argv") ?? [];
  execution.notEmpty("argv");
  const [program] = argv;
  if (program !== undefined) checkProgram(execution, childPath(execution.at("argv"), 0), program);
  return { kind: "argv", argv };
}

/** Reads the name of the function that answers the tool; undefined when the program does. */
export function readBuiltin(execution: Mapping): string | undefined {
  if (!execution.has("builtin")) return undefined;
  const name = execution.text("builtin");
  if (name !== undefined && !BUILTIN.test(name)) {
    const message = `The builtin ${quote(name)} has another form`;
    execution.report.value("builtin-name", execution.at("builtin"), message);
  }
  return name ?? "";
}

/** Reads `shell`. Only its mode decides whether there is one. */
export function readShell(execution: Mapping, program: Program): Shell {
  const shell = execution.mapping("shell")?.allow(["mode", "name", "path", "args"]);
  const mode = shell?.choice("mode", ["direct", "shell"]) ?? "direct";
  const name = shell?.choice("name", ["bash", "zsh", "sh", "pwsh", "cmd"]) ?? "bash";
  const path = shell?.text("path");
  const args = shell?.texts("args");
  if (path !== undefined) checkProgram(shell!, shell!.at("path"), path);
  args?.forEach((arg, index) => {
    refuseTemplate(shell!, childPath(shell!.at("args"), index), arg);
  });
  if (mode === "shell" && program.kind === "argv") {
    const message = `"execution.argv" stands beside "shell.mode: shell"`;
    execution.report.value("argv-shell", shell!.at("mode"), message);
  }
  return { mode, name, ...defined({ path, args }) };
}

/** Reports a program that is neither a bare name nor an absolute path. */
function checkProgram(owner: Mapping, path: string, program: string) {
  if (refuseTemplate(owner, path, program)) return;
  const climbs = program.split("/").includes("..");
  if (BARE_PROGRAM.test(program) || (ABSOLUTE_PROGRAM.test(program) && !climbs)) return;
  const message = `${quote(program)} is neither a bare name nor an absolute path`;
  owner.report.value("program-name", path, message);
}

/** Reports a template where none is rendered; whether there was one. */
export function refuseTemplate(owner: Mapping, path: string, text: string): boolean {
  const found = templateNames(text).length > 0 || /\{[A-Za-z_]\w*\}/.test(text);
  if (found) {
    const message = `"${path}" holds a template: ${quote(text)}`;
    owner.report.value("template-place", path, message);
  }
  return found;
}
