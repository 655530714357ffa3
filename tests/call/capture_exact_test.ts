import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { StreamCapture } from "../../src/call/capture.ts";

async function capture(bytes: Uint8Array, cuts: number[], limitBytes = 100) {
  const stream = new StreamCapture({
    limitBytes,
    spillLimitBytes: 1000,
    openSpill: () => Promise.reject(new Error("No file is wanted")),
    mode: "exact",
  });
  const at = [0, ...cuts.map((c) => c % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  for (const [i, end] of at.slice(1).entries()) await stream.write(bytes.subarray(at[i], end));
  return await stream.finish();
}

Deno.test("StreamCapture gives exact text as it came, however it is divided", async () => {
  const text = '{"a": "\u009b31m\u007f\u2028", "b":\r "€😀"}\r\n\n';
  await fc.assert(fc.asyncProperty(fc.array(fc.nat(60)), async (cuts) => {
    const result = await capture(new TextEncoder().encode(text), cuts);
    assertEquals([result.text, result.truncated], [text, false]);
  }));
});

Deno.test("StreamCapture says that exact text was cut", async () => {
  const result = await capture(new Uint8Array(101).fill(0x20), [], 100);
  assertEquals([result.truncated, result.bytesSeen, result.spillError], [
    true,
    101,
    "No file is wanted",
  ]);
});
