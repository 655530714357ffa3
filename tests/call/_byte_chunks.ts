/** Helpers of the stream tests: arbitrary bytes, and arbitrary divisions of them into chunks. */
import fc from "fast-check";

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** UTF-8 of a text. */
export function utf8(text: string): Uint8Array {
  return encoder.encode(text);
}

/** The text of all parts together. */
export function textOf(parts: Uint8Array[]): string {
  return decoder.decode(joined(parts));
}

/** All parts as one array. */
export function joined(parts: Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

/** Bytes made of the pieces that matter to a grammar, and of arbitrary ones. */
export function bytesOf(pieces: string[], maxLength = 60): fc.Arbitrary<Uint8Array> {
  const piece = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...pieces).map(utf8) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 4 }) },
    { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 4 }).map(utf8) },
  );
  return fc.array(piece, { maxLength }).map(joined);
}

/** Divides bytes at the given sizes, over and over. */
export function chunked(bytes: Uint8Array, sizes: number[]): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const size = sizes[i % sizes.length]!;
    chunks.push(bytes.subarray(at, at + size));
    at += size;
  }
  return chunks;
}

/** Sizes for {@linkcode chunked}. */
export const chunkSizes: fc.Arbitrary<number[]> = fc.array(fc.integer({ min: 1, max: 40 }), {
  minLength: 1,
  maxLength: 10,
});

/**
 * Gives each chunk to `use` in one buffer that is overwritten afterwards, as a reader with
 * its own buffer does, so that a view that is kept too long shows.
 */
export function throughReusedBuffer(
  chunks: Uint8Array[],
  use: (chunk: Uint8Array) => Uint8Array[],
): Uint8Array[] {
  const out: Uint8Array[] = [];
  for (const chunk of chunks) {
    const buffer = chunk.slice();
    out.push(...use(buffer).map((part) => part.slice()));
    buffer.fill(0x21);
  }
  return out;
}
