import { assert, assertEquals, assertLess, assertMatch, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import { type SpillFile, StreamCapture } from "../../src/call/capture.ts";
import { bytesOf, chunked, chunkSizes, joined, utf8 } from "./_byte_chunks.ts";

/** A spill file in memory. */
class FakeSpill implements SpillFile {
  path = "spill";
  parts: Uint8Array[] = [];
  state: "open" | "closed" | "discarded" = "open";

  write(bytes: Uint8Array): Promise<void> {
    this.parts.push(bytes.slice());
    return Promise.resolve();
  }
  close(): Promise<void> {
    this.state = "closed";
    return Promise.resolve();
  }
  discard(): Promise<void> {
    this.state = "discarded";
    return Promise.resolve();
  }
}

interface Options {
  limitBytes?: number;
  spillLimitBytes?: number;
  mode?: "text" | "base64";
  hint?: string;
}

async function capture(chunks: Uint8Array[], options: Options = {}) {
  const spills: FakeSpill[] = [];
  const stream = new StreamCapture({
    limitBytes: options.limitBytes ?? 40,
    spillLimitBytes: options.spillLimitBytes ?? 1e9,
    mode: options.mode ?? "text",
    openSpill() {
      spills.push(new FakeSpill());
      return Promise.resolve(spills.at(-1)!);
    },
  });
  for (const chunk of chunks) {
    const buffer = chunk.slice();
    await stream.write(buffer);
    buffer.fill(0x21);
  }
  const result = await stream.finish(options.hint);
  return { result, spills, stream };
}

const PIECES = [
  "a",
  "word ",
  "\n",
  "\r",
  "10%\r20%",
  "\x1b[31m",
  "\x1b]0;t\x07",
  "\x00",
  "é",
  "😀",
];

/** Head, tail and marker number of a truncated text. */
function parts(text: string) {
  const [head, number, tail] = text.split(/\n\[(\d+) bytes left out: [^\]]*\]\n/) as string[];
  return { head: head!, leftOut: Number(number), tail: tail! };
}

Deno.test("StreamCapture.finish() gives the same for any chunking, and the file is the stream", async () => {
  await fc.assert(
    fc.asyncProperty(
      bytesOf(PIECES),
      chunkSizes,
      fc.constantFrom("text" as const, "base64" as const),
      async (bytes, sizes, mode) => {
        const { result, spills } = await capture(chunked(bytes, sizes), { mode });
        assertEquals(result, (await capture([bytes], { mode })).result);
        assertEquals(result.bytesSeen, bytes.length);
        assertEquals(result.truncated, result.spillPath !== undefined);
        assertEquals(
          spills.map((s) => s.state),
          spills.map(() => result.truncated ? "closed" : "discarded"),
        );
        if (result.truncated) assertEquals(joined(spills[0]!.parts), bytes);
      },
    ),
    { numRuns: 500 },
  );
});

Deno.test("StreamCapture.finish() removes one trailing newline", async () => {
  assertEquals((await capture([utf8("a\n\n")])).result.text, "a\n");
  assertEquals((await capture([utf8("a\r\n")])).result.text, "a");
});

Deno.test("StreamCapture.write() opens no file for a stream within the limit", async () => {
  const { result, spills } = await capture([utf8("x".repeat(40))]);
  assertEquals(spills, []);
  assertEquals(result, {
    text: "x".repeat(40),
    truncated: false,
    bytesSeen: 40,
    overSpillLimit: false,
  });
});

Deno.test("StreamCapture.finish() discards the file when the cleaned text fits", async () => {
  const { result, spills } = await capture([utf8("10%\r".repeat(100) + "done\n")]);
  assertEquals([result.text, result.truncated, result.spillPath], ["done", false, undefined]);
  assertEquals(spills.map((s) => s.state), ["discarded"]);
});

Deno.test("StreamCapture.finish() makes the file when only the cleaned text is too long", async () => {
  const { result, spills } = await capture([new Uint8Array(30)]);
  assertEquals([result.truncated, result.spillPath], [true, "spill"]);
  assertEquals(joined(spills[0]!.parts), new Uint8Array(30));
});

Deno.test("StreamCapture.finish() points to the file, or advises as it was told", async () => {
  const long = [utf8("x".repeat(100))];
  assertStringIncludes(
    (await capture(long)).result.text,
    "[60 bytes left out: read the whole stream from",
  );
  assertStringIncludes(
    (await capture(long, { hint: "be brief" })).result.text,
    "[60 bytes left out: be brief]",
  );
});

Deno.test("StreamCapture.write() cleans only head and tail of a long stream, for any chunking", async () => {
  const lines = utf8(
    Array.from({ length: 60_000 }, (_, i) => `\x1b[32mline ${i} é\x1b[0m\n`).join(""),
  );
  const limitBytes = 4096;
  const { result } = await capture(chunked(lines, [100_000]), { limitBytes });
  for (const size of [lines.length, 65_536, 7_777]) {
    assertEquals((await capture(chunked(lines, [size]), { limitBytes })).result, result);
  }
  assertMatch(result.text, /^line 0 é\nline 1 é\n/);
  assertMatch(result.text, /\nline 59998 é\nline 59999 é$/);
  const { head, tail, leftOut } = parts(result.text);
  assert(utf8(head).length <= 3072 && utf8(head).length > 3000);
  assert(utf8(tail).length <= 1024 && utf8(tail).length > 900);
  assert(!result.text.includes("\x1b") && !result.text.includes("[0m"));
  // What was not cleaned is counted as it came, with its sequences.
  const whole = await capture([lines], { limitBytes: lines.length });
  assertLess(utf8(whole.result.text).length, leftOut);
});

