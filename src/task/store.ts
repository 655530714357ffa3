/**
 * Where tasks are kept.
 *
 * @module
 */
import type { Task } from "./task.ts";

/**
 * A store of tasks. Several servers may share one; what a promise has told as done outlives
 * the end of the process, also a kill -9.
 */
export interface TaskStore {
  /** Keeps a new task. Rejects when there is one with its id. */
  create(task: Task): Promise<void>;
  /** Undefined for ids that are none, or of no task. */
  get(id: string): Promise<Task | undefined>;
  /**
   * Changes one task; no other change comes between. `change` returns undefined to leave it.
   *
   * @returns the task after it, with whether it was changed; undefined when there is none
   */
  update(
    id: string,
    change: (task: Task) => Task | undefined,
  ): Promise<{ task: Task; changed: boolean } | undefined>;
  /** The tasks of a caller, or all; oldest first. */
  list(caller?: string): Promise<Task[]>;
  /** Forgets a task and its files; one that is not there is no fault. */
  remove(id: string): Promise<void>;
}
