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
import type { Plan } from "../plan/types.ts";
import { DoctorReport } from "./doctor_report.ts";
import type { Options } from "./options.ts";
import { place, prepare } from "./prepare.ts";
import { callCommand, serverEnvironment } from "./serve_flags.ts";

/** No healthz takes longer: they are light by contract. */
const HEALTH_MS = 30_000;

/** Prints the report; the exit code is 1 when something needs mending. */
export async function doctor(options: Options): Promise<number> {
  const prepared = await prepare(options);
  const plan = await place(prepared);
  const report = new DoctorReport(options.json);
  const line = (good: boolean, text: string) => report.line(good, text);
  const say = (text: string) => report.say(text);
  const { tier } = prepared;
  report.section("Sandbox");
  line(tier.name !== "missing" && tier.name !== "none", `${tier.name}: ${tier.detail}`);
  if (tier.name === "missing") say(tier.mend);
  if (plan.asRoot) {
    say(
      "Started by root: tools run as the owner of the root they touch, without a root as nobody. " +
        "For tools that run as uid 0 (a root folder owned by root) the process limit cannot bind " +
        "(setrlimit(2), RLIMIT_NPROC)",
    );
  }
  report.section("Roots");
  if (plan.roots.length === 0) say("none: tools with path arguments are of no use");
  for (const r of plan.roots) say(`${r.path}${r.readOnly ? " (read-only)" : ""}, from ${r.from}`);
  for (const n of plan.notices) say(n);
  if (plan.problems.length > 0) {
    report.section("Bundles");
    for (const p of plan.problems) line(!hasErrors([p]), formatProblem(p));
  }
  programs(plan, prepared.host.env("PATH") ?? "", report);
  await health(plan, report);
  return report.end();
}

function programs(plan: Plan, path: string, report: DoctorReport) {
  const line = (good: boolean, text: string) => report.line(good, text);
  report.section("Programs");
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
      report.say(installHint(m.name));
    }
  }
}

async function health(plan: Plan, report: DoctorReport) {
  report.section("Health");
  const tools = plan.tools.filter((t) => t.specName.endsWith("__healthz"));
  const answers = await Promise.all(tools.map((t) => ask(plan, t.name)));
  answers.forEach((record, i) => {
    const said = String(record.message ?? (record.stdout || record.stderr)).trim();
    report.line(record.status === "success", `${tools[i]!.bundle}: ${said}`);
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