Deno.test("StreamCapture.finish() counts each byte of a long plain stream once", async () => {
  const text = Array.from({ length: 60_000 }, (_, i) => `line ${i}\n`).join("");
  const { result } = await capture(chunked(utf8(text), [9_999]), { limitBytes: 4096 });
  const { head, tail, leftOut } = parts(result.text);
  assert(text.startsWith(head) && text.endsWith(tail + "\n"));
  assertEquals(head.length + leftOut + tail.length + "\n".length, text.length);
});

Deno.test("StreamCapture.finish() starts a tail that is all there is after cleaning at a clean place", async () => {
  for (const unit of ["€\x1b[31m", "€\x1b[31m\n"]) {
    // Moves both borders of the unseen part through every place of the unit.
    for (let more = 0; more < utf8(unit).length; more++) {
      const bytes = utf8("x".repeat(more) + unit.repeat(100_000) + "x".repeat(more));
      const { result } = await capture(chunked(bytes, [50_000]), { limitBytes: 131_072 });
      const { tail } = parts(result.text);
      assert(result.truncated && !tail.includes("\ufffd") && !tail.includes("\\x"));
      if (unit.endsWith("\n")) assert(tail.startsWith("€\n"));
    }
  }
});

Deno.test("StreamCapture.write() starts the tail of one endless line between characters", async () => {
  const endless = utf8("€".repeat(100_000) + "end");
  const { result } = await capture(chunked(endless, [9_999]), { limitBytes: 400 });
  assert(!result.text.includes("\ufffd"));
  assertMatch(result.text, /\]\n€+end$/);
});

Deno.test("StreamCapture.write() stops the file at its limit and says so", async () => {
  const bytes = utf8("x".repeat(99) + "y".repeat(2));
  const within = await capture([bytes.subarray(0, 100)], { spillLimitBytes: 100 });
  assertEquals(within.result.overSpillLimit, false);
  for (const sizes of [[7], [101]]) {
    const { result, spills, stream } = await capture(chunked(bytes, sizes), {
      spillLimitBytes: 100,
    });
    assert(result.overSpillLimit && stream.overSpillLimit);
    assertEquals(joined(spills[0]!.parts), bytes.slice(0, 100));
    assertEquals([result.bytesSeen, result.spillPath], [101, "spill"]);
  }
});

Deno.test("StreamCapture.finish() keeps the answer when the file cannot be written", async () => {
  for (const failing of ["open", "write"]) {
    let discarded = 0;
    const stream = new StreamCapture({
      limitBytes: 8,
      spillLimitBytes: 100,
      mode: "text",
      openSpill() {
        if (failing === "open") return Promise.reject(new Error("No space left on device"));
        const file = new FakeSpill();
        file.write = () => Promise.reject(new Error("No space left on device"));
        file.discard = () => Promise.resolve(void discarded++);
        return Promise.resolve(file);
      },
    });
    await stream.write(utf8("0123456789"));
    await stream.write(utf8("0123456789"));
    const result = await stream.finish();
    assertEquals(result.spillError, "No space left on device");
    assertEquals([result.truncated, result.spillPath], [true, undefined]);
    assertStringIncludes(result.text, "[12 bytes left out: narrow the arguments");
    assertEquals(discarded, failing === "write" ? 1 : 0);
  }
});

Deno.test("StreamCapture.finish() gives base64 of the first bytes, newline included", async () => {
  const { result } = await capture([Uint8Array.of(0xff, 0x0a)], { mode: "base64" });
  assertEquals([result.text, result.truncated], ["/wo=", false]);
  const long = await capture([utf8("abcdef")], { mode: "base64", limitBytes: 3 });
  assertEquals([long.result.text, long.result.truncated], ["YWJj", true]);
});

Deno.test("StreamCapture.write() keeps memory flat", async () => {
  const chunk = new Uint8Array(262_144).fill(0x61);
  const stream = new StreamCapture({
    limitBytes: 1_048_576,
    spillLimitBytes: 1e12,
    mode: "text",
    openSpill: () =>
      Promise.resolve({
        path: "spill",
        write: () => Promise.resolve(),
        close: () => Promise.resolve(),
        discard: () => Promise.resolve(),
      }),
  });
  // The first pieces make the buffers grow to their full size.
  for (let i = 0; i < 40; i++) await stream.write(chunk);
  const before = Deno.memoryUsage().external;
  for (let i = 0; i < 2000; i++) await stream.write(chunk);
  assertLess(Deno.memoryUsage().external - before, 16_000_000);
  const { bytesSeen, text } = await stream.finish();
  assertEquals(bytesSeen, 2040 * chunk.length);
  assertLess(text.length, 1_048_576 + 200);
});
