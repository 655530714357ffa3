/**
 * `permissions --html`: the allow-list as one page that needs nothing else, and no script to be
 * read. Pure.
 *
 * @module
 */
import { serverPermissions } from "../plan/flags.ts";
import type { Plan } from "../plan/types.ts";
import { formatOrigin, GRANT_KINDS, type ToolGrants } from "../policy/grant.ts";
import { formatProblem } from "../spec/problem.ts";
import { PROGRAM_NAME, VERSION } from "../version.ts";

const STYLE = `
:root{color-scheme:light dark;--line:#8796a5;--soft:#8796a522;--ok:#2e7d46;--bad:#b3261e}
body{font:16px/1.5 system-ui,sans-serif;max-width:62rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.6rem}h2{margin-top:2rem}code{overflow-wrap:anywhere}
section.fence{border:3px solid var(--line);border-radius:10px;padding:.2rem 1rem 1rem;margin:1rem 0}
section.fence section.fence{border-style:dashed}
.ok{border-color:var(--ok)!important}.bad{border-color:var(--bad)!important;color:var(--bad)}
table{border-collapse:collapse;width:100%}td,th{text-align:left;vertical-align:top;padding:.25rem .6rem;border-bottom:1px solid var(--soft)}
td:first-child{width:5rem}summary{cursor:pointer;font-weight:600;padding:.3rem 0}
input{font:inherit;width:100%;padding:.4rem;margin:1rem 0;box-sizing:border-box}
.none{opacity:.7}`;

/** Opens and closes what does not hold the words; without it everything is there to read. */
const SCRIPT = `
const find=document.createElement("input");find.type="search";find.placeholder="Find a tool, a grant, a file";
find.setAttribute("aria-label",find.placeholder);document.querySelector("header").append(find);
find.addEventListener("input",()=>{const words=find.value.toLowerCase().split(/\\s+/).filter(Boolean);
for(const tool of document.querySelectorAll("details")){const text=tool.textContent.toLowerCase();
const hit=words.every(w=>text.includes(w));tool.hidden=!hit;tool.open=hit&&words.length>0}});`;

/** The page. */
export function permissionsPage(plan: Plan): string {
  const confined = plan.tier.name !== "none" && plan.tier.name !== "missing";
  const bundles = [...new Set(plan.grants.map((g) => g.bundle))].sort();
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>What ${esc(plan.server.name)} may do</title><style>${STYLE}</style></head><body>
<header><h1>What ${esc(plan.server.name)} may do</h1>
<p>${PROGRAM_NAME} ${
    esc(VERSION)
  }; ${plan.tools.length} tools of ${bundles.length} bundles; sandbox: <b>${
    esc(plan.tier.name)
  }</b> (${esc(plan.tier.detail)})</p></header>
${notes(plan)}
<section class="fence ${confined ? "ok" : "bad"}"><h2>The server: Deno's flags</h2>
${serverTable(plan)}
<h2>Roots: where the paths of a call may point</h2>
${
    list(plan.roots.map((r) =>
      `${code(r.path)}${r.readOnly ? " (read-only)" : ""}, from ${code(r.from)}`
    ))
  }
${bundles.map((name) => bundleSection(plan, name, confined)).join("\n")}
</section>
<script>${SCRIPT}</script></body></html>
`;
}

/** What differs from the lock, and what else was said when the plan was derived. */
function notes(plan: Plan): string {
  const said = [...plan.notices, ...plan.problems.map(formatProblem)];
  if (said.length === 0) return "";
  return `<section class="fence bad"><h2>Look at this first</h2>${list(said.map(esc))}</section>`;
}

function serverTable(plan: Plan): string {
  const { run, read, write, env, net } = serverPermissions(plan);
  const hosts = net.allow === "unscoped" ? ["every public host"] : net.allow;
  return table([
    ["run", plan.tier.name === "none" ? run.map(code) : [`${run.length} launchers`], ""],
    ["read", read.map(code), "plan and state"],
    ["write", write.map(code), "state"],
    ["env", env.map(code), "declared variables"],
    ["net", hosts.map(code), ""],
  ]);
}

function bundleSection(plan: Plan, name: string, confined: boolean): string {
  const tools = plan.grants.filter((g) => g.bundle === name);
  return `<section class="fence ${confined ? "ok" : "bad"}"><h2>${esc(name)}</h2>
${tools.map((t) => toolDetails(plan, t)).join("\n")}</section>`;
}

function toolDetails(plan: Plan, tool: ToolGrants): string {
  const rows: Row[] = GRANT_KINDS.flatMap((kind) =>
    tool.grants.filter((g) => g.kind === kind).map((g): Row => [
      kind,
      [code(g.value) + (g.written === undefined ? "" : ` written ${code(g.written)}`)],
      esc(formatOrigin(g.origin)),
    ])
  );
  for (const d of tool.dropped) {
    rows.push([
      `<s>${d.kind}</s>`,
      [`${code(d.written)} dropped: ${esc(d.reason)}`],
      esc(formatOrigin(d.origin)),
    ]);
  }
  const planned = plan.tools.find((t) => t.specName === tool.tool);
  for (const { name, path } of planned?.parameters ?? []) {
    if (path) rows.push(["call", [`the paths in ${code(name)}, to ${path}`], "within the roots"]);
  }
  const fault = planned?.unavailable
    ? `<p class="bad">${esc(planned.unavailable.message)}</p>`
    : "";
  return `<details><summary>${esc(tool.tool)}</summary>${fault}${table(rows)}</details>`;
}

/** Kind, values and origin, as HTML. */
type Row = [kind: string, values: string[], origin: string];

function table(rows: readonly Row[]): string {
  const lines = rows.map(([kind, values, origin]) =>
    `<tr><td>${kind}</td><td>${
      values.join("<br>") || '<span class="none">nothing</span>'
    }</td><td>${origin}</td></tr>`
  );
  return `<table>${lines.join("")}</table>`;
}

function list(items: readonly string[]): string {
  return items.length === 0
    ? '<p class="none">none</p>'
    : `<ul>${items.map((i) => `<li>${i}</li>`).join("")}</ul>`;
}

function code(text: string): string {
  return `<code>${esc(text)}</code>`;
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function esc(text: string): string {
  return text.replace(/[&<>"]/g, (c) => ENTITIES[c]!);
}
