/**
 * The tasks of one caller, who sees no other's.
 *
 * @module
 */
import type { TaskLook } from "../task/look.ts";
import type { TaskListener, TaskManager } from "../task/manager.ts";
import type { TaskRequest } from "../task/request.ts";
import type { Task } from "../task/task.ts";
import type { Outputs } from "./outputs.ts";
import { recordResult, type ToolResult } from "./record.ts";

/** One caller's view of the manager. Needs the manager's permissions. */
export class CallerTasks {
  readonly #manager: TaskManager;
  readonly #caller: string;
  readonly #outputs: Outputs | undefined;
  /**
   * Whether the caller is one, and not everybody who reaches the address: only then may all
   * its tasks be listed or cleaned up. Others must know an id.
   */
  readonly known: boolean;

  constructor(manager: TaskManager, caller: string, known: boolean, outputs?: Outputs) {
    this.#manager = manager;
    this.#outputs = outputs;
    this.#caller = caller;
    this.known = known;
  }

  start(request: Omit<TaskRequest, "caller">): Promise<Task> {
    return this.#manager.start({ ...request, caller: this.#caller });
  }

  get(id: string): Promise<Task | undefined> {
    return this.#manager.get(this.#caller, id);
  }

  list(): Promise<Task[]> {
    return this.known ? this.#manager.list(this.#caller) : Promise.resolve([]);
  }

  cancel(id: string): Promise<{ task: Task; cancelled: boolean } | undefined> {
    return this.#manager.cancel(this.#caller, id);
  }

  cleanup(maxAgeMs?: number): Promise<{ cleaned: number; remaining: number }> {
    if (!this.known) return Promise.resolve({ cleaned: 0, remaining: 0 });
    return this.#manager.cleanup(this.#caller, maxAgeMs);
  }

  /** Waits for the end of a task, or for `signal`. */
  ended(id: string, signal: AbortSignal): Promise<Task | undefined> {
    return this.#manager.ended(this.#caller, id, signal);
  }

  look(task: Task): Promise<TaskLook> {
    return this.#manager.look(task);
  }

  /** What the call would have answered. */
  async result(task: Task): Promise<ToolResult> {
    const { outcome } = await this.look(task);
    const result = recordResult(outcome, task.mode);
    await this.#outputs?.keep(result);
    return result;
  }

  /** The files that hold the streams of a task. */
  logs(task: Task): { stdout: string; stderr: string } {
    return this.#manager.logs(task);
  }

  subscribe(listener: TaskListener): () => void {
    return this.#manager.subscribe(listener);
  }
}
