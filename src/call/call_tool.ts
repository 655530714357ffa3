/**
 * One call from arguments to outcome.
 *
 * Deno permissions: `--allow-run` for the tool's launcher, `--allow-env` for its variables,
 * `--allow-read` and `--allow-write` for the state folder.
 *
 * @module
 */
import { asUser, ownerWithoutPaths } from "../plan/owner.ts";
import type { Owner, Plan, PlanTool } from "../plan/types.ts";
import { rootOf } from "../policy/roots.ts";
import { type Capability, partKey, resolvePaths } from "./capabilities.ts";
import { type Invocation, renderInvocation } from "./invocation.ts";
import { type Job, type JobTrace, runJob, streamOptions } from "./job.ts";
import { jobLogs, makeJobFiles } from "./job_folder.ts";
import { judge } from "./judge.ts";
import { type Mount, orderMounts } from "./mounts.ts";
import type { NetGate, Passage } from "./net_gate.ts";
import { type Outcome, refusal } from "./outcome.ts";
import type { Progress } from "./progress_lines.ts";
import { readRefusal } from "./refused.ts";
import { ResultFolder } from "./result_folder.ts";
import { run, type RunOptions, type RunResult } from "./run.ts";
import { runtimeEnv } from "./runtime_env.ts";
import { displayCommand } from "./shell_line.ts";
import type { ArgumentValues } from "./values.ts";
import { takeTurn } from "./write_turns.ts";

/** What a call knows of its server. */
export interface CallContext {
  plan: Plan;
  /** Unique among the calls of this state folder; names its files. */
  callId: string;
  /** Reads the server's environment; names outside the declared are never asked for. */
  env: (name: string) => string | undefined;
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
  /** The way out for tools that declare hosts. */
  gate?: NetGate;
  /** Less time than the tool's own, kept by the server: the fence's clock is fixed. */
  timeoutMs?: number;
  /** Files that take the whole streams, for answers that are read from there. */
  logs?: { stdout: string; stderr: string };
  /** Set when the call is a task: its streams and end are then to be found in the task's folder. */
  job?: Job;
}

/** Runs a tool with checked arguments. Never throws for what a user can meet. */
export async function callTool(
  planned: PlanTool,
  given: ArgumentValues,
  context: CallContext,
): Promise<Outcome> {
  const { plan, timeoutMs } = context;
  const tool = timeoutMs === undefined ? planned : { ...planned, timeoutMs };
  const tier = plan.tier.name === "missing" ? "none" : plan.tier.name;
  const refuse = (reason: Outcome["reason"], message: string) =>
    refusal(reason, message, tool.specName, tier);
  if (tool.unavailable) return refuse(tool.unavailable.reason, tool.unavailable.message);
  if (context.signal?.aborted) return refuse("cancelled", "The call was cancelled before it began");

  const env = runtimeEnv(context.env, tool, plan);
  const real = new Map<string, string>();
  // Each round can learn the real path of one argument behind a link.
  for (let round = 0;; round++) {
    const resolved = resolvePaths(tool.parameters, given, plan, real);
    if (!resolved.ok) return refuse("policy", resolved.message);
    using folder = tool.resultFolder ? ResultFolder.make(plan, context.callId) : undefined;
    const owner = plan.asRoot ? runAs(tool, resolved.capabilities, plan) : undefined;
    const own = owner ? asUser(tool, owner.uid) : tool;
    if (own.unavailable) return refuse(own.unavailable.reason, own.unavailable.message);
    if (folder && owner) folder.giveTo(owner);
    const ordered = orderMounts(tool.fixed, resolved.capabilities, folder?.path);
    if ("fault" in ordered) return refuse("input", ordered.fault);
    let passage: Passage | undefined;
    try {
      passage = context.gate?.enter(tool, resolved.values);
    } catch (error) {
      return refuse("input", (error as Error).message);
    }
    const rendered = renderInvocation(tool, resolved.values, env, {
      ...(folder && { TOOL_RESULT_DIR: folder.path }),
      ...passage?.env,
    });
    if ("fault" in rendered) {
      passage?.leave();
      return refuse("input", rendered.fault);
    }
    const { invocation } = rendered;
    const written = resolved.capabilities.filter((c) => c.kind === "write").map((c) => c.path);
    using _turn = await takeTurn(context.job ? [] : written);
    const words = displayWords(tool, invocation);
    const command = displayCommand(words);

    let result: RunResult;
    let blocked: string[] = [];
    try {
      result = await start(own, invocation, ordered.mounts, owner, context, (detached) => ({
        detached,
        tool: judgedTool(tool),
        command,
        mounts: ordered.mounts,
        written,
        tier,
        ...(owner && { owner }),
        startedAt: Date.now(),
        ...(folder && { resultFolder: folder.path }),
        streams: streamOptions(tool),
      }));
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") {
        return refuse("cancelled", "The call was cancelled before it began");
      }
      return startFault(error, own, refuse);
    } finally {
      blocked = passage?.leave() ?? [];
    }
    if (
      !result.started && !result.cancelled && !result.timedOut &&
      round <= resolved.capabilities.length
    ) {
      const said = readRefusal(result.stderr.text, ordered.mounts);
      const capability = said?.mount?.capability;
      if (said?.code === "moved" && said.real !== undefined && capability) {
        const key = partKey(capability.parameter, capability.part);
        if (!real.has(key)) {
          real.set(key, said.real);
          continue;
        }
      }
    }
    const outcome = judge(result, {
      tool,
      command,
      mounts: ordered.mounts,
      tier,
      outputFiles: folder?.keep() ?? [],
      written,
      blocked,
    });
    return tool.results ? { ...outcome, words } : outcome;
  }
}

