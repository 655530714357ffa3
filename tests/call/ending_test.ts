import { assertEquals } from "@std/assert";
import { Ending } from "../../src/call/ending.ts";

/** A child that notes its signals, and a promise of the first. */
function child() {
  const signals: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  return {
    signals,
    first: promise,
    kill(signal: string) {
      signals.push(signal);
      resolve();
    },
  };
}

Deno.test("Ending signals at once when there is no sandbox to be set up", () => {
  const process = child();
  const ending = new Ending(process, false);
  ending.sandboxBegun();
  ending.begin();
  assertEquals(process.signals, ["SIGTERM"]);
  ending.done();
});

Deno.test("Ending signals at once when the tool has spoken", () => {
  const process = child();
  const ending = new Ending(process, true);
  ending.toolRuns();
  ending.begin();
  assertEquals(process.signals, ["SIGTERM"]);
  ending.done();
});

Deno.test("Ending waits while a sandbox may be half set up, then signals", async () => {
  const process = child();
  const ending = new Ending(process, true);
  ending.begin();
  ending.sandboxBegun();
  assertEquals(process.signals, []);
  await process.first;
  assertEquals(process.signals, ["SIGTERM"]);
  ending.done();
});

Deno.test("Ending leaves no timer when the process has ended", () => {
  for (const launcher of [true, false]) {
    const ending = new Ending(child(), launcher);
    ending.begin();
    ending.done();
  }
});
