import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { ByteRing } from "../../src/call/byte_ring.ts";
import { BytesWindow } from "../../src/call/bytes_window.ts";
import { chunked, chunkSizes } from "./_byte_chunks.ts";

const stream = fc.uint8Array({ maxLength: 200 });
const limit = fc.integer({ min: 0, max: 120 });

Deno.test("ByteRing.bytes() returns the end of the stream, for any chunking", () => {
  fc.assert(fc.property(stream, chunkSizes, limit, (bytes, sizes, size) => {
    const ring = new ByteRing(size);
    for (const chunk of chunked(bytes, sizes)) ring.push(chunk);
    assertEquals(ring.bytes(), bytes.slice(Math.max(0, bytes.length - size)));
    assertEquals([ring.seen, ring.dropped], [bytes.length, Math.max(0, bytes.length - size)]);
  }));
});

Deno.test("ByteRing.bytes() and BytesWindow.finish() keep what they have when they grow", () => {
  const bytes = Uint8Array.from({ length: 30_000 }, (_, i) => i % 251);
  const ring = new ByteRing(20_000);
  const window = new BytesWindow(20_000);
  for (const chunk of chunked(bytes, [900])) {
    ring.push(chunk);
    window.push(chunk);
  }
  assertEquals(ring.bytes(), bytes.slice(10_000));
  assertEquals(window.finish().bytes, bytes.slice(0, 20_000));
});

Deno.test("BytesWindow.finish() returns the beginning of the stream, for any chunking", () => {
  fc.assert(fc.property(stream, chunkSizes, limit, (bytes, sizes, size) => {
    const window = new BytesWindow(size);
    for (const chunk of chunked(bytes, sizes)) window.push(chunk);
    const droppedBytes = Math.max(0, bytes.length - size);
    assertEquals(window.finish(), {
      bytes: bytes.slice(0, size),
      truncated: droppedBytes > 0,
      droppedBytes,
    });
  }));
});
