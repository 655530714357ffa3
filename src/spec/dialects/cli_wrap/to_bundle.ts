/**
 * A configuration as the files of a bundle that behaves the same.
 *
 * Pure; no Deno permission is needed.
 *
 * @module
 */
import { stringify } from "@std/yaml";
import { hijackReason } from "../../environment_names.ts";
import { templateNames } from "../../template.ts";
import type { Parameter, PermissionSet, ToolSpec } from "../../types.ts";
import type { WrapConfig } from "./types.ts";

/** Relative paths with their texts, and what a tool file cannot say. */
export interface Converted {
  files: Record<string, string>;
  notices: string[];
}

/** Longest name of a tool in a bundle. */
const MAX_NAME = 64;

/**
 * Converts a file.
 *
 * @param bundle The bundle's name
 * @param specs Its tools as they are served, in the order of the file
 * @param programs What the tools run besides their own program: the commands of shells
 */
export function toBundle(
  config: WrapConfig,
  bundle: string,
  specs: readonly ToolSpec[],
  programs: readonly string[],
): Converted {
  const files: Record<string, string> = {};
  const notices: string[] = [];
  const run = new Set<string>();
  for (const spec of specs) {
    const name = `${bundle}__${slug(spec.results!.tool)}`.slice(0, MAX_NAME);
    const file = `spec_yaml/${name}.yaml`;
    if (file in files) {
      notices.push(`Two tools would be called "${name}": rename "${spec.bareName}"`);
    }
    if (spec.program.kind === "argv") run.add(spec.program.argv[0]!);
    files[file] = stringify(toolFile(spec, name, notices) as Record<string, unknown>, {
      lineWidth: -1,
    });
  }
  const optional = programs.filter((p) => !run.has(p)).map((name) => ({ name, optional: true }));
  files["bundle.yaml"] = stringify({
    apiVersion: "v1",
    bundle: {
      name: bundle,
      version: "1.0.0",
      description: (config.description ?? `The tools of ${config.name}.`).split("\n")[0],
    },
    permissions: { run: [...run, ...optional], ...permissionsOf(config.permissions) },
  }, { lineWidth: -1 });
  return { files, notices };
}

function toolFile(spec: ToolSpec, name: string, notices: string[]): unknown {
  const results = spec.results!;
  const argv = spec.program.kind === "argv" ? spec.program.argv : [];
  const own = spec.parameters.filter((p) => p.path === undefined);
  const used = own.filter((p) => argv.some((e) => e.includes(`{${p.name}}`)));
  for (const p of own) {
    if (!used.includes(p)) {
      notices.push(`"${p.name}" of "${results.tool}" is left out: nothing reads it`);
    } else if (p.name.startsWith("_")) {
      notices.push(
        `"${p.name}" of "${results.tool}" begins with "_", which tool files refuse: rename it`,
      );
    }
  }
  const env = Object.entries(spec.env.static).filter(([variable, value]) => {
    const why = hijackReason(variable, "static", value) ??
      (templateNames(value).length > 0 ? "holds a template" : undefined);
    if (why) notices.push(`The variable "${variable}" of "${results.tool}" is left out: it ${why}`);
    return !why;
  });
  return {
    apiVersion: "v1",
    tool: {
      name,
      bareName: /^[A-Za-z]/.test(results.tool) ? results.tool : `t${results.tool}`,
      description: tsdoc(spec.description),
      input: {
        properties: Object.fromEntries(used.map((p) => [p.name, property(p)])),
        required: used.filter((p) => p.required).map((p) => p.name),
      },
    },
    execution: {
      argv,
      env: { fromRuntime: spec.env.fromRuntime, static: Object.fromEntries(env) },
      workingDirectory: ".",
      timeoutMs: spec.timeoutMs ?? "none",
      taskMode: spec.taskMode,
      results: {
        server: results.server,
        inlineMaxOutputBytes: results.inlineBytes,
        outputMode: results.outputMode,
        inlineOnLargeOutput: results.onLarge,
        ...(results.folder !== undefined && { fileOutputDir: results.folder }),
      },
    },
  };
}

function property(p: Parameter): Record<string, unknown> {
  const { name: _, required: _r, relativeTo: _t, allowDashPrefix, ...rest } = p;
  return { ...rest, ...(allowDashPrefix && p.type !== "boolean" && { allowDashPrefix }) };
}

/** Tags and the end of a comment would be read as such. */
function tsdoc(text: string): string {
  const lines = text.replaceAll("*/", "* /").split("\n").map((l) =>
    ` * ${l.replace(/^(\s*)@/, "$1(at)")}`.trimEnd()
  );
  return ["/**", ...lines, " */"].join("\n");
}

function slug(name: string): string {
  const words = name.toLowerCase().replace(/[^a-z0-9]+/g, "_").replace(/^_+|_+$/g, "");
  return words === "" ? "tool" : words;
}

function permissionsOf(set: PermissionSet | undefined): Record<string, unknown> {
  const { run: _, runAny: _any, net, ...rest } = set ?? {};
  return {
    ...rest,
    ...(net && { net: net.map((n) => "host" in n ? n.host : n) }),
  };
}
