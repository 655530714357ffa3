/**
 * `doctor --attack`: tries on this machine what a tool must not be able to do, under the very
 * launchers, flags and limits that a server gets here, and then without them.
 *
 * @module
 */
import { attempt, type CallTool } from "../attack/attempt.ts";
import { Bystander } from "../attack/bystander.ts";
import { careless } from "../attack/careless.ts";
import { exitCodeOf, judgeProbe, type Row, summary, table } from "../attack/compare.ts";
import { inherited, layOut, type Places, setHelper, type Targets } from "../attack/ground.ts";
import { type Fence, gapOf, type Group, groupsOf } from "../attack/groups.ts";
import type { Probe, Report, SettingName } from "../attack/probe.ts";
import { NOBODY } from "../plan/owner.ts";
import type { Plan } from "../plan/types.ts";
import { thisHost } from "../policy/host.ts";
import { output } from "../process/output.ts";
import { findProgram } from "../sandbox/programs.ts";
import type { Options } from "./options.ts";
import { guardBase, ownPlaces, startedByRoot } from "./places.ts";
import { place, prepare } from "./prepare.ts";
import { callCommand, serverEnvironment } from "./serve_flags.ts";

/** No call of probes takes longer on a machine that is not overloaded. */
const CALL_MS = 60_000;
/** How long the socket of a bystander may be called below its folder (`sun_path`, unix(7)). */
const MAX_FOLDER = 107 - "/outside/bystander-4294967295.socket".length;

/** Why the probes cannot be tried: a message for people. */
class CannotTry extends Error {}

/** Prints the report. Exit code: 1 when a probe got through, 2 when they could not be tried. */
export async function attack(options: Options): Promise<number> {
  try {
    const { fence, detail, rows } = await tryAll(options);
    if (options.json) {
      console.log(JSON.stringify({ sandbox: fence, detail, probes: rows }, null, 1));
    } else {
      console.log(`Sandbox: ${detail}\n\n${table(rows)}\n\n${summary(rows, fence)}`);
    }
    return exitCodeOf(rows);
  } catch (error) {
    if (!(error instanceof CannotTry)) throw error;
    console.error(`The probes could not be tried: ${error.message}`);
    return 2;
  }
}

/** Tries every probe inside and outside, in folders that are taken away afterwards. */
async function tryAll(options: Options) {
  const host = thisHost();
  const perl = findProgram("perl", host.env("PATH") ?? "")?.path;
  if (perl === undefined) throw new CannotTry("they are Perl; install it: apt install perl-base");
  const { base } = ownPlaces(options.stateDir, host, startedByRoot());
  guardBase(base);
  await Deno.mkdir(base, { recursive: true, mode: startedByRoot() ? 0o755 : 0o700 });
  await using stack = new AsyncDisposableStack();
  const folder = await Deno.makeTempDir({ dir: base, prefix: "attack-" });
  stack.defer(() => Deno.remove(folder, { recursive: true }));
  if (folder.length > MAX_FOLDER) {
    throw new CannotTry(`"${base}" is too long for a socket in it; give a shorter --state-dir`);
  }
  if (startedByRoot()) await Deno.chmod(folder, 0o755);
  const places: Places = {
    folder,
    root: `${folder}/root`,
    state: `${folder}/state`,
    defs: `${folder}/defs`,
  };
  for (const path of [places.root, places.defs]) await Deno.mkdir(path);
  const targets = await layOut(places);
  await setHelper(targets, startedByRoot());
  targets.server = String(Deno.pid);

  const plans = {
    inside: await planFor(options, places, options.sandbox),
    outside: "off" as const,
  };
  const { tier } = plans.inside;
  if (tier.name !== "bwrap" && tier.name !== "landlock") {
    throw new CannotTry(`there is no sandbox to try (${tier.name}: ${tier.detail})`);
  }
  targets.plan = plans.inside.folder;
  const bystanders = await startBystanders(stack, targets, perl);
  const inside = await trySettings(
    callerOf(plans.inside, targets, perl),
    targets,
    bystanders,
    startedByRoot() ? ["root, confined", "nobody, confined"] : ["user, confined"],
    tier.name,
  );
  const open = await planFor(options, places, plans.outside);
  const outside = await trySettings(
    callerOf(open, targets, perl),
    targets,
    bystanders,
    [startedByRoot() ? "root, off" : "user, off"],
    tier.name,
  );
  return { fence: tier.name, detail: tier.detail, rows: rowsOf(tier.name, inside, outside) };
}

