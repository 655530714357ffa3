import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { refusal } from "../../src/call/outcome.ts";
import { isAlive, Lease } from "../../src/task/lease.ts";
import type { Task } from "../../src/task/task.ts";
import { call, DONE, good, leaveJob, plainTask, plainTrace, State } from "./_tasks.ts";

const NEVER = new AbortController().signal;

Deno.test("TaskManager runs a task to its end and keeps what came of it", async () => {
  await using state = await State.make();
  await using manager = await state.manager();
  const c = call();
  const seen: string[] = [];
  manager.subscribe({ changed: (t) => seen.push(t.status) });
  const task = await manager.start(c.request);
  assertEquals(task.status, "running");
  assert(/^[a-f0-9]{32}$/.test(task.id));
  await c.begun;
  c.end();
  const over = (await manager.ended("ada", task.id, NEVER))!;
  assertEquals([over.status, over.end?.exitCode, seen], ["completed", 0, ["completed"]]);
  const other = await manager.start(call().request);
  assertNotEquals(other.id, task.id);
});

Deno.test("TaskManager calls an error failed, and a fault of the call too", async () => {
  await using state = await State.make();
  await using manager = await state.manager();
  const outcomes = [
    () => Promise.resolve(refusal("policy", "Not there", "demo__slow", "bwrap")),
    () => Promise.reject(new Error("broken")),
  ];
  for (const [i, run] of outcomes.entries()) {
    const { id } = await manager.start(call({ run }).request);
    const task = (await manager.ended("ada", id, NEVER))!;
    assertEquals(task.status, "failed");
    assertEquals(task.end?.reason, ["policy", "internal"][i]);
    assert(task.statusMessage?.includes(["Not there", "broken"][i]!));
  }
});

Deno.test("TaskManager queues what is more than maxRunning, and begins in order", async () => {
  await using state = await State.make();
  await using manager = await state.manager({ maxRunning: 1 });
  const calls = [call(), call(), call()];
  const tasks: Task[] = [];
  for (const c of calls) {
    tasks.push(await manager.start(c.request));
    state.now++;
  }
  assertEquals(tasks.map((t) => t.status), ["running", "pending", "pending"]);
  // A task that is cancelled while it waits never runs.
  await manager.cancel("ada", tasks[1]!.id);
  calls[0]!.end();
  await calls[2]!.begun;
  assertEquals(
    (await manager.list("ada")).map((t) => t.status),
    ["completed", "cancelled", "running"],
  );
  calls[2]!.end();
  await manager.ended("ada", tasks[2]!.id, NEVER);
});

Deno.test("TaskManager shows a task to its caller and to nobody else", async () => {
  await using state = await State.make();
  await using manager = await state.manager();
  const c = call();
  const { id } = await manager.start(c.request);
  assertEquals(await manager.get("bob", id), undefined);
  assertEquals(await manager.list("bob"), []);
  assertEquals(await manager.cancel("bob", id), undefined);
  assertEquals(await manager.ended("bob", id, NEVER), undefined);
  assertEquals((await manager.get("ada", id))!.status, "running");
  c.end();
  await manager.ended("ada", id, NEVER);
  assertEquals(await manager.cleanup("bob"), { cleaned: 0, remaining: 0 });
  assertEquals(await manager.cleanup("ada"), { cleaned: 1, remaining: 0 });
});

Deno.test("TaskManager.cancel() is final: what ends later changes no state", async () => {
  await using state = await State.make();
  await using manager = await state.manager();
  const end = Promise.withResolvers<void>();
  const run = (job: { signal: AbortSignal }) =>
    new Promise<ReturnType<typeof good>>((resolve) =>
      job.signal.addEventListener("abort", () => end.promise.then(() => resolve(good())))
    );
  const { id } = await manager.start(call({ run }).request);
  const result = (await manager.cancel("ada", id))!;
  assertEquals([result.cancelled, result.task.status], [true, "cancelled"]);
  end.resolve();
  // The end is written in its own time; the state was final before.
  while (!(await manager.get("ada", id))!.end) await new Promise((r) => setTimeout(r, 5));
  const task = (await manager.get("ada", id))!;
  assertEquals([task.status, task.end?.exitCode], ["cancelled", 0]);
  assertEquals((await manager.cancel("ada", id))!.cancelled, false);
});

Deno.test("TaskManager forgets a task when its time is over, and not before", async () => {
  await using state = await State.make();
  await using manager = await state.manager();
  const c = call({ ttlMs: 1000 });
  const { id } = await manager.start(c.request);
  state.now += 5000;
  await manager.sweep();
  assertEquals((await manager.get("ada", id))!.status, "running");
  c.end();
  await manager.ended("ada", id, NEVER);
  state.now += 1000;
  await manager.sweep();
  assertEquals((await manager.get("ada", id))!.status, "completed");
  state.now += 1;
  await manager.sweep();
  assertEquals(await manager.get("ada", id), undefined);
  assertEquals([...Deno.readDirSync(`${state.folder}/jobs`)].filter((e) => e.name === id), []);
});

