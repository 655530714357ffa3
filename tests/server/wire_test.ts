import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { type Message, Wire } from "../../src/server/wire.ts";

/** A wire whose input is in the test's hand, and what went over it. */
function wireOf(writeAtMost = Infinity) {
  const input = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
  const writer = input.writable.getWriter();
  const taken: Message[] = [];
  let written = "";
  const decoder = new TextDecoder();
  const wire = new Wire({
    input: input.readable,
    output: {
      write(bytes) {
        // write(2) may take fewer bytes than it was given.
        const part = bytes.subarray(0, writeAtMost);
        written += decoder.decode(part, { stream: true });
        return Promise.resolve(part.length);
      },
    },
  });
  wire.onmessage = (message) => taken.push(message);
  const closed = new Promise<void>((resolve) => wire.onclose = resolve);
  return {
    wire,
    taken,
    written: () => written.split("\n").slice(0, -1).map((line) => JSON.parse(line)),
    /** Sends these chunks, ends the input, and waits for the end. */
    async feed(...chunks: Uint8Array[]) {
      await wire.start();
      for (const chunk of chunks) await writer.write(chunk.slice());
      await writer.close();
      await closed;
      await wire.flush();
    },
  };
}

const bytes = (text: string) => new TextEncoder().encode(text);

/** The bytes, cut at these places. */
function cut(whole: Uint8Array, places: number[]): Uint8Array[] {
  const at = [0, ...places.map((p) => p % (whole.length + 1)).sort((a, b) => a - b), whole.length];
  return at.slice(1).map((end, i) => whole.subarray(at[i], end));
}

Deno.test("Wire takes the same messages however the bytes are divided", async () => {
  const messages: Message[] = [
    { jsonrpc: "2.0", id: 0, method: "ping" },
    { jsonrpc: "2.0", id: "ä€😀", method: "tools/call", params: { text: "line\nbreak \u2028" } },
    { jsonrpc: "2.0", method: "notifications/x" },
    { jsonrpc: "2.0", id: 3, result: {} },
  ];
  const text = messages.map((m) => JSON.stringify(m)).join("\r\n") + "\n";
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(500), { maxLength: 8 }), async (places) => {
      const { taken, feed, written } = wireOf();
      await feed(...cut(bytes(text), places));
      assertEquals([taken, written()], [messages, []]);
    }),
    { numRuns: 100 },
  );
});

Deno.test("Wire refuses what is no message and takes the next line", async () => {
  const cases: [string, unknown, number][] = [
    ["nonsense", null, -32700],
    ['{"jsonrpc":"2.0","method":"ping","id":1', null, -32700],
    ["[]", null, -32600],
    ['{"jsonrpc":"2.0","id":"x","method":[]}', "x", -32600],
    ['{"jsonrpc":"2.0","id":null,"method":"ping"}', null, -32600],
    ['{"jsonrpc":"2.0","id":[1],"method":"ping"}', null, -32600],
    ['{"jsonrpc":"2.0","id":7}', 7, -32600],
  ];
  const { taken, feed, written } = wireOf();
  const good = '{"jsonrpc":"2.0","id":9,"method":"ping"}';
  await feed(bytes(cases.map(([line]) => `${line}\n\n${good}\n`).join("")));
  assertEquals(taken.length, cases.length);
  assertEquals(
    written().map((m) => [m.id, m.error.code]),
    cases.map(([_, id, code]) => [id, code]),
  );
});

Deno.test("Wire.send() never mixes messages, however little a write takes", async () => {
  const { wire, feed, written } = wireOf(7);
  const messages = Array.from({ length: 20 }, (_, id): Message => ({
    jsonrpc: "2.0",
    id,
    result: { text: "ä\n".repeat(id) },
  }));
  await Promise.all(messages.map((m) => wire.send(m)));
  await feed();
  assertEquals(written(), messages);
});

Deno.test("Wire goes on when a message's handler throws", async () => {
  const { wire, feed } = wireOf();
  const errors: string[] = [];
  let count = 0;
  wire.onmessage = () => {
    throw new Error(`fault ${++count}`);
  };
  wire.onerror = (error) => errors.push(error.message);
  await feed(bytes('{"jsonrpc":"2.0","method":"a"}\n{"jsonrpc":"2.0","method":"b"}\n'));
  assertEquals(errors, ["fault 1", "fault 2"]);
});
