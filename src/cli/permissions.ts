/**
 * `permissions`: the least-privilege allow-list of the loaded bundles, and why each grant is there.
 *
 * @module
 */
import { launchersOf, type ServerPermissions, serverPermissions } from "../plan/flags.ts";
import type { Plan } from "../plan/types.ts";
import {
  formatOrigin,
  type Grant,
  GRANT_KINDS,
  type ToolGrants,
  valuesOf,
} from "../policy/grant.ts";
import type { Json, JsonObject } from "../spec/types.ts";
import { Log } from "./log.ts";
import { type Options, UsageError } from "./options.ts";
import { permissionsPage } from "./permissions_html.ts";
import { locate, place, prepare } from "./prepare.ts";
import { serveCommand, serveFlags } from "./serve_flags.ts";
import { tell } from "./start.ts";

/** Prints the allow-list in the format asked for. */
export async function permissions(options: Options): Promise<number> {
  const format = options.format ?? "table";
  if (!["flags", "json", "table"].includes(format)) {
    throw new UsageError(`--format is "${format}", but must be one of flags, json, table`);
  }
  const prepared = await prepare({ ...options, logLevel: "warning" });
  const plan = options.write ? await place(prepared) : await locate(prepared);
  tell(plan, new Log("warning"));
  if (options.html) console.log(permissionsPage(plan));
  else if (format === "flags") console.log(serveFlags(plan).join("\n"));
  else if (format === "json") {
    console.log(JSON.stringify(allowList(plan, options.explain), null, 2));
  } else console.log(options.explain ? explainText(plan) : tableText(plan));
  if (options.write) {
    new Log("info").say(
      "info",
      `Written. To serve: deno ${serveCommand(plan).map(word).join(" ")}`,
    );
  }
  return 0;
}

