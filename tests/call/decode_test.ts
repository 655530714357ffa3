import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { TextCleaner } from "../../src/call/decode.ts";
import { PARAMETER_LIMIT, STRING_BODY_LIMIT } from "../../src/call/escapes.ts";
import { REDRAW_LIMIT } from "../../src/call/redraw.ts";
import { bytesOf, chunked, chunkSizes, utf8 } from "./_byte_chunks.ts";

function clean(...chunks: (string | Uint8Array)[]): string {
  const cleaner = new TextCleaner();
  const parts = chunks.map((c) => cleaner.push(typeof c === "string" ? utf8(c) : c));
  return parts.join("") + cleaner.end();
}

/** The rules of TextCleaner, applied to the whole stream at once. */
function reference(bytes: Uint8Array): string {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const body = (stops: string) => `[^${stops}\\x18\\x1a\\x1b\\x80-\\x9f]{0,${STRING_BODY_LIMIT}}`;
  const sequence = [
    `(?:\\x1b\\]|\\x9d)${body("\\x07")}(?:\\x07|\\x1b\\\\|\\x9c)`,
    `(?:\\x1b[PX^_]|[\\x90\\x98\\x9e\\x9f])${body("")}(?:\\x1b\\\\|\\x9c)`,
    `(?:\\x1b\\[|\\x9b)(?=[ -?]{0,${PARAMETER_LIMIT}}[@-~])[0-?]*[ -/]*[@-~]`,
    `\\x1b[ -/]{1,${PARAMETER_LIMIT}}[0-~]`,
    `\\x1b(?![\\[\\]PX^_])[0-~]`,
    `([\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f])`,
  ].join("|");
  const hex = (c: string) => "\\x" + c.charCodeAt(0).toString(16).padStart(2, "0");
  const stripped = text.replace(new RegExp(sequence, "g"), (_, c?: string) => c ? hex(c) : "");
  return stripped.split("\n").map((line, i, lines) => {
    const crlf = i < lines.length - 1 && line.endsWith("\r");
    const redraws = (crlf ? line.slice(0, -1) : line).split("\r");
    return (redraws.findLast((redraw) => redraw !== "") ?? "") + (crlf ? "\r" : "");
  }).join("\n");
}

const PIECES = [
  "a",
  "bc d",
  "\n",
  "\r",
  "\r\n",
  "\t",
  "\x1b",
  "\x1b[",
  "\x1b[31;1m",
  "\x1b[?25l",
  "\x1b[2K",
  "\x1b]",
  "\x1b]0;title",
  "\x07",
  "\x1b\\",
  "\x1bP",
  "\x1b_",
  "\x1b(B",
  "\x1b7",
  "\x1b%",
  "\x18",
  "\x00",
  "\x7f",
  "\x85",
  "\x9b",
  "\x9b3m",
  "\x9d",
  "\x90",
  "\x9c",
  "\ufeff",
  "é",
  "€",
  "😀",
  "100%",
];

Deno.test("TextCleaner.push() gives what the whole-input reference gives, for any chunking", () => {
  fc.assert(
    fc.property(bytesOf(PIECES), chunkSizes, (bytes, sizes) => {
      assertEquals(clean(...chunked(bytes, sizes)), reference(bytes));
    }),
    { numRuns: 3000 },
  );
});

Deno.test("TextCleaner.push() decodes UTF-8 across every chunk border", () => {
  const bytes = utf8("\ufeffaé€😀\n");
  for (let cut = 0; cut <= bytes.length; cut++) {
    assertEquals(clean(bytes.subarray(0, cut), bytes.subarray(cut)), "\ufeffaé€😀\n");
  }
});

Deno.test("TextCleaner.push() turns bad bytes into U+FFFD", () => {
  assertEquals(clean(Uint8Array.of(0x61, 0xff, 0x62)), "a\ufffdb");
  assertEquals(clean(Uint8Array.of(0xe2, 0x82)), "\ufffd");
});

