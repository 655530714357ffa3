/**
 * `doctor`: what works on this machine, and how to mend what does not.
 *
 * @module
 */
import { output } from "../process/output.ts";
import { NOBODY } from "../plan/owner.ts";
import { missingMessage, resolvePrograms } from "../plan/programs.ts";
import { installHint } from "../sandbox/install_hints.ts";
import { formatProblem, hasErrors } from "../spec/problem.ts";
import { COLUMNS, wrap } from "../spec/wrap.ts";
import type { Plan } from "../plan/types.ts";
import type { Options } from "./options.ts";
import { place, prepare } from "./prepare.ts";
import { callCommand, serverEnvironment } from "./serve_flags.ts";

/** What stands before a line that has no mark. */
const INDENT = " ".repeat("FAIL ".length);

/** No healthz takes longer: they are light by contract. */
const HEALTH_MS = 30_000;

/** Prints the report; the exit code is 1 when something needs mending. */
export async function doctor(options: Options): Promise<number> {
  const prepared = await prepare(options);
  const plan = await place(prepared);
  let well = true;
  const line = (good: boolean, text: string) => {
    well &&= good;
    say(text, good ? "ok   " : "FAIL ");
  };
  const { tier } = prepared;
  console.log("Sandbox");
  line(tier.name !== "missing" && tier.name !== "none", `${tier.name}: ${tier.detail}`);
  if (tier.name === "missing") say(tier.mend);
  if (plan.asRoot) {
    say(
      "Started by root: tools run as the owner of the root they touch, without a root as nobody. " +
        "For tools that run as uid 0 (a root folder owned by root) the process limit cannot bind " +
        "(setrlimit(2), RLIMIT_NPROC)",
    );
  }
  console.log("\nRoots");
  if (plan.roots.length === 0) say("none: tools with path arguments are of no use");
  for (const r of plan.roots) say(`${r.path}${r.readOnly ? " (read-only)" : ""}, from ${r.from}`);
  for (const n of plan.notices) say(n);
  if (plan.problems.length > 0) {
    console.log("\nBundles");
    for (const p of plan.problems) line(!hasErrors([p]), formatProblem(p));
  }
  programs(plan, prepared.host.env("PATH") ?? "", line);
  await health(plan, line);
  console.log(`\n${well ? "All is well" : "Something needs mending: see the lines that say FAIL"}`);
  return well ? 0 : 1;
}

/** Lines of a terminal's width, the first with a mark before it, the others below its text. */
function say(text: string, mark = INDENT) {
  text.split("\n").flatMap((part) => wrap(part, COLUMNS - INDENT.length))
    .forEach((part, i) => console.log(`${i === 0 ? mark : INDENT}${part}`.trimEnd()));
}

function programs(plan: Plan, path: string, line: (good: boolean, text: string) => void) {
  console.log("\nPrograms");
  const told = new Set<string>();
  for (const grants of plan.grants) {
    const { found, missing } = resolvePrograms(grants, path, plan.asRoot ? NOBODY : undefined);
    for (const f of found) {
      if (told.has(f.name)) continue;
      told.add(f.name);
      const real = f.real === f.path ? "" : ` -> ${f.real}`;
      line(
        true,
        `${f.name}: ${f.path}${real}${
          f.shim === f.path ? " (a shim; nothing found behind it)" : ""
        }`,
      );
    }
    for (const m of missing) {
      if (told.has(m.name)) continue;
      told.add(m.name);
      if (m.barrier) {
        line(m.optional, missingMessage([m]));
        continue;
      }
      const looked = [...new Set(m.looked)].join(", ");
      line(
        m.optional,
        `${m.name}: not found${m.optional ? " (optional)" : ""}; looked at ${looked}`,
      );
      say(installHint(m.name));
    }
  }
}

async function health(plan: Plan, line: (good: boolean, text: string) => void) {
  console.log("\nHealth");
  const tools = plan.tools.filter((t) => t.specName.endsWith("__healthz"));
  const answers = await Promise.all(tools.map((t) => ask(plan, t.name)));
  answers.forEach((record, i) => {
    const said = String(record.message ?? (record.stdout || record.stderr)).trim();
    line(record.status === "success", `${tools[i]!.bundle}: ${said}`);
  });
}

/** One call as the server would make it. */
async function ask(plan: Plan, tool: string): Promise<Record<string, unknown>> {
  const { stdout, stderr } = await output({
    program: Deno.execPath(),
    args: callCommand(plan, ["--caller", "doctor", "--record", tool, "{}"]),
    env: serverEnvironment(plan),
    cwd: "/",
    timeoutMs: HEALTH_MS,
  });
  try {
    return JSON.parse(stdout);
  } catch {
    return { status: "error", message: stderr.trim() || "no answer in time" };
  }
}
