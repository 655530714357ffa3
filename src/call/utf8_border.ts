/**
 * Where a UTF-8 text may be cut (RFC 3629, section 3).
 *
 * @module
 */

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

/** How many bytes the character has whose first byte is `lead`. */
function characterLength(lead: number): number {
  if (lead >= 0xf0) return 4;
  if (lead >= 0xe0) return 3;
  return lead >= 0xc0 ? 2 : 1;
}

/** The bytes without a character at their end that is not whole. */
export function withoutPartialEnd<T extends ArrayBufferLike>(bytes: Uint8Array<T>): Uint8Array<T> {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if (isContinuation(byte)) continue;
    return characterLength(byte) > back ? bytes.subarray(0, bytes.length - back) : bytes;
  }
  return bytes;
}

/** The bytes without the rest of a character that began before them. */
export function withoutPartialStart<T extends ArrayBufferLike>(
  bytes: Uint8Array<T>,
): Uint8Array<T> {
  let start = 0;
  while (start < 3 && isContinuation(bytes[start])) start++;
  return bytes.subarray(start);
}
