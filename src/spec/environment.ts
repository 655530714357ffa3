/**
 * The `execution.env` part: where the child's variables come from.
 *
 * @module
 */
import { quote } from "./describe.ts";
import { hijackReason, isVariableName, type VariableSource } from "./environment_names.ts";
import type { Mapping } from "./mapping.ts";
import { templateNames } from "./template.ts";
import type { EnvironmentSpec } from "./types.ts";
import { childPath } from "./yaml_walk.ts";

/** Reads `env`. Whether `fromParams` and templates name inputs is checked later. */
export function readEnvironment(execution: Mapping): EnvironmentSpec {
  const env = execution.mapping("env")?.allow(["fromRuntime", "static", "fromParams"]);
  const fixed = env?.textMap("static") ?? {};
  const fromParams = env?.textMap("fromParams") ?? {};
  for (const [name, value] of Object.entries(fixed)) {
    const fromCall = templateNames(value).length > 0;
    checkTarget(env!, "static", name, fromCall ? "fromParams" : "static", value);
  }
  for (const name of Object.keys(fromParams)) checkTarget(env!, "fromParams", name, "fromParams");
  return { fromRuntime: readRuntime(env), static: fixed, fromParams };
}

/** A source is one name or a list of names, first that is set and not empty. */
function readRuntime(env: Mapping | undefined): Record<string, string[]> {
  const runtime = env?.mapping("fromRuntime");
  const sources: [string, string[]][] = [];
  for (const [target, value] of runtime?.entries() ?? []) {
    checkTarget(env!, "fromRuntime", target, "fromRuntime");
    const path = runtime!.at(target);
    if (!Array.isArray(value)) {
      const name = runtime!.text(target);
      if (name !== undefined) checkSource(runtime!, path, name);
      sources.push([target, name === undefined ? [] : [name]]);
      continue;
    }
    const names = runtime!.texts(target) ?? [];
    runtime!.notEmpty(target);
    runtime!.distinct(target);
    names.forEach((name, index) => checkSource(runtime!, childPath(path, index), name));
    sources.push([target, names]);
  }
  return Object.fromEntries(sources);
}

function checkSource(runtime: Mapping, path: string, name: string) {
  if (isVariableName(name)) return;
  runtime.report.value("env-name", path, `${quote(name)} is no name of a variable`);
}

function checkTarget(
  env: Mapping,
  block: string,
  name: string,
  source: VariableSource,
  value?: string,
) {
  const path = childPath(env.at(block), name);
  if (!isVariableName(name)) {
    env.report.key("env-name", path, `${quote(name)} is no name of a variable`);
    return;
  }
  const reason = hijackReason(name, source, value);
  if (reason === undefined) return;
  env.report.key("env-hijack", path, `The variable ${quote(name)} ${reason}`);
}
