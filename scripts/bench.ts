/**
 * `deno task bench`: what confinement and serving cost, as ratios to a baseline that is measured
 * in the same run, in turn with ours. Goals are printed as met or not met; a slow machine fails nothing.
 * Goals in milliseconds are those of an idle machine: mounting waits long where others mount too.
 *
 * @module
 */
import { BUILT_ENTRY } from "../src/cli/built.ts";
import { parseOptions } from "../src/cli/options.ts";
import { programFolder } from "../src/cli/places.ts";
import { place, prepare } from "../src/cli/prepare.ts";
import { fixedFlags, serveCommand } from "../src/cli/serve_flags.ts";
import { NOBODY } from "../src/plan/owner.ts";
import type { Plan } from "../src/plan/types.ts";
import { Registry } from "../src/server/registry.ts";
import { Client, type StartOptions } from "../tests/_client.ts";
import { World } from "../tests/_world.ts";
import { bareCommand, runBare } from "../tests/bench/_bare.ts";
import { FLOOR, peer, PEER_CALL } from "../tests/bench/_servers.ts";
import { bundleServer } from "./build.ts";
import { type Figure, figureLine, HEAD, inTurn, median, met } from "../tests/bench/_measure.ts";

const CALLS = { warmUp: 10, rounds: 150 };
const STARTS = { warmUp: 2, rounds: 15 };
const IN_FLIGHT = 16;
const CALLS_IN_FLIGHT = 400;
const SANDBOXED = { ratio: 1.7, more: 3.5 };
const SHELF = ["ass", "brew", "ffmpeg", "host_info", "iwencai", "shell", "ytdlp"];

const input = { type: "string", path: "read", description: "A file." };
const command = { executable: "true", args: [] };
const figures: Figure[] = [];

await using world = await World.make();
await world.bundle("bench", {
  permissions: { run: ["true"] },
  tools: {
    bench__nothing: { execution: { command } },
    bench__paths: { properties: { a: input, b: input }, execution: { command } },
  },
});
const files = { a: `${world.root}/a`, b: `${world.root}/b` };
for (const path of Object.values(files)) await Deno.writeTextFile(path, "");

const confined = await planOf("auto");
const open = await planOf("off");
console.log(
  `Deno ${Deno.version.deno}, ${navigator.hardwareConcurrency} cores, load ${
    Deno.loadavg()[0]!.toFixed(1)
  }, sandbox ${confined.tier.name} (${confined.tier.detail})\n\n${HEAD}`,
);
if (confined.tier.name === "bwrap") {
  await sandboxed("sandboxed call", "bench__nothing", {});
  await sandboxed("sandboxed call, 2 paths to read", "bench__paths", files);
}
await unsandboxed();
await serving();
await others();
console.log("\nFor information");
await starting();
await busy();
summary();

async function planOf(sandbox: string): Promise<Plan> {
  const options = world.options("--bundle", "bench", "--sandbox", sandbox);
  return await place(await prepare(parseOptions(options, () => undefined)));
}

function show(figure: Figure) {
  figures.push(figure);
  console.log(figureLine(figure));
}

/** A call through everything but the wire, against bubblewrap with the same command line. */
async function sandboxed(name: string, tool: string, args: Record<string, string>) {
  const { folder } = confined;
  const filter = await Deno.readFile(`${folder}/seccomp/closed.bpf`);
  const mounts = Object.values(args).flatMap((path) => ["--ro-bind", path, path]);
  const bare = bareCommand(await Deno.readTextFile(`${folder}/launch/${tool}`), mounts);
  const as = confined.asRoot
    ? Object.keys(args).length > 0 ? confined.roots[0]!.owner! : NOBODY
    : {};
  const pair = await inTurn(caller(confined, tool, args), () => runBare(bare, filter, as), CALLS);
  show({ name, ...pair, goal: SANDBOXED });
}

/** A call without a fence, against the spawn alone. */
async function unsandboxed() {
  const tool = "bench__nothing";
  const { program } = open.tools.find((t) => t.name === tool)!.direct!;
  const pair = await inTurn(
    caller(open, tool, {}),
    () => runBare([program], undefined, {}),
    CALLS,
  );
  show({ name: "unsandboxed call", ...pair, goal: { ratio: 2 } });
}

function caller(plan: Plan, tool: string, args: Record<string, string>) {
  const registry = new Registry(plan);
  return async () => {
    const { isError, content } = await registry.call(tool, args);
    if (isError) throw new Error(`${tool} failed: ${JSON.stringify(content)}`);
  };
}

