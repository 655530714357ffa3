/**
 * A server that has turned against its user: tries what Deno might let it do, and says what it got.
 *
 * Run under exactly the server's flags; its argument is {@linkcode Facts} as JSON. It imports
 * nothing, so that it needs no permission to be loaded.
 */
import type { Facts } from "./facts.ts";

const facts: Facts = JSON.parse(Deno.args[0]!);
const { plan, state, base, outside, launchers, victim, port } = facts;
const launcher = launchers[0]!;

/** Moves something and back: where the moves succeed, the tries that follow need it. */
function moves(from: string, to: string) {
  Deno.renameSync(from, to);
  Deno.renameSync(to, from);
}

/** Each resolves when it got through. */
const TRIES: Record<string, () => unknown> = {
  ...Object.fromEntries(
    ["bash", "/bin/bash", "/usr/bin/bash", "sh", "env", "/usr/bin/env", "bwrap", Deno.execPath()]
      .map((
        program,
      ) => [
        `starts ${program === Deno.execPath() ? "deno" : program}`,
        () => new Deno.Command(program, { args: ["--version"] }).outputSync(),
      ]),
  ),
  "starts a copy of a launcher in the state": () => {
    Deno.writeFileSync(`${state}/copy`, Deno.readFileSync(launcher), { mode: 0o755 });
    return new Deno.Command(`${state}/copy`, { args: ["--"] }).outputSync();
  },
  "starts a script of its own in the state": () => {
    Deno.writeTextFileSync(`${state}/own`, "#!/bin/sh\necho own\n", { mode: 0o755 });
    return new Deno.Command(`${state}/own`).outputSync();
  },
  "starts a launcher with a library of its own": () =>
    new Deno.Command(launcher, { env: { LD_PRELOAD: `${state}/x.so` }, clearEnv: true })
      .outputSync(),
  "starts a launcher with a library path of its own": () =>
    new Deno.Command(launcher, { env: { LD_LIBRARY_PATH: state }, clearEnv: true }).outputSync(),
  "starts a program through Node's child_process": async () =>
    (await import("node:child_process")).execSync("id"),
  "starts a program through Node's child_process and a launcher's name": async () =>
    (await import("node:child_process")).execSync(`${launcher} -- ; id`),
  "reads a file in a worker": () =>
    new Promise((resolve, reject) => {
      const url = "data:application/javascript," +
        encodeURIComponent(`postMessage(Deno.readTextFileSync("/etc/passwd"))`);
      const worker = new Worker(url, { type: "module" });
      worker.onmessage = resolve;
      worker.onerror = (event) => {
        event.preventDefault();
        reject(new Error(event.message));
      };
    }),

  "writes over a launcher": () => Deno.writeTextFileSync(launcher, "#!/bin/sh\n"),
  "writes over the plan": () => Deno.writeTextFileSync(`${plan}/plan.json`, "{}"),
  "writes over a script of a bundle": () =>
    Deno.writeTextFileSync(`${plan}/bundles/hostile/scripts/hostile__plain.sh`, "id"),
  "writes into the plan's folder": () => Deno.writeTextFileSync(`${plan}/new`, ""),
  "writes into the launchers' folder": () => Deno.writeTextFileSync(`${plan}/launch/new`, ""),
  "writes beside the state": () => Deno.writeTextFileSync(`${base}/new`, ""),
  "removes a launcher": () => {
    Deno.removeSync(launcher);
    Deno.writeTextFileSync(launcher, "");
  },
  "makes a launcher writable": () => Deno.chmodSync(launcher, 0o777),
  "truncates a launcher": () => Deno.truncateSync(launcher),
  "opens a launcher for append": () => Deno.openSync(launcher, { append: true }),
  "moves the plan's folder": () => moves(plan, `${state}/plan`),
  "moves the folder of the plans": () => moves(`${base}/plans`, `${base}/away`),
  "moves the folder of the plans into the state": () => moves(`${base}/plans`, `${state}/plans`),
  "moves the state": () => moves(state, `${base}/other`),
  "moves a file over a launcher": () => {
    Deno.writeTextFileSync(`${state}/file`, "#!/bin/sh\n");
    Deno.renameSync(`${state}/file`, launcher);
  },
  "copies a file over a launcher": () => {
    Deno.writeTextFileSync(`${state}/file`, "#!/bin/sh\n");
    Deno.copyFileSync(`${state}/file`, launcher);
  },
  "makes a link in the state": () => Deno.symlinkSync(plan, `${state}/link`),
  "makes a link in the state through Node": async () =>
    (await import("node:fs")).symlinkSync("/", `${state}/node-link`),
  "gives a launcher a second name in the state": () =>
    Deno.linkSync(launcher, `${state}/second-name`),
  "writes through dots": () => Deno.writeTextFileSync(`${state}/../plans/new`, ""),

  "reads a file outside": () => Deno.readTextFileSync(`${outside}/secret`),
  "reads a file outside through dots": () => Deno.readTextFileSync(`${state}/../../outside/secret`),
  "reads a file of a root": () => Deno.readTextFileSync(`${facts.root}/file`),
  "reads /etc/passwd": () => Deno.readTextFileSync("/etc/passwd"),
  "reads its own environment as a file": () => Deno.readTextFileSync("/proc/self/environ"),
  "reads its own memory": () => Deno.openSync("/proc/self/mem"),
  "lists /proc": () => [...Deno.readDirSync("/proc")],
  "finds out whether a file exists": () => Deno.statSync(`${outside}/secret`),
  "finds out where a link leads": () => Deno.realPathSync(`${outside}/secret`),
  "makes a temporary file elsewhere": () => Deno.makeTempFileSync({ dir: outside }),
  "makes a temporary file": () => Deno.removeSync(Deno.makeTempFileSync()),
  "opens a database outside": async () => {
    const { DatabaseSync } = await import("node:sqlite");
    new DatabaseSync(`${outside}/made`).exec("create table t (x)");
  },
  "attaches a database outside": async () => {
    const { DatabaseSync } = await import("node:sqlite");
    const own = new DatabaseSync(`${state}/own.sqlite`);
    own.exec(`attach '${outside}/attached' as x; create table x.t (x)`);
  },
  "writes a database outside": async () => {
    const { DatabaseSync } = await import("node:sqlite");
    const own = new DatabaseSync(`${state}/own2.sqlite`);
    own.exec(`vacuum into '${outside}/vacuumed'`);
  },

  "reads an undeclared variable": () => Deno.env.get("HOSTILE_SECRET"),
  "reads all variables": () => Deno.env.toObject(),
  "sets a variable": () => {
    Deno.env.set("LD_PRELOAD", state);
    return "set";
  },
  "connects to a port": () => Deno.connect({ port, hostname: "127.0.0.1" }),
  "listens on a port": () => Deno.listen({ port: 0 }),
  "fetches": () => fetch(`http://127.0.0.1:${port}/`),
  "resolves a name": () => Deno.resolveDns("localhost", "A"),
  "connects to a unix socket outside": () =>
    Deno.connect({ transport: "unix", path: `${outside}/socket` }),
  "imports from the network": () => import(`http://127.0.0.1:${port}/x.ts`),
  "imports a file outside": () => import(`file://${outside}/module.ts`),
  "loads a library": () => Deno.dlopen(`${state}/x.so`, {}),
  "loads a native module": async () => {
    const { default: process } = await import("node:process");
    // deno-lint-ignore no-explicit-any
    (process as any).dlopen({ exports: {} }, `${state}/x.node`);
  },
  "kills a process": () => Deno.kill(victim, "SIGCONT"),
  "kills through Node": async () => (await import("node:process")).default.kill(victim, "SIGCONT"),
  "changes its user": async () => (await import("node:process")).default.setuid!(65534),
  "goes to another folder and reads there": () => {
    Deno.chdir(outside);
    return Deno.readTextFileSync("secret");
  },
  "asks for more": async () => {
    const { state } = await Deno.permissions.request({ name: "run" });
    if (state !== "granted") throw new Error(state);
  },
  "opens the inspector": async () => (await import("node:inspector")).open(0),
};

const said: Record<string, string> = {};
for (const [name, attempt] of Object.entries(TRIES)) {
  try {
    const got = await attempt();
    said[name] = got === undefined && name.includes("variable") ? "blocked: undefined" : "through";
  } catch (error) {
    said[name] = `blocked: ${(error as Error).name}: ${(error as Error).message.slice(0, 100)}`;
  }
}
await new Promise((resolve) => setTimeout(resolve, 0));
console.log(JSON.stringify(said));
Deno.exit(0);
