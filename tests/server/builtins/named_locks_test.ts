import { assert, assertEquals } from "@std/assert";
import { NamedLocks } from "../../../src/server/builtins/named_locks.ts";

const NEVER = new AbortController().signal;
const ROUNDS = 500;
const RACERS = 20;

async function folder(): Promise<string> {
  return await Deno.makeTempDir({ prefix: "sam-locks-" });
}

Deno.test("NamedLocks: of twenty racers one wins, 500 times, and releases race no less", async () => {
  const place = await folder();
  try {
    // Each with its own, as servers of one state folder have.
    const racers = Array.from({ length: RACERS }, () => new NamedLocks(place));
    for (let round = 0; round < ROUNDS; round++) {
      const results = await Promise.all(
        racers.map((r) => r.acquire("one", { waitMs: 0, signal: NEVER })),
      );
      const won = results.flatMap((r, i) => "token" in r ? [{ i, token: r.token }] : []);
      assertEquals(won.length, 1, `round ${round}`);
      const { i, token } = won[0]!;
      const released = await Promise.all([
        racers[i]!.release("one", token),
        racers[i]!.release("one", token),
      ]);
      assertEquals(released.sort(), ["free", "released"]);
    }
    assertEquals([...Deno.readDirSync(place)], []);
  } finally {
    await Deno.remove(place, { recursive: true });
  }
});

Deno.test("NamedLocks: who waits gets it, holders are told, tokens decide", async () => {
  const place = await folder();
  try {
    const [a, b] = [new NamedLocks(place), new NamedLocks(place)];
    const taken = await a.acquire("..", { waitMs: 0, note: "two\nlines", signal: NEVER });
    assert("token" in taken);
    const held = await b.acquire("..", { waitMs: 0, signal: NEVER });
    assert("holder" in held);
    assertEquals([held.holder?.pid, held.holder?.note], [Deno.pid, "two\nlines"]);
    assertEquals(await a.release("..", "wrong"), "wrong-token");
    assertEquals(await b.release("..", taken.token), "elsewhere");
    assertEquals(await b.release("none", taken.token), "free");
    const waiting = b.acquire("..", { waitMs: 60_000, signal: NEVER });
    assertEquals(await a.release("..", taken.token), "released");
    assert("token" in await waiting);
    const cancelled = new AbortController();
    const third = a.acquire("..", { waitMs: 60_000, signal: cancelled.signal });
    cancelled.abort();
    assert("holder" in await third);
    assertEquals(Deno.statSync(`${place}/...lock`).mode! & 0o777, 0o600);
  } finally {
    await Deno.remove(place, { recursive: true });
  }
});

Deno.test("NamedLocks: the lock of a process that was killed is free", async () => {
  const place = await folder();
  try {
    const module = new URL("../../../src/server/builtins/named_locks.ts", import.meta.url);
    const child = new Deno.Command(Deno.execPath(), {
      args: [
        "eval",
        `import { NamedLocks } from ${JSON.stringify(module.href)};
const signal = new AbortController().signal;
await new NamedLocks(${JSON.stringify(place)}).acquire("x", { waitMs: 0, signal });
console.log("held"); setInterval(() => {}, 1000);`,
      ],
      stdout: "piped",
    }).spawn();
    const reader = child.stdout.getReader();
    await reader.read();
    const locks = new NamedLocks(place);
    const held = await locks.acquire("x", { waitMs: 0, signal: NEVER });
    assert("holder" in held);
    assertEquals(held.holder?.pid, child.pid);
    child.kill("SIGKILL");
    await child.status;
    await reader.cancel();
    assert("token" in await locks.acquire("x", { waitMs: 0, signal: NEVER }));
  } finally {
    await Deno.remove(place, { recursive: true });
  }
});
