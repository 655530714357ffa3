import { programCalls } from "../../grants.ts";
import type { LintRule, Spot } from "../../rule.ts";
import type { Word } from "../../shell/facts.ts";

const WRITES = /^(>|>>|>\||&>|&>>|<>)$/;
/** Devices, descriptors, and what every call has of its own. */
const FREE = /^(\/tmp(\/|$)|\/dev\/(null|stdout|stderr|tty|fd\/\d+|shm(\/|$))|\/proc\/self\/)/;
/** Programs that write the files they are given; of those with `last` only the last one. */
const WRITERS: Record<string, "all" | "last"> = {
  tee: "all",
  touch: "all",
  mkdir: "all",
  rm: "all",
  rmdir: "all",
  truncate: "all",
  shred: "all",
  chmod: "all",
  cp: "last",
  mv: "last",
  install: "last",
  ln: "last",
};

/** Fixed places that are written are declared. */
export const writeUndeclared: LintRule = {
  id: "write-undeclared",
  level: "error",
  title: "Fixed places that a script writes are declared",
  why:
    "Everything that is not declared is read-only or missing inside the sandbox, so the write fails",
  mend:
    'Write below "${TMPDIR:-/tmp}" or to a path that the call names, or add the place to "write"',
  check: (view) =>
    !view.bundle.manifest ? [] : view.bundle.tools.flatMap((tool) => {
      const permissions = { ...view.bundle.manifest!.permissions, ...tool.spec.permissions };
      const allowed = [...permissions.write ?? [], tool.spec.workingDirectory ?? ""];
      const spots: Spot[] = [];
      const look = (file: string, word: Word) => {
        const path = word.literal;
        if (path === undefined || !path.startsWith("/") || FREE.test(path)) return;
        if (allowed.some((a) => a !== "" && (path === a || path.startsWith(`${a}/`)))) return;
        const { line, column } = word;
        spots.push({
          file,
          line,
          column,
          message: `The script writes "${path}", which the permissions do not declare`,
        });
      };
      for (const script of view.scriptsOf(tool)) {
        for (const r of script.facts().redirects) {
          if (WRITES.test(r.operator)) look(script.path, r.target);
        }
      }
      for (const { program, args, script } of programCalls(view, tool)) {
        const which = Object.hasOwn(WRITERS, program) ? WRITERS[program] : undefined;
        for (const word of which === "all" ? args : which === "last" ? args.slice(-1) : []) {
          look(script.path, word);
        }
      }
      return spots;
    }),
};
