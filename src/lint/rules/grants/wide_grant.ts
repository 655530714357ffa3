import { baseName } from "../../grants.ts";
import type { LintRule } from "../../rule.ts";
import { INTERPRETERS, SHELLS } from "../../shell/builtins.ts";

/** What a grant really means, in words. */
export const wideGrant: LintRule = {
  id: "wide-grant",
  level: "info",
  title: "Grants that stand for more than one program",
  why: "Whoever may run an interpreter may run any code with the rest of the grants",
  mend: "Read the scripts that use it: they are what the grant means",
  check: ({ bundle }) => {
    const manifest = bundle.manifest;
    if (!manifest) return [];
    const at = (path: string) => ({ file: manifest.file, ...manifest.positions[path] });
    if (manifest.permissions.runAny) {
      return [{
        ...at("permissions.run"),
        message:
          '"any" shows every program of the host to the tools, though each still runs in the sandbox',
        mend: "Name the programs where they can be known",
      }];
    }
    return (manifest.permissions.run ?? []).flatMap(({ program }, index) => {
      const name = baseName(program);
      const kind = SHELLS.has(name)
        ? "a shell"
        : INTERPRETERS.has(name)
        ? "an interpreter"
        : undefined;
      if (kind === undefined) return [];
      return [{
        ...at(`permissions.run.${index}`),
        message:
          `"${program}" is ${kind}: it runs any code that a script gives it, inside the sandbox`,
      }];
    });
  },
};
