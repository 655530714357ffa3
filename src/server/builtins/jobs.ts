/**
 * Answers `job_start`, `job_status`, `job_wait`, `job_kill` and `job_list`: background commands
 * that are tasks, and outlive the server as tasks do.
 *
 * @module
 */
import { endOf, jobLogs, readExitCode } from "../../call/job_folder.ts";
import type { Outcome } from "../../call/outcome.ts";
import type { JsonObject } from "../../spec/types.ts";
import { pause } from "../../task/pause.ts";
import { isTerminal, type Task } from "../../task/task.ts";
import type { CallerTasks } from "../caller_tasks.ts";
import { answerOf, type Builtin, type BuiltinCall, faultOf } from "./builtin.ts";
import { notBegun } from "./commands.ts";
import { jobEntry, type JobFacts } from "./job_entry.ts";
import { lastLines } from "./last_lines.ts";

const NO_TASKS = "No jobs are kept here: they need a server that keeps tasks";
/** How long it may take until a command has begun. */
const BEGIN_MS = 15_000;
const LOOK_MS = 20;
/** How long the end of a job that was killed is waited for. */
const KILL_MS = 5_000;
/** How many jobs are looked at side by side. */
const AT_ONCE = 32;

/** Whether a task is a job, under whatever name the tool was served. */
function isJob(task: Task): boolean {
  return /(?:^|__)job_start$/.test(task.tool);
}

/** Starts a command; answers when it has begun. */
export const jobStart: Builtin = async (call) => {
  const { tasks, values, tool } = call;
  if (!tasks) return faultOf(call, NO_TASKS, { reason: "policy" });
  if (tool.jobLauncher === undefined) {
    return faultOf(call, "A job needs bubblewrap, without which none outlives its call", {
      reason: "sandbox",
    });
  }
  if (String(values["command"]).trim() === "") return faultOf(call, "The command is empty");
  const label = values["name"];
  const { id } = await call.start(undefined, label === undefined ? {} : { label: String(label) });
  const folder = folderOf(call, id);
  for (const end = performance.now() + BEGIN_MS; performance.now() < end;) {
    const task = await tasks.get(id);
    if (!task || await hasBegun(call, id)) break;
    if (isTerminal(task.status) || await readExitCode(folder) !== undefined) {
      const failed = await whyNotBegun(tasks, id);
      if (failed) return faultOf(call, failed.message, { reason: failed.reason });
      break;
    }
    await pause(LOOK_MS, call.signal);
    // Whoever does not wait for the answer does not know the job.
    if (call.signal.aborted) {
      await tasks.cancel(id);
      return faultOf(call, "The call was cancelled, and the job ended", { reason: "cancelled" });
    }
  }
  const pid = Number((await read(`${folder}/pid`)).split(" ")[0]);
  const streams = `${call.plan.stateFolder}/results/${id}`;
  return answerOf(call, {
    job_id: id,
    ...(pid > 0 && { pid }),
    log_paths: {
      stdout: `${streams}/stdout.log`,
      stderr: `${streams}/stderr.log`,
      combined: jobLogs(folder).stdout,
    },
    exit_marker: `${folder}/exit_code`,
  });
};

/** The program that copies the streams has made its files. */
async function hasBegun(call: BuiltinCall, id: string): Promise<boolean> {
  const log = `${call.plan.stateFolder}/results/${id}/stderr.log`;
  return await Deno.lstat(log).then(() => true, () => false);
}

async function whyNotBegun(
  tasks: CallerTasks,
  id: string,
): Promise<{ reason: Outcome["reason"]; message: string } | undefined> {
  // The task knows its end a moment after its launcher.
  const task = await tasks.ended(id, AbortSignal.timeout(KILL_MS));
  if (!task) return undefined;
  const { outcome } = await tasks.look(task);
  const sentence = notBegun(outcome.exitCode, outcome.stderr.text);
  if (sentence !== undefined) return { reason: "input", message: sentence };
  if (outcome.reason === "exit") return undefined;
  return { reason: outcome.reason, message: outcome.message ?? "The job could not be started" };
}

