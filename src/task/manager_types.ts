/**
 * What a manager of tasks stands on, and whom it tells.
 *
 * @module
 */
import type { Progress } from "../call/progress_lines.ts";
import type { SignalJob } from "./signal.ts";
import type { TaskStore } from "./store.ts";
import type { Task } from "./task.ts";

/** What the tasks of a server stand on. */
export interface TaskManagerOptions {
  stateFolder: string;
  store: TaskStore;
  signal: SignalJob;
  /** How many run at once; undefined: all. The others wait. */
  maxRunning?: number | undefined;
  now?: () => number;
}

/** Told of every change of a task's state, and of its progress. */
export interface TaskListener {
  changed?(task: Task): void;
  progressed?(id: string, progress: Progress): void;
}
