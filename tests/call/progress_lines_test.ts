import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { type Progress, ProgressLines } from "../../src/call/progress_lines.ts";
import { bytesOf, chunked, chunkSizes, textOf, throughReusedBuffer, utf8 } from "./_byte_chunks.ts";

function run(chunks: Uint8Array[]) {
  const progress: Progress[] = [];
  const lines = new ProgressLines((step) => progress.push(step));
  const out = throughReusedBuffer(chunks, (chunk) => lines.push(chunk));
  return { text: textOf([...out, ...lines.end()]), progress };
}

function runText(...chunks: string[]) {
  return run(chunks.map(utf8));
}

const PIECES = [
  "::progress ",
  "::progress 3/10 half\n",
  "::progress 1\n",
  "::",
  "1",
  "/2",
  " message",
  "\n",
  "\r\n",
  "text\n",
  "é",
  "x".repeat(600),
];

Deno.test("ProgressLines.push() takes the progress lines and no other byte, for any chunking", () => {
  fc.assert(
    fc.property(bytesOf(PIECES, 20), chunkSizes, (bytes, sizes) => {
      const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
      const lines = text.split(/(?<=\n)/);
      const isProgress = (line: string) =>
        /^::progress \d+(\.\d+)?(\/\d+(\.\d+)?)?( [^\r\n]*)?\r?\n$/.test(line) &&
        utf8(line).length <= 1024;
      const result = run(chunked(utf8(text), sizes));
      assertEquals(result.text, lines.filter((line) => !isProgress(line)).join(""));
      assertEquals(result.progress.length, lines.filter(isProgress).length);
    }),
    { numRuns: 3000 },
  );
});

Deno.test("ProgressLines.push() reports done, total and message", () => {
  assertEquals(
    runText("a\n::progress 3\n::pro", "gress 1.5/10\nb\n::progress 0/0 half of it\r\n"),
    {
      text: "a\nb\n",
      progress: [{ done: 3 }, { done: 1.5, total: 10 }, {
        done: 0,
        total: 0,
        message: "half of it",
      }],
    },
  );
});

Deno.test("ProgressLines.push() passes lines that are no progress", () => {
  const others = [
    "::progress\n",
    "::progress x\n",
    "::progress -1\n",
    "::progress 1e3\n",
    "::progress 1/\n",
    "::progress 1/2x\n",
    "::progress NaN\n",
    ` ::progress 1\n`,
    `::progress ${"9".repeat(400)}\n`,
    `::progress 1/${"9".repeat(400)}\n`,
    "::progress 1",
  ];
  for (const other of others) assertEquals(runText(other), { text: other, progress: [] });
});

Deno.test("ProgressLines.push() cleans and shortens the message", () => {
  assertEquals(runText("::progress 1 \x1b[31mred\x1b[0m\x07\n").progress, [
    { done: 1, message: "red\\x07" },
  ]);
  const message = runText(`::progress 1 ${"x".repeat(499)}😀\n`).progress[0]?.message;
  assertEquals(message, "x".repeat(499));
});

Deno.test("ProgressLines.push() reads a line of 1 KiB and holds back no longer one", () => {
  const line = "::progress 1 ".padEnd(1023, "x");
  assertEquals(runText(line, "\n").progress.length, 1);
  assertEquals(runText(line, "x\n"), { text: line + "x\n", progress: [] });
  const lines = new ProgressLines(() => {});
  assertEquals(textOf(lines.push(utf8(line + "x"))), line + "x");
});

Deno.test("ProgressLines.push() gives other text out at once", () => {
  const lines = new ProgressLines(() => {});
  assertEquals(textOf(lines.push(utf8("prompt> "))), "prompt> ");
});