Deno.test("TextCleaner.push() removes every kind of control sequence", () => {
  const sequences = [
    "\x1b[A",
    "\x1b[2K",
    "\x1b[?25l",
    "\x1b[38;2;1;2;3m",
    "\x1b[ q",
    "\x1b]8;;https://example.org\x07",
    "\x1b]8;;\x1b\\",
    "\x1b]52;c;c2VjcmV0\x07",
    "\x1bPq#0;2;0;0;0#0~~\x1b\\",
    "\x1bXhidden\x1b\\",
    "\x1b^private\x1b\\",
    "\x1b_Gf=100;AAAA\x1b\\",
    "\x1b(B",
    "\x1b7",
    "\x1b8",
    "\x1b=",
    "\x1bM",
    "\x1bc",
    "\x9b31m",
    "\x9d0;title\x9c",
    "\x90q\x9c",
    "\x98x\x1b\\",
    "\x9ex\x9c",
    "\x9fx\x9c",
  ];
  for (const sequence of sequences) {
    assertEquals(clean(`<${sequence}>`), "<>", JSON.stringify(sequence));
    assertEquals(clean(...chunked(utf8(`<${sequence}>`), [1])), "<>", JSON.stringify(sequence));
  }
});

Deno.test("TextCleaner.push() shows other control characters as lower-case hex", () => {
  assertEquals(
    clean("a\x00\x07\x08\x0b\x0c\x1f\x7f\x85\x9cb\t\n"),
    "a\\x00\\x07\\x08\\x0b\\x0c\\x1f\\x7f\\x85\\x9cb\t\n",
  );
});

Deno.test("TextCleaner.push() shows a sequence that is malformed or cut off, and goes on", () => {
  assertEquals(clean("a\x1b[3\nb"), "a\\x1b[3\nb");
  assertEquals(clean("a\x1b[3\x1b[31mb"), "a\\x1b[3b");
  assertEquals(clean("a\x1b"), "a\\x1b");
  assertEquals(clean("a\x1b]0;title"), "a\\x1b]0;title");
  assertEquals(clean("a\x9b3é"), "a\\x9b3é");
});

Deno.test("TextCleaner.push() lets an unterminated string swallow nothing", () => {
  assertEquals(
    clean("\x1b]0;title\nerror: \x1b[31mred\x1b[0m\x07"),
    "\\x1b]0;title\nerror: red\\x07",
  );
  const longest = "x".repeat(STRING_BODY_LIMIT);
  assertEquals(clean(`<\x1b]${longest}\x07>`), "<>");
  assertEquals(clean(`<\x1b]${longest}x\x07>`), `<\\x1b]${longest}x\\x07>`);
  assertEquals(clean(`<\x1bP${longest}x\n`, "on\n"), `<\\x1bP${longest}x\non\n`);
});

Deno.test("TextCleaner.push() shows a sequence with too many parameters", () => {
  const most = "1".repeat(PARAMETER_LIMIT);
  assertEquals(clean(`<\x1b[${most}m>`), "<>");
  assertEquals(clean(`<\x1b[${most}1m>`), `<\\x1b[${most}1m>`);
});

Deno.test("TextCleaner.push() gives text out as soon as a string sequence is too long", () => {
  const cleaner = new TextCleaner();
  assertEquals(
    cleaner.push(utf8("\x1b]" + "x".repeat(STRING_BODY_LIMIT) + "\n")).length,
    STRING_BODY_LIMIT + 6,
  );
});

Deno.test("TextCleaner.push() keeps the last redraw that is not empty", () => {
  assertEquals(clean("10%\r20%\r"), "20%");
  assertEquals(clean("\r1%\r2%\r3%\ndone\n"), "3%\ndone\n");
  assertEquals(clean("10%\r\x1b[K20%\r\x1b[K\n"), "20%\r\n");
  assertEquals(clean("a\r", "\r", "\nb"), "a\r\nb");
});

Deno.test("TextCleaner.push() keeps CR LF", () => {
  assertEquals(clean("a\r\nb\r", "\nc"), "a\r\nb\r\nc");
});

Deno.test("TextCleaner.push() gives a line out for good when it outgrows its bound", () => {
  const longest = "x".repeat(REDRAW_LIMIT);
  assertEquals(clean(`${longest}\rend\n`), "end\n");
  assertEquals(clean(`${longest}x\r1%\r2%\n`), `${longest}x\r2%\n`);
  const cleaner = new TextCleaner();
  assertEquals(cleaner.push(utf8(longest)), "");
  assertEquals(cleaner.push(utf8("x")), longest + "x");
  assertEquals(cleaner.push(utf8("y")), "y");
  assertEquals(cleaner.push(utf8("\rz")), "\r");
  assertEquals(cleaner.end(), "z");
});

Deno.test("TextCleaner.end() lets the object start afresh", () => {
  const cleaner = new TextCleaner();
  cleaner.push(utf8("a\x1b["));
  cleaner.end();
  assertEquals(cleaner.push(utf8("31m\n")) + cleaner.end(), "31m\n");
});
