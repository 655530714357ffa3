import type { LintRule, Spot } from "../../rule.ts";

/**
 * Set by the sandbox or by the shell itself: environ(7), bash(1) "Shell Variables".
 */
const STANDARD = new Set(
  ("PATH HOME TMPDIR TZ LANG TERM PWD OLDPWD USER LOGNAME SHELL HOSTNAME UID EUID PPID IFS REPLY RANDOM SRANDOM SECONDS " +
    "LINENO OPTARG OPTIND OPTERR PIPESTATUS FUNCNAME OSTYPE MACHTYPE HOSTTYPE SHLVL EPOCHSECONDS EPOCHREALTIME GROUPS " +
    "DIRSTACK MAPFILE COPROC COLUMNS LINES TIMEFORMAT PS4 COMP_WORDS TOOL_RESULT_DIR NO_COLOR")
    .split(" "),
);
const STANDARD_FAMILY = /^(BASH(_[A-Z]+)?|LC_[A-Z]+|XDG_[A-Z_]+)$/;

/** Variables that nobody sets. */
export const variableUndeclared: LintRule = {
  id: "variable-undeclared",
  level: "warning",
  title: "A script reads variables that its tool sets",
  why:
    "The environment of a call holds what is declared and nothing else, so the variable is never set",
  mend:
    'Set it in "execution.env", with a name of the server\'s environment declared in "env", or correct its name',
  check: (view) =>
    view.scripts.filter((s) => !s.isSmokeTest).flatMap((script): Spot[] => {
      const tools = view.toolsOf(script);
      if (tools.length === 0) return [];
      const known = new Set(view.bundle.manifest?.permissions.env ?? []);
      for (const tool of tools) {
        const { fromParams, fromRuntime, static: fixed } = tool.spec.env;
        for (const set of [fromParams, fromRuntime, fixed]) {
          Object.keys(set).forEach((n) => known.add(n));
        }
        for (const other of view.scriptsOf(tool)) {
          for (const name of other.facts().assigned.keys()) known.add(name);
        }
      }
      const seen = new Set<string>();
      return script.facts().expansions.filter(({ name }) => {
        if (!/^[A-Z][A-Z0-9_]+$/.test(name) || known.has(name) || seen.has(name)) return false;
        seen.add(name);
        return !STANDARD.has(name) && !STANDARD_FAMILY.test(name);
      }).map(({ name, line, column }) => ({
        file: script.path,
        line,
        column,
        message: `The script reads "${name}", which no tool sets`,
      }));
    }),
};
