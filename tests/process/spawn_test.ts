import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { output } from "../../src/process/output.ts";
import { pump } from "../../src/process/pump.ts";
import { spawn } from "../../src/process/spawn.ts";

const SRC = new URL("../../src/", import.meta.url);

async function text(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string> {
  return await new Response(stream).text();
}

function* sources(folder: URL): Generator<URL> {
  for (const entry of Deno.readDirSync(folder)) {
    const url = new URL(entry.isDirectory ? `${entry.name}/` : entry.name, folder);
    if (entry.isDirectory) yield* sources(url);
    else if (entry.name.endsWith(".ts")) yield url;
  }
}

Deno.test("spawn.ts is the only source that starts programs", () => {
  const starting = [...sources(SRC)]
    .filter((url) => /Deno\s*\.\s*Command|child_process|Deno\s*\[/.test(Deno.readTextFileSync(url)))
    .map((url) => url.href.slice(SRC.href.length));
  assertEquals(starting, ["process/spawn.ts"]);
});

Deno.test("sources import only from rooms to their left", () => {
  const order = [
    "process",
    "spec",
    "bundle",
    "policy",
    "sandbox",
    "plan",
    "call",
    "task",
    "lint",
    "audit",
    "attack",
    "server",
    "cli",
  ];
  const wrong: string[] = [];
  for (const url of sources(SRC)) {
    const path = url.href.slice(SRC.href.length);
    const room = path.split("/")[0]!;
    if (!order.includes(room)) continue;
    for (const [, from] of Deno.readTextFileSync(url).matchAll(/(?:from|import\() ?"([^"]+)"/g)) {
      if (!from!.startsWith(".")) continue;
      const target = new URL(from!, url).href.slice(SRC.href.length).split("/")[0]!;
      if (order.includes(target) && order.indexOf(target) > order.indexOf(room)) {
        wrong.push(`${path} imports ${from}`);
      }
    }
  }
  assertEquals(wrong, []);
});

Deno.test("spawn() gives the child the listed variables and nothing else", async () => {
  Deno.env.set("SPAWN_TEST_SECRET", "x");
  const child = spawn({ program: "/usr/bin/env", args: [], env: { A: "1" }, cwd: "/" });
  assertEquals(await text(child.stdout), "A=1\n");
  await child.stderr.cancel();
  assertEquals(await child.status, { code: 0, signal: null });
});

Deno.test("spawn() gives the child an empty stdin when there is none", async () => {
  const child = spawn({ program: "/usr/bin/cat", args: [], env: {}, cwd: "/" });
  assertEquals(await text(child.stdout), "");
  await child.stderr.cancel();
  assertEquals((await child.status).code, 0);
});

Deno.test("spawn() feeds stdin whole, and does not mind a child that does not read it", async () => {
  const bytes = new Uint8Array(3_000_000).fill(97);
  const counting = spawn({ program: "/usr/bin/wc", args: ["-c"], env: {}, cwd: "/", stdin: bytes });
  assertEquals((await text(counting.stdout)).trim(), "3000000");
  await counting.stderr.cancel();
  await counting.status;
  const deaf = spawn({ program: "/usr/bin/true", args: [], env: {}, cwd: "/", stdin: bytes });
  assertEquals(await text(deaf.stdout), "");
  await deaf.stderr.cancel();
  assertEquals((await deaf.status).code, 0);
});

Deno.test("spawn() throws when the program is not there, or an argument holds NUL", () => {
  assertThrows(
    () => spawn({ program: "/nonexistent/x", args: [], env: {}, cwd: "/" }),
    Deno.errors.NotFound,
  );
  assertThrows(
    () => spawn({ program: "/usr/bin/true", args: ["a\0b"], env: {}, cwd: "/" }),
    TypeError,
  );
});

Deno.test("spawn() lets kill() be called on a child that has ended", async () => {
  const child = spawn({ program: "/usr/bin/true", args: [], env: {}, cwd: "/" });
  await Promise.all([child.stdout.cancel(), child.stderr.cancel()]);
  await child.status;
  child.kill("SIGKILL");
});

Deno.test("pump() hands over every byte in order and stops when asked", async () => {
  const child = spawn({
    program: "/usr/bin/bash",
    args: ["-c", "printf ab; head -c 300000 /dev/zero; printf c"],
    env: { PATH: "/usr/bin" },
    cwd: "/",
  });
  let size = 0;
  let first: number | undefined;
  let last = 0;
  await pump(child.stdout, (chunk) => {
    first ??= chunk[0];
    size += chunk.length;
    last = chunk.at(-1)!;
    return Promise.resolve();
  }).done;
  await child.stderr.cancel();
  await child.status;
  assertEquals([size, first, last], [300_003, 97, 99]);

  const endless = new ReadableStream({ type: "bytes" });
  const running = pump(endless as ReadableStream<Uint8Array<ArrayBuffer>>, () => Promise.resolve());
  await running.stop();
});

Deno.test("pump() rejects when the taker fails", async () => {
  const child = spawn({ program: "/usr/bin/echo", args: ["x"], env: {}, cwd: "/" });
  await assertRejects(
    () => pump(child.stdout, () => Promise.reject(new Error("full"))).done,
    Error,
    "full",
  );
  await Promise.all([child.stdout.cancel().catch(() => {}), child.stderr.cancel()]);
  await child.status;
});

Deno.test("output() kills a program that takes too long, and does not wait for its children's pipes", async () => {
  const late = await output({
    program: "/usr/bin/bash",
    args: ["-c", "echo early; sleep 2 & sleep 2"],
    env: {},
    cwd: "/",
    timeoutMs: 200,
  });
  assert(late.timedOut);
  assertEquals(late.stdout, "early\n");
  const orphan = await output({
    program: "/usr/bin/bash",
    args: ["-c", "sleep 3 & echo done"],
    env: {},
    cwd: "/",
    timeoutMs: 60_000,
  });
  assertEquals([orphan.code, orphan.stdout, orphan.timedOut], [0, "done\n", false]);
});
