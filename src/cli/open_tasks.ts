/**
 * The tasks of a server: opened only where a tool is async.
 *
 * Deno permissions: those of {@linkcode TaskManager}.
 *
 * @module
 */
import type { Plan } from "../plan/types.ts";
import type { TaskManager } from "../task/manager.ts";

/** Opens the tasks of a plan's state folder, and finds those again that run on. */
export async function openTasks(plan: Plan): Promise<TaskManager | undefined> {
  if (!plan.tools.some((t) => t.taskMode === "async")) return undefined;
  const [{ FileTaskStore }, { TaskManager }, { signalThrough }] = await Promise.all([
    import("../task/file_store.ts"),
    import("../task/manager.ts"),
    import("../task/signal.ts"),
  ]);
  const store = new FileTaskStore(`${plan.stateFolder}/jobs`, plan.asRoot);
  store.tidy().catch(() => {});
  return await TaskManager.open({
    stateFolder: plan.stateFolder,
    store,
    signal: plan.killLauncher === undefined
      ? () => Promise.resolve(false)
      : signalThrough(plan.killLauncher),
    maxRunning: plan.server.maxConcurrentTasks,
  });
}
