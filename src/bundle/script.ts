/**
 * The script that a tool names: where it is, and whether it may be run.
 *
 * Deno permissions: `--allow-read` for the bundle.
 *
 * @module
 */
import { dirname } from "@std/path";
import type { Problem } from "../spec/problem.ts";
import type { ToolSpec } from "../spec/types.ts";
import type { BundleRuleId } from "./rules.ts";

/** What was found for a tool's script. All is undefined for tools without one. */
export interface FoundScript {
  /** Real path. */
  path?: string;
  /** For a script without `interpreter`: the programs of its `#!` line. */
  shebang?: string[];
  problems: Problem[];
}

/** Finds a tool's script in the bundle folder, else beside the YAML, and checks it. */
export function checkScript(spec: ToolSpec, bundleFolder: string): FoundScript {
  const { program } = spec;
  if (program.kind !== "script") return { problems: [] };
  const fault = (rule: BundleRuleId, message: string, mend: string): FoundScript => ({
    problems: [{
      rule,
      level: "error",
      file: spec.file,
      ...spec.positions["execution.script.path"] ?? { line: 1, column: 1 },
      message,
      mend,
    }],
  });
  const leaves = () =>
    fault(
      "script-outside",
      `The script "${program.path}" leaves the bundle "${bundleFolder}"`,
      "Put the script itself into the bundle folder",
    );
  for (const base of [bundleFolder, dirname(spec.file)]) {
    let real: string;
    try {
      real = Deno.realPathSync(
        program.path.startsWith("/") ? program.path : `${base}/${program.path}`,
      );
    } catch {
      continue;
    }
    if (!real.startsWith(bundleFolder + "/")) return leaves();
    const info = Deno.statSync(real);
    if (!info.isFile) {
      return fault(
        "script-kind",
        `The script "${program.path}" is not a regular file`,
        "Name a file",
      );
    }
    if (program.interpreter !== undefined) return { path: real, problems: [] };
    if (info.mode !== null && (info.mode & 0o111) === 0) {
      return fault(
        "script-run-bit",
        `The script "${program.path}" may not be executed`,
        `Run: chmod +x "${real}", or name an interpreter`,
      );
    }
    const shebang = readShebang(real);
    if (!shebang) {
      return fault(
        "script-shebang",
        `The script "${program.path}" has neither an interpreter nor a "#!" line`,
        "Name an interpreter in execution.script",
      );
    }
    return { path: real, shebang, problems: [] };
  }
  return fault(
    "script-missing",
    `The script "${program.path}" is neither in "${bundleFolder}" nor beside the YAML`,
    "Mend the path, or add the file",
  );
}

/** The programs of a `#!` line: `/usr/bin/env -S python3 -u` names `env` and `python3`. */
function readShebang(path: string): string[] | undefined {
  const text = Deno.readTextFileSync(path);
  const line = /^#!\s*(\S+)\s*([^\n]*)/.exec(text);
  if (!line) return undefined;
  const [, program, rest] = line;
  if (!program!.endsWith("/env")) return [program!];
  const word = rest!.split(/\s+/).find((w) => w !== "" && w !== "-S" && !w.includes("="));
  return word ? [program!, word] : [program!];
}
