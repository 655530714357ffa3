/**
 * The tools with which clients of every version manage tasks.
 *
 * @module
 */
import { ArgumentChecker } from "../call/arguments.ts";
import { inputSchema } from "../spec/input_schema.ts";
import type { Annotations, Parameter } from "../spec/types.ts";
import { TASK_STATUSES } from "../task/task.ts";
import type { CallerTasks } from "./caller_tasks.ts";
import type { ToolResult } from "./record.ts";
import type { ListedTool } from "./registry.ts";
import { answer, taskEntry, wholeEntry } from "./task_entry.ts";

type Mode = "content" | "structuredContent";

/** One of the tools. */
interface TaskTool {
  title: string;
  description: string;
  parameters: Parameter[];
  annotations: Annotations;
  /** Whether it needs a caller who can be told from others. */
  known?: boolean;
  run: (tasks: CallerTasks, args: Record<string, unknown>, mode: Mode) => Promise<ToolResult>;
}

function parameter(more: Pick<Parameter, "name" | "type" | "description"> & Partial<Parameter>) {
  return { required: false, relativeTo: [], allowDashPrefix: false, ...more };
}

const TASK_ID = parameter({
  name: "taskId",
  type: "string",
  description: "The id that the call of the async tool has answered.",
  required: true,
});

const READS: Annotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
const CHANGES: Annotations = { ...READS, readOnlyHint: false, destructiveHint: true };

const TOOLS: Record<string, TaskTool> = {
  builtin__bg_task_list: {
    title: "List background tasks",
    description: "Lists your background tasks, oldest first, without what they printed.",
    parameters: [parameter({
      name: "status",
      type: "string",
      description: "Only tasks in this state.",
      enum: [...TASK_STATUSES],
    })],
    annotations: READS,
    known: true,
    run: async (tasks, { status }, mode) => {
      const all = (await tasks.list()).filter((t) => status === undefined || t.status === status);
      return answer({ tasks: all.map((t) => taskEntry(t)), total: all.length }, mode);
    },
  },
  builtin__bg_task_get: {
    title: "Look at a background task",
    description: "Returns the state of a background task and what it has printed until now. " +
      "Long output is cut in its middle; the links lead to the whole of it.",
    parameters: [TASK_ID],
    annotations: READS,
    run: async (tasks, { taskId }, mode) => {
      const task = await tasks.get(String(taskId));
      if (!task) return answer({ error: "Task not found", taskId: String(taskId) }, mode, true);
      const { entry, links } = wholeEntry(task, await tasks.look(task), tasks.logs(task));
      return answer(entry, mode, false, links);
    },
  },
  builtin__bg_task_cancel: {
    title: "Cancel a background task",
    description:
      "Ends a background task with all its processes. A task that is over stays as it is.",
    parameters: [TASK_ID],
    annotations: CHANGES,
    run: async (tasks, { taskId }, mode) => {
      const id = String(taskId);
      const result = await tasks.cancel(id);
      const message = !result
        ? "Task not found"
        : result.cancelled
        ? "Task cancelled"
        : `Task already in terminal state: ${result.task.status}`;
      return answer({ success: result?.cancelled ?? false, message, taskId: id }, mode);
    },
  },
  builtin__bg_task_cleanup: {
    title: "Forget background tasks",
    description: "Forgets your background tasks that are over, with their logs and result files.",
    parameters: [parameter({
      name: "maxAgeMs",
      type: "integer",
      description: "Only tasks that ended at least this many milliseconds ago; default 0: all.",
      minimum: 0,
    })],
    annotations: CHANGES,
    known: true,
    run: async (tasks, { maxAgeMs }, mode) =>
      answer({ ...await tasks.cleanup(maxAgeMs as number | undefined) }, mode),
  },
};

/** The names of the tools for this caller. */
function namesFor(tasks: CallerTasks): string[] {
  return Object.keys(TOOLS).filter((name) => tasks.known || !TOOLS[name]!.known);
}

/** Whether the name is one of theirs. */
export function isTaskTool(tasks: CallerTasks, name: string): boolean {
  return namesFor(tasks).includes(name);
}

/** The tools as `tools/list` shows them. */
export function listTaskTools(tasks: CallerTasks): ListedTool[] {
  return namesFor(tasks).map((name) => {
    const { title, description, parameters, annotations } = TOOLS[name]!;
    return {
      name,
      title,
      description,
      inputSchema: inputSchema(parameters, { responseMode: true }),
      annotations: { title, ...annotations },
      execution: { taskSupport: "forbidden" },
    };
  });
}

/** Calls one of the tools; undefined when the name is none of theirs. */
export async function callTaskTool(
  tasks: CallerTasks,
  name: string,
  args: unknown,
): Promise<ToolResult | undefined> {
  if (!isTaskTool(tasks, name)) return undefined;
  const tool = TOOLS[name]!;
  const checker = await ArgumentChecker.create(tool.parameters, { responseMode: true });
  const checked = checker.check(args);
  if (!checked.ok) {
    return { content: [{ type: "text", text: checked.message }], isError: true };
  }
  return await tool.run(tasks, checked.values, checked.responseMode);
}