/** A plan of the probes' bundles alone, as `start` would make it here. */
async function planFor(
  options: Options,
  { root, state, defs }: Places,
  sandbox: Options["sandbox"],
): Promise<Plan> {
  return await place(
    await prepare({
      ...options,
      transport: "stdio",
      bundles: ["attack", "tight"],
      specDir: defs,
      stateDir: state,
      roots: [{ value: root, from: "doctor" }],
      grants: [],
      locked: false,
      bareNames: false,
      sandbox,
    }),
  );
}

/** Calls tools of a plan as a server does that a careless parent started. */
function callerOf(plan: Plan, targets: Targets, perl: string): CallTool {
  return async (tool, args) => {
    const command = [
      Deno.execPath(),
      ...callCommand(plan, ["--caller", "doctor", "--record", tool, JSON.stringify(args)]),
    ];
    const { stdout, stderr } = await output({
      program: perl,
      args: careless(inherited(targets), command),
      env: { ...serverEnvironment(plan), ATTACK_SECRET: targets.server_secret! },
      cwd: "/",
      timeoutMs: CALL_MS,
    });
    try {
      const record = JSON.parse(stdout);
      // Killed by its own probe it prints nothing, and is no failure of ours.
      return record.stdout === "" ? String(record.message ?? record.stderr) : record.stdout;
    } catch {
      throw new CannotTry(stderr.trim() || "a call did not end in time");
    }
  };
}

/** One for each user that tools run as. */
async function startBystanders(stack: AsyncDisposableStack, targets: Targets, perl: string) {
  const own = { uid: Deno.uid()!, gid: Deno.gid()! };
  const others = startedByRoot() ? [NOBODY] : [];
  const folder = targets.outside!;
  const inRoot = `${targets.read_dir}/socket`;
  const first = stack.use(await Bystander.start({ folder, ...own, inRoot, perl }));
  const rest = new Map<SettingName, Bystander>();
  for (const user of others) {
    const bystander = stack.use(await Bystander.start({ folder, ...user, perl }));
    rest.set("nobody, confined", bystander);
  }
  return (setting: SettingName) => rest.get(setting) ?? first;
}

type Found = Map<SettingName, Map<string, Report>>;

async function trySettings(
  call: CallTool,
  targets: Targets,
  bystanderOf: (setting: SettingName) => Bystander,
  settings: readonly SettingName[],
  fence: Fence,
): Promise<Found> {
  const found: Found = new Map();
  for (const setting of settings) {
    const bystander = bystanderOf(setting);
    const withPaths = setting !== "nobody, confined";
    const here = new Map<string, Report>();
    const groups = groupsOf(fence);
    const open = setting.endsWith("off");
    const wanted = (g: Group, alone: boolean) =>
      g.probes.filter((p) =>
        !(setting in (p.leftOut ?? {})) && (p.alone ?? false) === alone &&
        !(open && p.touchesMachine)
      );
    for (const tight of [false, true]) {
      const probes = groups.filter((g) => (g.tight ?? false) === tight)
        .flatMap((g) => wanted(g, false));
      const reports = await attempt(probes, { call, targets, bystander, withPaths, tight });
      for (const [name, report] of reports) here.set(name, report);
    }
    for (const probe of groups.flatMap((g) => wanted(g, true))) {
      const how = { call, targets, bystander, withPaths, tight: false };
      const report = (await attempt([probe], how)).get(probe.name);
      const blocked = { verdict: "blocked", detail: "" } as const;
      const lost = { verdict: "through", detail: "a process outside was ended" } as const;
      here.set(probe.name, await bystander.alive() ? report ?? blocked : lost);
    }
    found.set(setting, here);
  }
  return found;
}

function rowsOf(fence: Fence, inside: Found, outside: Found): Row[] {
  const [open] = [...outside.values()];
  const told = (group: Group, probe: Probe) =>
    [...inside]
      .filter(([setting]) => !(setting in (probe.leftOut ?? {})))
      .map(([setting, reports]) => ({
        verdict: reports.get(probe.name)?.verdict,
        detail: reports.get(probe.name)?.detail ?? "",
        gap: gapOf(probe, group, fence, setting),
      }));
  return groupsOf(fence).flatMap((group) =>
    group.probes.map((probe) => {
      const there = open!.get(probe.name)?.verdict;
      return judgeProbe(group.name, probe.name, there, told(group, probe));
    })
  );
}
