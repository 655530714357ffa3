import { assert, assertEquals, assertRejects } from "@std/assert";
import { FileTaskStore } from "../../src/task/file_store.ts";
import { plainTask, State } from "./_tasks.ts";

const STORE = new URL("../../src/task/file_store.ts", import.meta.url).href;

Deno.test("FileTaskStore gives back what it was given, to its caller only, oldest first", async () => {
  await using state = await State.make();
  const [a, b, c] = [
    plainTask({ createdAt: 3 }),
    plainTask({ createdAt: 2 }),
    plainTask({ createdAt: 1, caller: "bob" }),
  ];
  for (const task of [a, b, c]) await state.store.create(task);
  assertEquals(await state.store.get(a.id), a);
  assertEquals(await state.store.list("ada"), [b, a]);
  assertEquals(await state.store.list(), [c, b, a]);
  await state.store.remove(a.id);
  await state.store.remove(a.id);
  assertEquals(await state.store.get(a.id), undefined);
  assertEquals(await state.store.list("ada"), [b]);
});

Deno.test("FileTaskStore builds no path of what is no id", async () => {
  await using state = await State.make();
  await Deno.writeTextFile(`${state.folder}/task.json`, JSON.stringify(plainTask()));
  for (const id of ["..", "", "../jobs", "A".repeat(32), "a".repeat(31), "a".repeat(33), "a/b"]) {
    assertEquals(await state.store.get(id), undefined, id);
    assertEquals(await state.store.update(id, (t) => t), undefined, id);
    await state.store.remove(id);
    await assertRejects(() => state.store.create(plainTask({ id })), TypeError);
  }
  await Deno.stat(`${state.folder}/task.json`);
});

Deno.test("FileTaskStore keeps its files from everybody else", async () => {
  await using state = await State.make();
  const task = plainTask();
  await state.store.create(task);
  const mode = async (path: string) =>
    (await Deno.stat(`${state.folder}/jobs/${path}`)).mode! & 0o777;
  assertEquals(
    [await mode(""), await mode(task.id), await mode(`${task.id}/task.json`)],
    [0o700, 0o700, 0o600],
  );
});

Deno.test("FileTaskStore.update() loses no change when two stores change a task at once", async () => {
  await using state = await State.make();
  const other = new FileTaskStore(`${state.folder}/jobs`);
  const task = plainTask({ ttlMs: 0 });
  await state.store.create(task);
  await Promise.all(
    Array.from(
      { length: 40 },
      (_, i) => [state.store, other][i % 2]!.update(task.id, (t) => ({ ...t, ttlMs: t.ttlMs + 1 })),
    ),
  );
  assertEquals((await state.store.get(task.id))!.ttlMs, 40);
});

Deno.test("FileTaskStore.tidy() takes away what a killed create left, and no task", async () => {
  await using state = await State.make();
  const task = plainTask();
  await state.store.create(task);
  const stray = plainTask().id;
  await Deno.mkdir(`${state.folder}/jobs/${stray}`);
  await Deno.writeTextFile(`${state.folder}/jobs/${stray}/.half`, "{");
  await state.store.tidy();
  await Deno.stat(`${state.folder}/jobs/${stray}`);
  await state.store.tidy(Date.now() + 24 * 60 * 60 * 1000);
  await assertRejects(() => Deno.stat(`${state.folder}/jobs/${stray}`), Deno.errors.NotFound);
  assertEquals(await state.store.list(), [task]);
});

Deno.test("FileTaskStore loses nothing that it has told as done when its process is killed", async () => {
  await using state = await State.make();
  const script = `
    const { FileTaskStore } = await import(${JSON.stringify(STORE)});
    const store = new FileTaskStore(Deno.args[0]);
    const base = JSON.parse(Deno.args[1]);
    await store.create(base);
    console.log(0);
    for (let i = 1;; i++) {
      await store.update(base.id, (t) => ({ ...t, ttlMs: i, tool: "x".repeat(i % 5000) }));
      console.log(i);
    }`;
  let killedMidway = 0;
  for (let round = 0; round < 8; round++) {
    const task = plainTask({ ttlMs: 0 });
    const child = new Deno.Command(Deno.execPath(), {
      args: ["eval", "--quiet", script, `${state.folder}/jobs`, JSON.stringify(task)],
      stdin: "null",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    let told = "";
    for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
      told += text;
      // Somewhere else in the cycle of writes in every round.
      if (told.split("\n").length > 5 + round * 3) child.kill("SIGKILL");
    }
    await child.status;
    const last = Number(told.trimEnd().split("\n").at(-1));
    const kept = (await state.store.get(task.id))!;
    assert(kept.ttlMs === last || kept.ttlMs === last + 1, `${kept.ttlMs} of ${last}`);
    if (kept.ttlMs > 0) killedMidway++;
    // The lock of the killed one is free again.
    await state.store.update(task.id, (t) => ({ ...t, status: "failed" }));
    assertEquals((await state.store.get(task.id))!.status, "failed");
  }
  assertEquals(killedMidway, 8);
});
