import { assert, assertEquals } from "@std/assert";
import { type ProgressNote, ProgressNotes } from "../../src/server/progress.ts";

/** Notes that were sent, and a promise of the first that a condition holds for. */
function listener() {
  const sent: ProgressNote[] = [];
  const waiting: { holds: (note: ProgressNote) => boolean; resolve: () => void }[] = [];
  return {
    sent,
    send: (note: ProgressNote) => {
      sent.push(note);
      for (const w of waiting) if (w.holds(note)) w.resolve();
      return Promise.resolve();
    },
    until: (holds: (note: ProgressNote) => boolean) =>
      new Promise<void>((resolve) => waiting.push({ holds, resolve })),
  };
}

Deno.test("ProgressNotes sends what a tool said last before it fell silent", async () => {
  const { sent, send, until } = listener();
  const notes = new ProgressNotes(send);
  const last = until((note) => note.progress === 3);
  notes.tell({ done: 1, total: 3, message: "one" });
  notes.tell({ done: 2, total: 3 });
  notes.tell({ done: 3, total: 3 });
  await last;
  assertEquals(sent, [{ progress: 1, total: 3, message: "one" }, { progress: 3, total: 3 }]);
  await notes.end();
  assertEquals(sent.length, 2);
});

Deno.test("ProgressNotes sends what waits at the end, and nothing after", async () => {
  const { sent, send } = listener();
  const notes = new ProgressNotes(send);
  notes.tell({ done: 1 });
  notes.tell({ done: 2 });
  await notes.end();
  notes.tell({ done: 3 });
  assertEquals(sent.map((n) => n.progress), [1, 2]);
});

Deno.test("ProgressNotes leaves out what does not rise", async () => {
  const { sent, send } = listener();
  const notes = new ProgressNotes(send);
  for (const done of [5, 5, 3, 9, 7]) notes.tell({ done });
  await notes.end();
  assertEquals(sent.map((n) => n.progress), [5, 9]);
});

Deno.test("ProgressNotes beats while a tool is silent, and loses none of its words", async () => {
  for (const start of [1, 1e15]) {
    const { sent, send, until } = listener();
    const notes = new ProgressNotes(send, 5);
    const second = until((note) => note.progress === start + 10);
    notes.tell({ done: start });
    notes.tell({ done: start + 10 });
    await second;
    await until((note) => /^Running for \d+ s$/.test(note.message ?? ""));
    await notes.end();
    assertEquals(sent[0], { progress: start });
    for (const [i, note] of sent.entries()) {
      assert(i === 0 || note.progress > sent[i - 1]!.progress, JSON.stringify(sent));
    }
  }
});

Deno.test("ProgressNotes survives a client that is gone", async () => {
  const notes = new ProgressNotes(() => Promise.reject(new Error("gone")));
  notes.tell({ done: 1 });
  notes.tell({ done: 2 });
  await notes.end();
});
