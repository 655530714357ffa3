/**
 * Whether a tool's permissions only narrow those of its bundle.
 *
 * @module
 */
import { parseHost } from "./net_host.ts";
import { ruleOf } from "./rules.ts";
import type { Problem } from "./problem.ts";
import type { NetEntry, PermissionSet, ToolSpec } from "./types.ts";

/** The block that the positions of a tool's permissions begin with. */
const BLOCK = "execution.permissions";

/**
 * Every entry of a tool that its bundle does not have. A key that is absent in the bundle is none.
 *
 * @param tool The tool's own block
 * @param bundle The manifest's block
 * @param spec Where the tool's entries stand
 */
export function narrow(
  tool: PermissionSet,
  bundle: PermissionSet,
  spec: Pick<ToolSpec, "file" | "positions">,
): Problem[] {
  const problems: Problem[] = [];
  const widens = (path: string, entry: string) => {
    const at = spec.positions[`${BLOCK}.${path}`] ?? spec.positions[BLOCK];
    problems.push({
      rule: "permission-widens",
      level: "error",
      file: spec.file,
      ...at ?? { line: 1, column: 1 },
      message: `The bundle does not grant "${entry}"`,
      mend: ruleOf("permission-widens").mend,
    });
  };
  if (tool.runAny && !bundle.runAny) widens("run", "any");
  const programs = bundle.run?.map((entry) => entry.program) ?? [];
  tool.run?.forEach(({ program }, index) => {
    if (!bundle.runAny && !programs.includes(program)) widens(`run.${index}`, program);
  });
  for (const key of ["env", "host"] as const) {
    const granted: readonly string[] = bundle[key] ?? [];
    tool[key]?.forEach((entry, index) => {
      if (!granted.includes(entry)) widens(`${key}.${index}`, entry);
    });
  }
  const folders = {
    // What may be written may be read.
    read: [...bundle.read ?? [], ...bundle.write ?? []],
    write: bundle.write ?? [],
    home: bundle.home ?? [],
  };
  for (const key of ["read", "write", "home"] as const) {
    tool[key]?.forEach((entry, index) => {
      if (!folders[key].some((folder) => holds(folder, entry))) widens(`${key}.${index}`, entry);
    });
  }
  tool.net?.forEach((entry, index) => {
    if (bundle.net?.some((granted) => admits(granted, entry))) return;
    widens(`net.${index}`, "host" in entry ? entry.host : entry.fromParam);
  });
  return problems;
}

/** Whether a folder is the path or above it, by the text of both. */
function holds(folder: string, path: string): boolean {
  const parts = segments(path);
  return segments(folder).every((part, index) => part === parts[index]);
}

function segments(path: string): string[] {
  const parts = path.split("/").filter((part) => part !== "" && part !== ".");
  return path.startsWith("/") ? ["/", ...parts] : parts;
}

/** Whether a granted entry covers another one. `any` covers public hosts only. */
function admits(granted: NetEntry, entry: NetEntry): boolean {
  if ("fromParam" in granted) return "fromParam" in entry && entry.fromParam === granted.fromParam;
  if ("fromParam" in entry) return granted.host === "any";
  if (granted.host === entry.host) return true;
  if (entry.host === "any" || entry.host.startsWith("${")) return false;
  const name = entry.host.replace(/:[0-9]+$/, "");
  if (granted.host === "any") return isPublic(name);
  if (granted.host === name) return true;
  return granted.host.startsWith("*.") && name.endsWith(granted.host.slice(1));
}

/** Names that need a port are private or addresses, so `any` does not cover them. */
function isPublic(name: string): boolean {
  return !("rule" in parseHost(name));
}