function word(text: string): string {
  return /^[A-Za-z0-9_./:=@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The allow-list as data. The plan's own folder stands as `<plan>`: its name changes with every byte. */
export function allowList(plan: Plan, explain: boolean): JsonObject {
  const short = (path: string) => path.replace(plan.folder, "<plan>");
  const server = serverPermissions(plan);
  const bundles: Record<string, JsonObject> = {};
  for (const name of [...new Set(plan.grants.map((g) => g.bundle))].sort()) {
    const tools = plan.grants.filter((g) => g.bundle === name);
    bundles[name] = {
      ...kinds(tools.flatMap((t) => t.grants), explain),
      ...narrowed(tools, explain),
    };
  }
  return {
    sandbox: plan.tier.name,
    server: {
      run: server.run.map(short),
      read: server.read.map(short),
      write: server.write.map(short),
      env: server.env,
      net: server.net.allow === "unscoped" ? ["any public host"] : server.net.allow.map(short),
      denyNet: server.net.deny,
      sys: [],
      ffi: [],
    },
    roots: plan.roots.map((r) => ({ path: r.path, readOnly: r.readOnly, from: r.from })),
    bundles,
  };
}

function kinds(grants: readonly Grant[], explain: boolean): JsonObject {
  const result: JsonObject = {};
  for (const kind of GRANT_KINDS) {
    result[kind] = explain
      ? unique(
        grants.filter((g) => g.kind === kind).map((g) => ({
          value: g.value,
          ...(g.written !== undefined && { written: g.written }),
          from: formatOrigin(g.origin),
          how: g.origin.how,
        })),
      )
      : valuesOf(grants, kind).sort();
  }
  return result;
}

/** Tools that have less than their bundle. */
function narrowed(tools: readonly ToolGrants[], explain: boolean): JsonObject {
  const all = JSON.stringify(kinds(tools.flatMap((t) => t.grants), false));
  const result: Record<string, JsonObject> = {};
  for (const tool of tools) {
    if (JSON.stringify(kinds(tool.grants, false)) !== all) {
      result[tool.tool] = kinds(tool.grants, explain);
    }
  }
  return Object.keys(result).length > 0 ? { narrowed: result } : {};
}

function unique<T extends Json>(values: readonly T[]): T[] {
  const seen = new Set<string>();
  return values.filter((v) => !seen.has(JSON.stringify(v)) && seen.add(JSON.stringify(v)));
}

/** For people: who may do what, without origins. */
export function tableText(plan: Plan): string {
  const server = serverPermissions(plan);
  const lines = [
    `sandbox   ${plan.tier.name}: ${plan.tier.detail}`,
    "",
    "the server itself",
    `  run     ${server.run.length} ${
      plan.tier.name === "none" ? "programs" : "launchers in " + plan.folder
    }`,
    `  read    ${server.read.join(", ")}`,
    `  write   ${server.write.join(", ")}`,
    `  env     ${server.env.join(", ") || "nothing"}`,
    `  net     ${netText(server.net)}`,
    "",
    "roots (where path arguments may point)",
    ...(plan.roots.length === 0
      ? ["  none"]
      : plan.roots.map((r) => `  ${r.path}${r.readOnly ? " (read-only)" : ""}  from ${r.from}`)),
  ];
  for (const name of [...new Set(plan.grants.map((g) => g.bundle))].sort()) {
    const tools = plan.grants.filter((g) => g.bundle === name);
    const grants = tools.flatMap((t) => t.grants);
    lines.push("", `bundle ${name} (${tools.length} tools)`);
    for (const kind of GRANT_KINDS) {
      const values = valuesOf(grants, kind);
      if (values.length > 0) lines.push(`  ${kind.padEnd(7)} ${values.join(", ")}`);
    }
    const any = tools.some((t) => t.runAny);
    if (any) lines.push("  !       run: any shows every program of this machine, read-only");
    if (tools.some((t) => interpreterIn(t))) {
      lines.push(
        "  !       an interpreter can run any code in the fence: its list of programs binds only files",
      );
    }
  }
  return lines.join("\n");
}

function netText({ allow, deny }: ServerPermissions["net"]): string {
  if (allow === "unscoped") {
    return `every host but ${deny.join(", ")}: a tool declares any, or takes hosts from arguments`;
  }
  return allow.filter((h) => !h.startsWith("unix:")).join(", ") || "nothing";
}

const INTERPRETERS = /(^|\/)(python3?|perl|ruby|node|deno|php|lua)([0-9.]*)$/;

function interpreterIn(grants: ToolGrants): boolean {
  return grants.grants.some((g) => g.kind === "run" && INTERPRETERS.test(g.value));
}

/** Every grant with the file and line behind it, and what came to nothing. */
export function explainText(plan: Plan): string {
  const lines: string[] = [];
  for (const tool of plan.grants) {
    lines.push(`${tool.tool} (bundle ${tool.bundle})`);
    for (const g of tool.grants) {
      const written = g.written === undefined ? "" : ` (written ${g.written})`;
      lines.push(`  ${g.kind.padEnd(6)} ${g.value}${written}  ${formatOrigin(g.origin)}`);
    }
    for (const d of tool.dropped) {
      lines.push(
        `  -      ${d.kind} ${d.written}: dropped, ${d.reason}  ${formatOrigin(d.origin)}`,
      );
    }
    const planned = plan.tools.find((t) => t.specName === tool.tool);
    for (const p of planned?.parameters ?? []) {
      if (p.path) lines.push(`  call   the paths in "${p.name}", to ${p.path}, within the roots`);
    }
    lines.push("");
  }
  lines.push("the server itself");
  const server = serverPermissions(plan);
  const own = `(itself)`;
  for (const path of server.run) {
    const tool = plan.tools.find((t) => [...launchersOf(t), t.direct?.program].includes(path));
    lines.push(`  run    ${path}  ${tool ? `${tool.file}:1` : own}`);
  }
  for (const path of server.read) lines.push(`  read   ${path}  plan and state ${own}`);
  for (const path of server.write) lines.push(`  write  ${path}  state ${own}`);
  for (const host of server.net.allow === "unscoped" ? [] : server.net.allow) {
    const whose = plan.grants.flatMap((g) => g.grants).find((g) =>
      g.kind === "net" && (host === g.value || host === `${g.value}:443`)
    );
    lines.push(`  net    ${host}  ${whose ? formatOrigin(whose.origin) : own}`);
  }
  for (const name of server.env) {
    const grant = plan.grants.flatMap((g) => g.grants).find((g) =>
      g.kind === "env" && g.value === name
    );
    lines.push(`  env    ${name}  ${grant ? formatOrigin(grant.origin) : own}`);
  }
  return lines.join("\n");
}
