import { assert, assertEquals, assertMatch } from "@std/assert";
import fc from "fast-check";
import { Window } from "../../src/call/window.ts";
import { utf8 } from "./_byte_chunks.ts";

function windowed(limit: number, pieces: string[]) {
  const window = new Window(limit);
  for (const piece of pieces) window.push(piece);
  return window.finish("ask for less");
}

const texts = fc.array(
  fc.string({ unit: fc.constantFrom("a", "é", "€", "😀", "\n"), maxLength: 20 }),
);

/** The longest beginning of whole characters that has at most `limit` bytes. */
function beginning(characters: string[], limit: number): string {
  let text = "";
  for (const character of characters) {
    if (utf8(text + character).length > limit) break;
    text += character;
  }
  return text;
}

Deno.test("Window.finish() keeps a text up to the limit exactly, and head and tail of a longer one", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 60 }), texts, (limit, pieces) => {
      const whole = pieces.join("");
      const size = utf8(whole).length;
      const result = windowed(limit, pieces);
      if (size <= limit) {
        assertEquals(result, { text: whole, truncated: false, droppedBytes: 0 });
        return;
      }
      const headSize = Math.floor(limit * 3 / 4);
      const head = beginning([...whole], headSize);
      const reversedTail = beginning([...whole].reverse(), limit - headSize);
      const tail = [...reversedTail].reverse().join("");
      const droppedBytes = size - utf8(head).length - utf8(tail).length;
      const newline = head === "" || head.endsWith("\n") ? "" : "\n";
      assertEquals(result, {
        text: `${head}${newline}[${droppedBytes} bytes left out: ask for less]\n${tail}`,
        truncated: true,
        droppedBytes,
      });
    }),
    { numRuns: 2000 },
  );
});

Deno.test("Window.push() gives the same for any division into pieces, surrogate pairs included", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40 }), texts, (limit, pieces) => {
      const whole = pieces.join("");
      assertEquals(windowed(limit, whole.split("")), windowed(limit, [whole]));
    }),
  );
});

Deno.test("Window.finish() puts three quarters of the limit before the marker and one behind", () => {
  assertEquals(
    windowed(8, ["abcdefghij"]).text,
    "abcdef\n[2 bytes left out: ask for less]\nij",
  );
  assertEquals(windowed(8, ["abcde\nfghij"]).text, "abcde\n[3 bytes left out: ask for less]\nij");
});

Deno.test("Window.finish() cuts between characters", () => {
  // Head 6 bytes: one whole emoji and half of the next; tail 2 bytes: half of the last.
  const { text, droppedBytes } = windowed(8, ["😀😀😀"]);
  assertEquals(text, "😀\n[8 bytes left out: ask for less]\n");
  assertEquals(droppedBytes, 8);
});

Deno.test("Window.skip() leaves out what is not in the head and counts it", () => {
  const window = new Window(8);
  window.push("abcdefghijkl");
  assert(window.overflowed);
  window.skip(1000);
  window.push("xyz");
  assertEquals(window.finish("ask for less"), {
    text: "abcdef\n[1007 bytes left out: ask for less]\nyz",
    truncated: true,
    droppedBytes: 1007,
  });
});

Deno.test("Window.skip() keeps later text out of a head that is not full", () => {
  const window = new Window(8);
  window.push("ab");
  window.skip(5);
  window.push("yz");
  assertEquals(window.finish("ask for less").text, "ab\n[5 bytes left out: ask for less]\nyz");
});

Deno.test("Window.finish() advises by itself when no hint is given", () => {
  const window = new Window(4);
  window.push("abcdefgh");
  assertMatch(window.finish().text, /4 bytes left out: narrow the arguments/);
});