/** One job, with the end of its log. */
export const jobStatus: Builtin = async (call) => {
  const task = await jobOf(call);
  if (!task) return unknown(call);
  return answerOf(call, await status(call, task));
};

/** Waits for the end of a job. A deadline that passes is an answer, not an error. */
export const jobWait: Builtin = async (call) => {
  const task = await jobOf(call);
  if (!task) return unknown(call);
  const deadline = AbortSignal.timeout(Number(call.values["timeout_ms"]));
  const ended = await call.tasks!.ended(task.id, AbortSignal.any([deadline, call.signal]));
  if (call.signal.aborted) {
    return faultOf(call, "The wait was cancelled; the job goes on", { reason: "cancelled" });
  }
  const entry = await status(call, ended ?? task);
  return answerOf(call, { ...entry, timed_out: entry.running });
};

/** Ends a job with all its processes; what is over stays as it is. */
export const jobKill: Builtin = async (call) => {
  const task = await jobOf(call);
  if (!task) return unknown(call);
  const before = await facts(call, task);
  if (!before.running) {
    return answerOf(call, killed(before, false));
  }
  const result = await call.tasks!.cancel(task.id);
  let after = await facts(call, result?.task ?? task);
  for (const end = performance.now() + KILL_MS; performance.now() < end;) {
    const now = await call.tasks!.get(task.id);
    if (now) after = await facts(call, now);
    if (after.exitCode !== undefined || now?.end) break;
    await pause(LOOK_MS);
  }
  return answerOf(call, killed(after, result?.cancelled ?? false));
};

function killed({ task, running, exitCode }: JobFacts, killed: boolean): JsonObject {
  return {
    job_id: task.id,
    killed,
    running,
    ...(exitCode !== undefined && { exit_code: exitCode }),
  };
}

/** Every job of the caller, oldest first. */
export const jobList: Builtin = async (call) => {
  if (!call.tasks) return faultOf(call, NO_TASKS, { reason: "policy" });
  const jobs = (await call.tasks.list()).filter(isJob);
  const entries = [];
  for (let at = 0; at < jobs.length; at += AT_ONCE) {
    const some = jobs.slice(at, at + AT_ONCE);
    entries.push(...await Promise.all(some.map(async (t) => jobEntry(await facts(call, t)))));
  }
  return answerOf(call, { jobs: entries });
};

async function status(call: BuiltinCall, task: Task) {
  const entry = jobEntry(await facts(call, task));
  const log = jobLogs(folderOf(call, task.id)).stdout;
  return { ...entry, output_tail: await lastLines(log, Number(call.values["tail_lines"])) };
}

/** What is known of a job from its task and from what its launcher has left. */
async function facts({ plan }: BuiltinCall, task: Task): Promise<JobFacts> {
  const folder = `${plan.stateFolder}/jobs/${task.id}`;
  const code = task.end && task.end.exitCode >= 0 ? task.end.exitCode : await readExitCode(folder);
  const running = !isTerminal(task.status) && code === undefined;
  const known = { task, running, pid: Number((await read(`${folder}/pid`)).split(" ")[0]) };
  if (running) return known;
  // The launcher's own mark; a server may have looked long after.
  const endedAt = await endOf(folder) ?? task.endedAt;
  return {
    ...known,
    ...(code !== undefined && { exitCode: code }),
    ...(endedAt !== undefined && { endedAt }),
  };
}

async function jobOf({ tasks, values }: BuiltinCall): Promise<Task | undefined> {
  const task = await tasks?.get(String(values["job_id"]));
  return task && isJob(task) ? task : undefined;
}

function unknown(call: BuiltinCall): Outcome {
  if (!call.tasks) return faultOf(call, NO_TASKS, { reason: "policy" });
  return faultOf(
    call,
    `There is no job ${
      JSON.stringify(String(call.values["job_id"]).slice(0, 64))
    }; job_list names them`,
  );
}

function folderOf({ plan }: BuiltinCall, id: string): string {
  return `${plan.stateFolder}/jobs/${id}`;
}

function read(path: string): Promise<string> {
  return Deno.readTextFile(path).catch(() => "");
}
