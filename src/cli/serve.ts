/**
 * `serve --plan FOLDER`: the server itself, under the flags that `start` derived.
 *
 * An entry of its own, so that a server loads what serving needs and nothing else.
 *
 * @module
 */
import { PlanError, readPlan } from "../plan/read.ts";
import { askDeno, unscopedGrants } from "../plan/self_check.ts";
import { sweepState } from "../plan/sweep.ts";
import { serveStdio } from "../server/stdio.ts";
import { PROGRAM_NAME, VERSION } from "../version.ts";
import { changedVariables } from "./env_digest.ts";
import { firstPlan, follow } from "./follow.ts";
import { Log } from "./log.ts";
import { openTasks } from "./open_tasks.ts";
import { FlagsError, openRegistries, refusalText } from "./open_registries.ts";

/** How often the server looks whether its parent is still there. */
const PARENT_CHECK_MS = 500;
/** How often output files are looked through for those whose time is over. */
const SWEEP_MS = 60 * 60 * 1000;
const EXIT_REFUSED = 2;

/** Serves; resolves to the exit code. */
export async function serve(args: readonly string[]): Promise<number> {
  const log = new Log("info");
  // Whether some tool may reach any host is known only from the plan.
  const wide = unscopedGrants(askDeno, true);
  if (wide.length > 0) {
    log.say("error", refusalText(wide));
    return EXIT_REFUSED;
  }
  const folder = valueOf(args, "--plan");
  const live = valueOf(args, "--live");
  if (folder === undefined && live === undefined) {
    log.say("error", `serve needs --plan FOLDER; "start" and "permissions --write" say which`);
    return EXIT_REFUSED;
  }
  const parent = Deno.ppid;
  const stop = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    Deno.addSignalListener(signal, () => stop.abort());
  }
  const watch = setInterval(() => {
    if (Deno.ppid !== parent) stop.abort();
  }, PARENT_CHECK_MS);

  // The handshake is answered while the plan is read.
  let exitCode = 0;
  const fail = (message: string) => {
    log.say("error", message);
    exitCode = EXIT_REFUSED;
    stop.abort();
  };
  const plan = live === undefined ? readPlan(folder!, VERSION) : firstPlan(live);
  const sweep = setInterval(() => plan.then((p) => sweepState(p.stateFolder), () => {}), SWEEP_MS);
  const tasks = plan.then(openTasks);
  const registries = Promise.all([plan, tasks]).then(([p, t]) => openRegistries(p, t));
  const registry = registries.then((of) => of("stdio"));
  const checked = registry.then(() => {}, (error: Error) =>
    fail(
      error instanceof PlanError || error instanceof FlagsError
        ? error.message
        : `Cannot serve: ${error.message}`,
    ));
  for (const name of await changedVariables(args, (n) => Deno.env.get(n))) {
    log.say(
      "warning",
      `The variable ${name} is not what it was when this server was installed; run install again`,
    );
  }
  const changes = new EventTarget();
  const onToolsChanged = (listener: () => void) => changes.addEventListener("tools", listener);
  const unfollow = live === undefined ? undefined : Promise.all([plan, registries]).then(
    ([p, of]) => follow(live, p, of, () => changes.dispatchEvent(new Event("tools"))),
    () => () => {},
  );
  const server = {
    name: valueOf(args, "--name") ?? PROGRAM_NAME,
    version: valueOf(args, "--server-version") ?? VERSION,
  };
  if (args.includes("--http")) {
    await checked;
    if (!stop.signal.aborted) {
      const { serveHttpPlan } = await import("./serve_http.ts");
      await serveHttpPlan(await plan, await registries, server, onToolsChanged, stop.signal)
        .catch((error: Error) => fail(`Cannot serve: ${error.message}`));
    }
  } else {
    const declared = args.includes("--tasks") ? { list: true } : undefined;
    const instructions = valueOf(args, "--instructions");
    const told = instructions === undefined ? {} : { instructions };
    await serveStdio(
      { registry: () => registry, server, tasks: declared, onToolsChanged, ...told },
      stop.signal,
    );
  }
  clearInterval(watch);
  clearInterval(sweep);
  (await unfollow)?.();
  // A client that left at once must not hide what is wrong.
  await checked;
  await (await tasks.catch(() => undefined))?.[Symbol.asyncDispose]();
  return exitCode;
}

function valueOf(args: readonly string[], option: string): string | undefined {
  const at = args.indexOf(option);
  return at >= 0 ? args[at + 1] : undefined;
}

if (import.meta.main) Deno.exit(await serve(Deno.args));
