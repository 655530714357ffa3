/**
 * Job tools of configurations: `X_start` is a task, and `X_status`, `X_result` and `X_cancel`
 * ask for it.
 *
 * Deno permissions: those of the tasks; `--allow-read` and `--allow-write` for the state folder.
 *
 * @module
 */
import { ArgumentChecker } from "../../call/arguments.ts";
import type { Outcome } from "../../call/outcome.ts";
import type { Plan, PlanTool } from "../../plan/types.ts";
import { inputSchema } from "../../spec/input_schema.ts";
import type { Parameter } from "../../spec/types.ts";
import { isTerminal, type Task } from "../../task/task.ts";
import type { CallerTasks } from "../caller_tasks.ts";
import type { ToolResult } from "../record.ts";
import type { ListedTool } from "../registry_types.ts";
import type { WrappedTool } from "./answer.ts";
import { keepJob } from "./job_files.ts";
import { readExcerpt } from "./stream_file.ts";
import { decodeText, exitCodeOf, stderrText, tailText } from "./texts.ts";

const START = "_start";

/** What can be asked of a job. */
type Question = "status" | "result" | "cancel";

const QUESTIONS: Record<Question, string> = {
  status: "Where a job stands, and the end of what it printed.",
  result: "What a job printed, once it has ended.",
  cancel: "End a job and all processes that it started.",
};

const JOB_ID: Parameter = {
  name: "job_id",
  type: "string",
  description: "The id that the start of the job answered.",
  required: true,
  relativeTo: [],
  pattern: "[a-f0-9]{32}",
  allowDashPrefix: false,
};

/** A tool whose calls are jobs. */
export function isJobTool(tool: PlanTool): tool is WrappedTool {
  return tool.results?.job === true;
}

/** `X_status`, `X_result` and `X_cancel` of one job tool. */
export function listJobTools(tool: WrappedTool): ListedTool[] {
  return (Object.keys(QUESTIONS) as Question[]).map((question) => ({
    name: nameOf(tool, question),
    description: `${QUESTIONS[question]} (${tool.results.tool})`,
    inputSchema: inputSchema([JOB_ID], { responseMode: false }),
    annotations: {
      readOnlyHint: question !== "cancel",
      destructiveHint: question === "cancel",
      idempotentHint: true,
      openWorldHint: false,
    },
  }));
}

/** The answer to a start. */
export function startedText(tool: WrappedTool, task: Task): ToolResult {
  const [status, result] = [nameOf(tool, "status"), nameOf(tool, "result")];
  return text(
    [
      `job started: ${task.id}`,
      `logs: ${tool.results.folder}/jobs/${task.id} (once it has ended)`,
      `ask ${status} or ${result} with this job_id; ${nameOf(tool, "cancel")} ends it`,
    ].join("\n"),
  );
}

/** Answers a call of one of these tools; undefined when the name is none of theirs. */
export async function callJobTool(
  plan: Plan,
  tasks: CallerTasks,
  name: string,
  args: unknown,
): Promise<ToolResult | undefined> {
  for (const tool of plan.tools.filter(isJobTool)) {
    const question = (Object.keys(QUESTIONS) as Question[]).find((q) => nameOf(tool, q) === name);
    if (question) return await answer(plan, tasks, tool, question, args);
  }
  return undefined;
}

async function answer(
  plan: Plan,
  tasks: CallerTasks,
  tool: WrappedTool,
  question: Question,
  args: unknown,
): Promise<ToolResult> {
  const checker = await ArgumentChecker.create([JOB_ID], { responseMode: false });
  const checked = checker.check(args);
  if (!checked.ok) return text(`error: invalid job_id. ${checked.message}`, true);
  const task = await tasks.get(checked.values["job_id"] as string);
  if (!task || task.tool !== tool.name) return text("error: unknown job_id", true);
  if (question === "cancel") return await cancel(tasks, task);
  const { outcome } = await tasks.look(task);
  const logs = tasks.logs(task);
  if (isTerminal(task.status) && task.end) await keepJob(plan, tool, task.id, outcome, logs.stdout);
  return question === "status" ? status(task, outcome, logs) : result(tool, task, outcome, logs);
}

async function cancel(tasks: CallerTasks, task: Task): Promise<ToolResult> {
  const done = await tasks.cancel(task.id);
  if (done?.cancelled) return text(`job cancelled: ${task.id}`);
  return text(
    `job has already exited: ${stateOf(done?.task ?? task, (await tasks.look(task)).outcome)}`,
  );
}

type Logs = { stdout: string; stderr: string };

function status(task: Task, outcome: Outcome, logs: Logs): ToolResult {
  const [stdout, stderr] = [readExcerpt(logs.stdout, 0), readExcerpt(logs.stderr, 0)];
  const lines = [
    `state: ${stateOf(task, outcome)}`,
    "stdout (tail):",
    stdout.size === 0 ? "(empty)" : tailText(stdout),
  ];
  if (stderr.size > 0) lines.push(stderrText(stderr)!);
  return text(lines.join("\n"));
}

function result(tool: WrappedTool, task: Task, outcome: Outcome, logs: Logs): ToolResult {
  const state = `state: ${stateOf(task, outcome)}`;
  if (!isTerminal(task.status)) {
    return text(`${state}\nthe job has not ended; ask again later`);
  }
  const limit = tool.results.inlineBytes;
  const { tail, size } = readExcerpt(logs.stdout, 0, limit);
  const isError = task.status !== "completed";
  const stderr = readExcerpt(logs.stderr, 0);
  const note = size > limit ? [`[the last ${limit} of ${size} bytes of stdout]`] : [];
  const blocks = [
    [state, ...note].join("\n"),
    ...(size > 0 ? [decodeText(tail)] : []),
    ...(stderr.size > 0 ? [stderrText(stderr)!] : []),
  ];
  return { content: blocks.map((t) => ({ type: "text", text: t })), isError };
}

/** Where a job stands, in words. */
function stateOf(task: Task, outcome: Outcome): string {
  if (task.status === "pending") return "pending (it waits for its turn)";
  if (task.status === "running") return "running";
  if (task.status === "cancelled") return "cancelled";
  if (outcome.timedOut) return "timed out";
  if (outcome.reason === "exit") return `exited with code ${exitCodeOf(outcome)}`;
  const why = outcome.message ?? outcome.reason;
  return outcome.exitCode >= 0
    ? `exited with code ${exitCodeOf(outcome)} (${why})`
    : `unknown (${why})`;
}

function nameOf(tool: PlanTool, question: Question): string {
  return `${tool.name.slice(0, -START.length)}_${question}`;
}

function text(words: string, isError = false): ToolResult {
  return { content: [{ type: "text", text: words }], isError };
}
