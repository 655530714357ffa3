/**
 * A draft of a bundle's manifest, from its YAML files and scripts.
 *
 * What the text cannot say is left out and told in a comment: a draft grants too little rather
 * than too much.
 *
 * @module
 */
import { relative } from "@std/path";
import { programsOf } from "../policy/programs_of.ts";
import type { ToolSpec } from "../spec/types.ts";
import { baseName, programCalls } from "./grants.ts";
import { dynamicCommand } from "./rules/grants/dynamic_command.ts";
import { NETWORK_PROGRAMS } from "./shell/builtins.ts";
import type { BundleView } from "./view.ts";
import { fixedWrites } from "./writes.ts";

/** One value with the place that asks for it. */
interface Need {
  value: string;
  from: string;
}

/** The manifest's text. */
export async function inferManifest(view: BundleView): Promise<string> {
  const { name } = view.bundle;
  const run = programs(view);
  const unknown = (await dynamicCommand.check(view)).map((s) =>
    `# Not known: ${s.message} (${place(view, s.file, s.line)}).`
  );
  const talking = run.filter((n) => NETWORK_PROGRAMS.has(n.value)).map((n) =>
    `  # Not known: which hosts ${n.value} talks to (${n.from}).`
  );
  const fixed = view.bundle.tools.flatMap((tool) => fixedWrites(view, tool)).map((w) =>
    `  # Left out: a script writes ${w.path} (${place(view, w.file, w.line)}).`
  );
  return [
    "apiVersion: v1",
    "bundle:",
    `  name: ${name}`,
    "  version: 0.1.0",
    `  description: ${quoted(`The tools of ${name}.`)}`,
    ...unknown,
    "permissions:",
    ...list("run", run),
    ...list("env", variables(view)),
    "  read: []",
    ...list("write", outputFolders(view)),
    ...new Set(fixed),
    ...talking,
    "  net: []",
    "sandbox: preferred",
    "",
  ].join("\n");
}

function list(key: string, needs: readonly Need[]): string[] {
  if (needs.length === 0) return [`  ${key}: []`];
  return [`  ${key}:`, ...needs.map((n) => `    - ${quoted(n.value)} # ${n.from}`)];
}

/** JSON strings are YAML; plain words need no quotes. */
function quoted(text: string): string {
  return /^[A-Za-z_\/][\w.+\/-]*$/.test(text) && !/^(true|false|null|any)$/i.test(text)
    ? text
    : JSON.stringify(text);
}

function place(view: BundleView, file: string, line = 1): string {
  return `${relative(view.bundle.folder, file)}:${line}`;
}

class Needs {
  readonly #found = new Map<string, Need>();

  add(value: string, from: string) {
    if (!this.#found.has(value)) this.#found.set(value, { value, from });
  }

  list(): Need[] {
    return [...this.#found.values()].sort((a, b) => a.value < b.value ? -1 : 1);
  }
}

function programs(view: BundleView): Need[] {
  const needs = new Needs();
  for (const tool of view.bundle.tools) {
    for (const { program, field } of programsOf(tool)) {
      needs.add(program, place(view, tool.spec.file, tool.spec.positions[field]?.line));
    }
  }
  for (const tool of view.bundle.tools) {
    for (const call of programCalls(view, tool)) {
      needs.add(baseName(call.program), place(view, call.script.path, call.line));
    }
  }
  return needs.list();
}

function variables(view: BundleView): Need[] {
  const needs = new Needs();
  for (const { spec } of view.bundle.tools) {
    for (const [target, names] of Object.entries(spec.env.fromRuntime)) {
      const at = spec.positions[`execution.env.fromRuntime.${target}`];
      for (const name of names) needs.add(name, place(view, spec.file, at?.line));
    }
    for (const { name, line } of outputVariables(spec)) {
      needs.add(name, place(view, spec.file, line));
    }
  }
  return needs.list();
}

/** The folders that a written path counts from when a call names none. */
function outputFolders(view: BundleView): Need[] {
  const needs = new Needs();
  for (const { spec } of view.bundle.tools) {
    for (const { name, line } of outputVariables(spec)) {
      needs.add(`\${${name}}`, place(view, spec.file, line));
    }
  }
  return needs.list();
}

function outputVariables(spec: ToolSpec): { name: string; line: number | undefined }[] {
  return spec.parameters
    .filter((p) => p.path === "write" || p.path === "write-dir")
    .flatMap((p) =>
      p.relativeTo.flatMap((base) => {
        const name = /^\$\{(\w+)\}$/.exec(base)?.[1];
        const line = spec.positions[`tool.input.properties.${p.name}`]?.line;
        return name === undefined ? [] : [{ name, line }];
      })
    );
}