/** Only what a judgement needs: a plan's tool is larger. */
function judgedTool({ specName, timeoutMs, exitCodes, limits }: PlanTool): JobTrace["tool"] {
  return { specName, ...(timeoutMs !== undefined && { timeoutMs }), exitCodes, limits };
}

async function start(
  tool: PlanTool,
  invocation: Invocation,
  mounts: readonly Mount[],
  owner: Owner | undefined,
  context: CallContext,
  trace: (detached: boolean) => JobTrace,
): Promise<RunResult> {
  const { plan, job } = context;
  const confined = tool.launcher !== undefined;
  const detached = job !== undefined && tool.jobLauncher !== undefined;
  const slots = [...invocation.slots];
  const args = confined
    ? [
      ...(detached ? ["job", job.folder] : []),
      ...mounts.flatMap((m) => [m.word, m.value]),
      "--",
      ...invocation.slots.flatMap((values) => [String(values.length), ...values]),
    ]
    : tool.direct!.words.flatMap((w) => w === null ? slots.shift() ?? [] : [w]);
  const options: RunOptions = {
    spawn: {
      program: (detached ? tool.jobLauncher : tool.launcher) ?? tool.direct!.program,
      args,
      env: confined ? invocation.env : { ...tool.env.fixed, ...invocation.env },
      cwd: confined ? "/" : tool.workingDirectory,
      ...(invocation.stdin && { stdin: invocation.stdin }),
      ...(confined && owner),
    },
    launcher: confined,
    fenceKeepsTime: confined && context.timeoutMs === undefined,
    ...(tool.timeoutMs !== undefined && { timeoutMs: tool.timeoutMs }),
    maxOutputBytes: tool.maxOutputBytes,
    spillLimitBytes: tool.limits.spillMb * 1024 * 1024,
    spillFolder: `${plan.stateFolder}/spill`,
    callId: context.callId,
    mode: captureMode(tool),
    ...(context.signal && { signal: context.signal }),
    ...(tool.progress && { onProgress: (p: Progress) => context.onProgress?.(p) }),
  };
  if (!job) return await run({ ...options, ...(context.logs && { logs: context.logs }) });
  const traced = trace(detached);
  const fed = detached ? options.spawn.stdin : undefined;
  await makeJobFiles(plan, job.folder, detached ? owner : undefined, fed);
  await job.begins(traced);
  return detached
    ? await runJob(options, job.folder, traced)
    : await run({ ...options, logs: jobLogs(job.folder) });
}

/**
 * The user that a launcher of a server started by root runs as: the owner of the root that
 * the call writes into, else of one that it reads, else of a fixed writable folder, else nobody.
 */
export function runAs(tool: PlanTool, capabilities: readonly Capability[], plan: Plan): Owner {
  const rootOwner = (c: Capability | undefined) =>
    c ? (rootOf(c.path, plan.roots) as Plan["roots"][number] | undefined)?.owner : undefined;
  return rootOwner(capabilities.find((c) => c.kind.startsWith("write"))) ??
    rootOwner(capabilities[0]) ??
    ownerWithoutPaths(tool.fixed);
}

/** Cleaning would break JSON whose strings hold control characters above U+001F, as they may. */
function captureMode(tool: PlanTool): "text" | "exact" | "base64" {
  if (tool.outputMode === "base64") return "base64";
  // A function of the server puts the text into JSON of its own.
  return tool.outputSchema === undefined || tool.builtin !== undefined ? "text" : "exact";
}

function displayWords(tool: PlanTool, invocation: Invocation): string[] {
  const slots = [...invocation.slots];
  return tool.display.flatMap((w) => w === null ? slots.shift() ?? [] : [w]);
}

/** A start that failed: the flags do not name the launcher, or it is gone. */
function startFault(
  error: unknown,
  tool: PlanTool,
  refuse: (reason: Outcome["reason"], message: string) => Outcome,
): Outcome {
  const program = tool.launcher ?? tool.direct?.program ?? "";
  if (error instanceof Deno.errors.NotCapable) {
    return refuse(
      "policy",
      `The server's flags do not let it start this tool; start it with --allow-run="${program}" too`,
    );
  }
  if (error instanceof Deno.errors.NotFound) {
    return refuse(
      "spawn",
      tool.launcher
        ? `The launcher "${program}" is gone; run "start" or "permissions --write" again`
        : `The program "${program}" is not there`,
    );
  }
  return refuse("spawn", `Cannot start "${program}": ${(error as Error).message}`);
}
