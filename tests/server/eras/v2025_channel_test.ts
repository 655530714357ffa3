import { assertEquals, assertStringIncludes } from "@std/assert";
import { Channel2025 } from "../../../src/server/eras/v2025_channel.ts";
import type { Channel, Message } from "../../../src/server/wire.ts";

/** A channel between a client and an SDK that are both in the test's hand. */
async function between() {
  const sent: Message[] = [];
  const taken: Message[] = [];
  const inner: Channel = {
    start: () => Promise.resolve(),
    send: (message) => {
      sent.push(message);
      return Promise.resolve();
    },
    close: () => Promise.resolve(),
  };
  const channel = new Channel2025(inner);
  channel.onmessage = (message) => taken.push(message);
  await channel.start();
  return { channel, sent, taken, client: (message: Message) => inner.onmessage!(message) };
}

function call(id: string | number, params: unknown = { name: "x" }): Message {
  return { jsonrpc: "2.0", id, method: "tools/call", params };
}

function cancel(requestId: unknown): Message {
  return { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } };
}

Deno.test("Channel2025 hands on good requests, without what the SDK takes amiss", async () => {
  const { sent, taken, client } = await between();
  const ping: Message = { jsonrpc: "2.0", id: 1, method: "ping" };
  const odd = { ...call(2, { name: "x", task: 5, _meta: { progressToken: 0 } }), trace: "abc" };
  const other: Message = { jsonrpc: "2.0", id: 3, method: "other/method", params: { task: 1 } };
  const note: Message = { jsonrpc: "2.0", method: "notifications/initialized" };
  const answer: Message = { jsonrpc: "2.0", id: 4, result: {} };
  for (const message of [ping, odd, other, note, answer]) client(message);
  assertEquals(taken, [
    ping,
    call(2, { name: "x", _meta: { progressToken: 0 } }),
    other,
    note,
    answer,
  ]);
  assertEquals(sent, []);
});

Deno.test("Channel2025 answers wrong params itself, naming the place and not the value", async () => {
  const { sent, taken, client } = await between();
  client(call(1, { name: 5, arguments: "secret" }));
  client({ jsonrpc: "2.0", id: 2, method: "tools/list", params: { cursor: 1 } });
  client({ jsonrpc: "2.0", id: 3, method: "other", params: [] });
  assertEquals(taken, []);
  assertEquals(sent.map((m) => [m.id, m.error?.code]), [[1, -32602], [2, -32602], [3, -32602]]);
  assertStringIncludes(sent[0]!.error!.message, 'Invalid params of "tools/call": params.name: ');
  assertEquals(sent[0]!.error!.message.includes("secret"), false);
});

Deno.test("Channel2025 aborts a cancelled request and sends no answer to it", async () => {
  const { channel, sent, client } = await between();
  for (const id of [0, "", 7]) {
    client(call(id));
    const signal = channel.signalOf(id);
    assertEquals(signal.aborted, false);
    client(cancel(id));
    assertEquals(signal.aborted, true);
    await channel.send({ jsonrpc: "2.0", id, result: {} });
    assertEquals(sent, []);
  }
  // The id is free again.
  client(call(7));
  await channel.send({ jsonrpc: "2.0", id: 7, result: {} });
  assertEquals(sent.map((m) => m.id), [7]);
});

Deno.test("Channel2025 ignores a cancellation that means no open request", async () => {
  const { channel, sent, taken, client } = await between();
  client(call(1));
  for (const id of [2, "1", undefined, null, {}]) client(cancel(id));
  client({ jsonrpc: "2.0", method: "notifications/cancelled" });
  assertEquals(channel.signalOf(1).aborted, false);
  await channel.send({ jsonrpc: "2.0", id: 1, result: {} });
  client(cancel(1));
  assertEquals([sent.length, taken.length], [1, 1]);
});

Deno.test("Channel2025.abortAll() aborts what is open and still lets it answer", async () => {
  const { channel, sent, client } = await between();
  client(call(1));
  const signal = channel.signalOf(1);
  channel.abortAll();
  assertEquals(signal.aborted, true);
  await channel.send({ jsonrpc: "2.0", id: 1, result: {} });
  assertEquals(sent.length, 1);
});
