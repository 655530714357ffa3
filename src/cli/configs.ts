/**
 * Configurations of cli-wrap that the command line names.
 *
 * Deno permissions: `--allow-read`, `--allow-env`.
 *
 * @module
 */
import { configBundles, readConfig } from "../bundle/config.ts";
import type { Bundle } from "../bundle/types.ts";
import { type Host, typedPath } from "../policy/host.ts";
import { type Root, rootOf } from "../policy/roots.ts";
import { isVariableName } from "../spec/environment_names.ts";
import { formatProblem, hasErrors } from "../spec/problem.ts";
import type { WrapConfig } from "../spec/dialects/cli_wrap/types.ts";
import { missingHints } from "./config_hints.ts";
import { type Options, UsageError } from "./options.ts";

/** Variables that name the place of a process, or that the launcher of a tool sets anew. */
const NOT_HANDED_ON = new Set(["PATH", "HOME", "PWD", "OLDPWD", "SHLVL", "_"]);

/**
 * The bundles of `--config`, with what is to be said of them.
 *
 * @throws {UsageError} with every error of every file, when there is one
 */
export function loadConfigs(
  options: Pick<Options, "configs" | "inheritHost">,
  host: Host,
  roots: readonly Root[],
): { bundles: Bundle[]; notices: string[] } {
  const found = readConfigs(options.configs, host);
  const cwd = host.realPath(typedPath(".", host)) ?? host.cwd;
  const inherits = options.inheritHost;
  const hasCwd = inherits || rootOf(cwd, roots) !== undefined;
  const { bundles, notices } = configBundles(found.configs, {
    cwd,
    ...(hasCwd && { workingDirectory: cwd }),
    inherited: inherits ? hostVariables() : [],
    inheritsHost: inherits,
  });
  if (inherits) {
    notices.push(
      "The tools of the configuration run with all that you may do, and see your whole environment (--inherit host)",
    );
  } else notices.push(...found.configs.flatMap((config) => missingHints(config, host)));
  return { bundles, notices: [...found.warnings, ...notices] };
}

/**
 * Reads the files, each once.
 *
 * @throws {UsageError}
 */
export function readConfigs(
  typed: readonly string[],
  host: Host,
): { configs: WrapConfig[]; warnings: string[] } {
  const files = [
    ...new Set(typed.map((file) => {
      const path = typedPath(file, host);
      return host.realPath(path) ?? path;
    })),
  ];
  const read = files.map(readConfig);
  const problems = read.flatMap((r) => r.problems);
  const errors = problems.filter((p) => hasErrors([p]));
  if (errors.length > 0) throw new UsageError(errors.map(formatProblem).join("\n"));
  return {
    configs: read.flatMap((r) => r.config ?? []),
    warnings: problems.map(formatProblem),
  };
}

function hostVariables(): string[] {
  return Object.keys(Deno.env.toObject())
    .filter((name) => isVariableName(name) && !NOT_HANDED_ON.has(name)).sort();
}
