/**
 * SHA-256 (FIPS 180-4), and the comparison of secrets. No Deno permission is needed.
 *
 * @module
 */

/** The digest of bytes, or of a text's UTF-8. */
export async function sha256Bytes(content: string | Uint8Array): Promise<Uint8Array> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>));
}

/** The digest in hexadecimal. */
export async function sha256(content: string | Uint8Array): Promise<string> {
  return (await sha256Bytes(content)).toHex();
}

/** Whether two secrets are the same; how long it takes tells their lengths alone. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  let difference = a.length ^ b.length;
  for (let i = 0; i < a.length; i++) difference |= a[i]! ^ b[i]!;
  return difference === 0;
}