Deno.test("TaskManager.cleanup() forgets what has been over for long enough, and no other", async () => {
  await using state = await State.make();
  await using manager = await state.manager();
  const [early, late, running] = [call(), call(), call()];
  for (const c of [early, late]) {
    const { id } = await manager.start(c.request);
    c.end();
    await manager.ended("ada", id, NEVER);
    state.now += 100;
  }
  const { id } = await manager.start(running.request);
  assertEquals(await manager.cleanup("ada", 150), { cleaned: 1, remaining: 2 });
  assertEquals(await manager.cleanup("ada"), { cleaned: 1, remaining: 1 });
  assertEquals((await manager.list("ada")).map((t) => t.id), [id]);
  running.end();
  await manager.ended("ada", id, NEVER);
});

Deno.test("TaskManager finds a job of a killed server again, with its exit code and its log", async () => {
  await using state = await State.make();
  const task = plainTask({ status: "running", trace: plainTrace() });
  await state.store.create(task);
  state.alive.add(task.id);
  await using manager = await state.manager();
  assertEquals((await manager.get("ada", task.id))!.status, "running");
  await leaveJob(state, task.id, DONE);
  const over = (await manager.ended("ada", task.id, NEVER))!;
  assertEquals([over.status, over.end?.exitCode, over.end?.tool], ["completed", 0, "demo__slow"]);
  const { outcome } = await manager.look(over);
  assertEquals([outcome.stdout.text, outcome.command], ["the whole log", "slow"]);
});

Deno.test("TaskManager tells why a task of a killed server cannot be found again", async () => {
  await using state = await State.make();
  const tasks = [
    plainTask(),
    plainTask({ status: "running" }),
    plainTask({ status: "running", trace: plainTrace({ detached: false }) }),
    plainTask({ status: "running", trace: plainTrace() }),
  ];
  for (const task of tasks) await state.store.create(task);
  await leaveJob(state, tasks[3]!.id, { "stdout.log": "half a log\n" });
  await using manager = await state.manager();
  const words = ["before the task began", "about to begin", "the task with it", "neither running"];
  for (const [i, { id }] of tasks.entries()) {
    const task = (await manager.ended("ada", id, NEVER))!;
    assertEquals([task.status, task.end?.reason], ["failed", "internal"]);
    assert(task.statusMessage!.includes(words[i]!), task.statusMessage);
  }
  const vanished = (await manager.get("ada", tasks[3]!.id))!;
  assertEquals((await manager.look(vanished)).outcome.stdout.text, "half a log");
});

Deno.test("TaskManager leaves the tasks of a server that lives, and takes over when it is gone", async () => {
  await using state = await State.make();
  const leases = `${state.folder}/jobs/.servers`;
  const lease = await Lease.take(leases);
  const task = plainTask({ server: lease.server });
  await state.store.create(task);
  await using manager = await state.manager();
  assertEquals((await manager.get("ada", task.id))!.status, "pending");
  assert(await isAlive(leases, lease.server));
  lease[Symbol.dispose]();
  assertEquals(await isAlive(leases, lease.server), false);
  assertEquals((await manager.get("ada", task.id))!.status, "failed");
});

Deno.test("TaskManager cancels a job that it has found again", async () => {
  await using state = await State.make();
  const task = plainTask({ status: "running", trace: plainTrace() });
  await state.store.create(task);
  state.alive.add(task.id);
  await using manager = await state.manager();
  assertEquals((await manager.cancel("ada", task.id))!.cancelled, true);
  assert(state.signals.includes("TERM"));
  assertEquals((await manager.get("ada", task.id))!.status, "cancelled");
});

Deno.test("TaskManager heeds a task that another server has cancelled", async () => {
  await using state = await State.make();
  await using manager = await state.manager();
  await using other = await state.manager();
  const c = call();
  const { id } = await manager.start(c.request);
  const signal = await c.begun;
  assertEquals((await other.cancel("ada", id))!.cancelled, true);
  await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
  assertEquals((await manager.get("ada", id))!.status, "cancelled");
});

Deno.test("TaskManager ends with what cannot outlive it, and says so", async () => {
  await using state = await State.make();
  const manager = await state.manager({ maxRunning: 2 });
  const attached = await manager.start(call({ detached: false }).request);
  const detached = call();
  const outliving = await manager.start(detached.request);
  const waiting = await manager.start(call().request);
  await detached.begun;
  await manager[Symbol.asyncDispose]();
  const status = async (t: Task) => (await state.store.get(t.id))!.status;
  assertEquals(
    [await status(attached), await status(outliving), await status(waiting)],
    ["failed", "running", "failed"],
  );
  detached.end();
});
