import { programsOf } from "../../../policy/programs_of.ts";
import type { LintRule, Spot } from "../../rule.ts";

const IMPORT = /^[ \t]*(?:import|from)[ \t]+([\w.]+(?:[ \t]*,[ \t]*[\w.]+)*)/gm;
const STARTS = new Set(["subprocess", "pty", "multiprocessing"]);
const TALKS = new Set(
  "socket urllib http requests httpx aiohttp ftplib smtplib telnetlib urllib3 websockets paramiko"
    .split(" "),
);

/** What a Python script can reach by its imports. */
export const pythonImports: LintRule = {
  id: "python-imports",
  level: "warning",
  title: "A Python script's imports fit its bundle's grants",
  why: "A module that starts programs or opens connections fails where none is granted",
  mend: 'Declare the program in "run" or the host in "net", or do without the module',
  check: ({ bundle, files }) =>
    bundle.tools.flatMap((tool): Spot[] => {
      const own = programsOf(tool).map((p) => p.program);
      if (tool.script === undefined || !own.some((p) => /python[\d.]*$/.test(p))) return [];
      const text = files.find((f) => f.path === tool.script)?.text ?? "";
      const permissions = { ...bundle.manifest?.permissions, ...tool.spec.permissions };
      const others = (permissions.run ?? []).filter((e) => !own.includes(e.program));
      const file = tool.script;
      return [...text.matchAll(IMPORT)].flatMap((match): Spot[] => {
        const line = text.slice(0, match.index).split("\n").length;
        return match[1]!.split(",").map((m) => m.trim().split(".")[0]!).flatMap((module) => {
          if (STARTS.has(module) && others.length === 0 && !permissions.runAny) {
            return [{
              file,
              line,
              message: `The script imports "${module}", and no other program is declared`,
            }];
          }
          if (TALKS.has(module) && (permissions.net ?? []).length === 0) {
            return [{
              file,
              line,
              message: `The script imports "${module}", and no host is declared`,
            }];
          }
          return [];
        });
      });
    }),
};
