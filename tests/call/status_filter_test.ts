import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { ExitCodeFilter, HOLD_LIMIT } from "../../src/call/exit_code_filter.ts";
import { StatusFilter } from "../../src/call/status_filter.ts";
import { bytesOf, chunked, chunkSizes, textOf, throughReusedBuffer, utf8 } from "./_byte_chunks.ts";

const CHILD = '{ "child-pid": 42, "mnt-namespace": 4026532177, "pid-namespace": 4026532178 }\n';
const exit = (code: number) => `{ "exit-code": ${code} }\n`;

function filter(chunks: Uint8Array[]) {
  const status = new StatusFilter();
  const out = throughReusedBuffer(chunks, (chunk) => status.push(chunk));
  const { rest, ...found } = status.end();
  return { text: textOf([...out, ...rest]), ...found };
}

function filterText(...chunks: string[]) {
  return filter(chunks.map(utf8));
}

const PIECES = [
  CHILD,
  '{ "child-pid": 7 }\n',
  '{ "child-pid": ',
  '{ "exit-code": ',
  exit(0),
  exit(3),
  exit(255),
  '{ "exit-code": 1234 }\n',
  "{",
  "0 }",
  " }\n",
  "foo",
  "\n",
  "bwrap: no such file\n",
];

/** The rules of StatusFilter, applied to a whole stream that is shorter than what may be held. */
function reference(text: string) {
  const childPid = /^\{ "child-pid": \d+(?:, "[a-z]+-namespace": \d+)* \}\n/m.exec(text);
  if (childPid === null) return { text, started: false };
  const before = text.slice(0, childPid.index);
  const after = text.slice(childPid.index + childPid[0].length);
  const last = [...after.matchAll(/\{ "exit-code": (\d{1,3}) \}\n/g)].at(-1);
  if (last === undefined) return { text: before + after, started: true };
  const kept = after.slice(0, last.index) + after.slice(last.index + last[0].length);
  return { text: before + kept, started: true, exitCode: Number(last[1]) };
}

Deno.test("StatusFilter.push() takes the two true documents and no other byte, for any chunking", () => {
  const latin1 = (bytes: Uint8Array) => String.fromCharCode(...bytes);
  fc.assert(
    fc.property(fc.boolean(), bytesOf(PIECES, 20), chunkSizes, (starts, bytes, sizes) => {
      // As Latin-1 text a byte is a character; it crosses the filter as UTF-8.
      const text = ((starts ? CHILD : "") + latin1(bytes)).replaceAll(/[\r\u2028\u2029]/g, "");
      assertEquals(filter(chunked(utf8(text), sizes)), reference(text));
    }),
    { numRuns: 3000 },
  );
});

Deno.test("StatusFilter.push() passes invalid UTF-8 byte for byte", () => {
  const status = new StatusFilter();
  const out = [CHILD, exit(0)].map(utf8).flatMap((document) => [
    ...status.push(document),
    ...status.push(Uint8Array.of(0xff, 0xc3, 0x00)),
  ]);
  assertEquals([...out, ...status.end().rest].flatMap((part) => [...part]), [
    255,
    195,
    0,
    255,
    195,
    0,
  ]);
});

Deno.test("StatusFilter.push() takes documents of a plain run", () => {
  assertEquals(filterText(CHILD + "foo" + exit(3)), { text: "foo", started: true, exitCode: 3 });
});

Deno.test("StatusFilter.push() passes the documents that the tool made up", () => {
  const text = CHILD + exit(0) + CHILD + "x" + exit(0) + exit(9);
  assertEquals(filterText(text), {
    text: exit(0) + CHILD + "x" + exit(0),
    started: true,
    exitCode: 9,
  });
});

Deno.test("StatusFilter.push() passes what a dying process writes after the document", () => {
  assertEquals(filterText(CHILD, exit(4), "late\n"), {
    text: "late\n",
    started: true,
    exitCode: 4,
  });
});

Deno.test("StatusFilter.push() passes the launcher's messages before and without a start", () => {
  assertEquals(filterText("launcher: slow\n" + CHILD + exit(0)), {
    text: "launcher: slow\n",
    started: true,
    exitCode: 0,
  });
  assertEquals(filterText("bwrap: failed\n" + exit(0)), {
    text: "bwrap: failed\n" + exit(0),
    started: false,
  });
});

Deno.test("StatusFilter.end() says nothing of an exit code when there was none", () => {
  assertEquals(filterText(CHILD + "bwrap: execvp x: No such file or directory\n"), {
    text: "bwrap: execvp x: No such file or directory\n",
    started: true,
  });
});

Deno.test("ExitCodeFilter.push() holds back no more than its bound and remembers the number", () => {
  const document = exit(5);
  const fits = "x".repeat(HOLD_LIMIT - document.length);
  const held = new ExitCodeFilter();
  assertEquals(textOf(held.push(utf8(document + fits))), "");
  assertEquals(textOf(held.end()), fits);
  for (const chunks of [[document + fits + "x"], [document, fits, "x"], [document + fits, "x"]]) {
    const flushed = new ExitCodeFilter();
    assertEquals(
      textOf(chunks.flatMap((chunk) => flushed.push(utf8(chunk)))),
      document + fits + "x",
    );
    assertEquals(flushed.exitCode, 5);
    assertEquals(flushed.end(), []);
  }
});

Deno.test("StatusFilter.push() gives plain text out at once", () => {
  const status = new StatusFilter();
  status.push(utf8(CHILD));
  assertEquals(textOf(status.push(utf8("working { on it"))), "working { on it");
  assert(status.end().rest.length === 0);
});