/** From the spawn of `serve` to the answer of `tools/list`, against the smallest server. */
async function serving() {
  const smallest = new URL("../tests/bench/smallest_server.ts", import.meta.url).pathname;
  const pair = await inTurn(
    () => untilListed(serveCommand(confined)),
    () => untilListed(["run", ...fixedFlags(), smallest]),
    STARTS,
  );
  show({ name: "serve, until tools/list", ...pair, goal: { ratio: 1.5 } });
}

/** The bundled server with the shipped shelf beside the floor and a peer, and calls over the wire. */
async function others() {
  const built = `${world.folder}/built`;
  if (!await bundleServer(programFolder(), built)) return;
  const entry = `${built}/${BUILT_ENTRY}`;
  const shelf = await place(
    await prepare(parseOptions(
      world.options(...SHELF.flatMap((name) => ["--bundle", name])),
      () => undefined,
    )),
  );
  const ours = { args: [], command: serveCommand(shelf, entry) };
  show({
    name: "bundled serve, shelf, against floor",
    ...await inTurn(() => listed(ours), () => listed(FLOOR), STARTS),
    goal: { ratio: 4 },
  });
  const other = await peer(`${world.folder}/peer`);
  if (other) {
    show({
      name: "the same, against a peer",
      ...await inTurn(() => listed(ours), () => listed(other), STARTS),
      goal: { ratio: 0.77 },
    });
  }
  await using direct = await Client.start({ args: [], command: serveCommand(open, entry) });
  await using floor = await Client.start(FLOOR);
  show({
    name: "unsandboxed call over the wire",
    ...await inTurn(
      async () => void await direct.call("bench__nothing"),
      async () => void await floor.request("tools/call", { name: "nothing", arguments: {} }),
      CALLS,
    ),
    goal: { ratio: 1.6 },
  });
  if (other) {
    await using client = await Client.start(other);
    const [name, args] = PEER_CALL;
    const call = () => client.request("tools/call", { name, arguments: args });
    const pair = await inTurn(
      () => together(() => direct.call("bench__nothing")),
      () => together(call),
      { warmUp: 1, rounds: 7 },
    );
    show({ name: `${IN_FLIGHT} in flight, against a peer`, ...pair, goal: { ratio: 0.67 } });
  }
}

/** Many calls, some at once. */
async function together(call: () => Promise<unknown>) {
  let left = CALLS_IN_FLIGHT;
  await Promise.all(Array.from({ length: IN_FLIGHT }, async () => {
    while (left-- > 0) await call();
  }));
}

function untilListed(command: string[] | undefined): Promise<number> {
  return listed({ args: world.options("--bundle", "bench"), ...(command && { command }) });
}

async function listed(options: StartOptions): Promise<number> {
  const begun = performance.now();
  await using client = await Client.start(options);
  await client.request("tools/list");
  return performance.now() - begun;
}

async function starting() {
  const times: number[] = [];
  const first = await untilListed(undefined);
  // What was changed within the last second is not remembered.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  await untilListed(undefined);
  for (let i = 0; i < STARTS.rounds; i++) times.push(await untilListed(undefined));
  console.log(
    `start, until tools/list: ${first.toFixed(0)} ms the first time, ${
      median(times).toFixed(0)
    } ms later`,
  );
}

/** Many calls at once over the wire, and what they leave in memory. */
async function busy() {
  await using client = await Client.start({ args: [], command: serveCommand(confined) });
  await client.call("bench__nothing");
  const begun = performance.now();
  await together(() => client.call("bench__nothing"));
  const seconds = (performance.now() - begun) / 1000;
  console.log(
    `serve with ${IN_FLIGHT} sandboxed calls in flight: ${
      (CALLS_IN_FLIGHT / seconds).toFixed(0)
    } calls per second, ${
      (await residentMb(client.pid)).toFixed(0)
    } MB resident after ${CALLS_IN_FLIGHT}`,
  );
}

/** Resident memory (proc_pid_status(5)). */
async function residentMb(pid: number): Promise<number> {
  const status = await Deno.readTextFile(`/proc/${pid}/status`).catch(() => "");
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024;
}

function summary() {
  const missed = figures.filter((f) => !met(f));
  console.log(
    missed.length === 0
      ? `\nAll ${figures.length} goals met`
      : `\n${figures.length - missed.length} of ${figures.length} goals met; not: ${
        missed.map((f) => f.name).join("; ")
      }`,
  );
}
