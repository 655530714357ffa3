/**
 * The head of an HTTP/1 message (RFC 9112, section 2), read strictly.
 *
 * @module
 */

/** What stands before the empty line, and what came after it. */
export interface Head {
  /** The first line: of a request or of an answer. */
  requestLine: string;
  /** The user name of `Proxy-Authorization: Basic` (RFC 7617), when there is one. */
  token?: string;
  rest: Uint8Array;
}

/**
 * Reads up to the empty line; undefined when the other side ends, is too slow, sends more
 * than `limit` bytes or something that is no head.
 */
export async function readHead(
  conn: { read(p: Uint8Array): Promise<number | null>; close(): void },
  limit: number,
  timeoutMs: number,
): Promise<Head | undefined> {
  const timer = setTimeout(() => {
    try {
      conn.close();
    } catch {
      // Ended by itself.
    }
  }, timeoutMs);
  try {
    const buffer = new Uint8Array(limit);
    let size = 0;
    while (size < limit) {
      const n = await conn.read(buffer.subarray(size));
      if (n === null) return undefined;
      size += n;
      const end = endOfHead(buffer, size);
      if (end >= 0) return parse(buffer.subarray(0, end), buffer.slice(end + 4, size));
    }
    return undefined;
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

function endOfHead(buffer: Uint8Array, size: number): number {
  for (let i = 0; i + 3 < size; i++) {
    if (buffer[i] === 13 && buffer[i + 1] === 10 && buffer[i + 2] === 13 && buffer[i + 3] === 10) {
      return i;
    }
  }
  return -1;
}

function parse(head: Uint8Array, rest: Uint8Array): Head | undefined {
  const lines = new TextDecoder("latin1").decode(head).split("\r\n");
  // A bare CR, LF or NUL is where two parsers part ways (RFC 9112, section 2.2).
  if (lines.some((l) => /[\r\n\0]/.test(l))) return undefined;
  const credentials = lines.slice(1)
    .map((l) => /^proxy-authorization:\s*basic\s+([A-Za-z0-9+/=]+)\s*$/i.exec(l)?.[1])
    .find((c) => c !== undefined);
  const token = credentials === undefined ? undefined : userOf(credentials);
  return { requestLine: lines[0]!, ...(token !== undefined && { token }), rest };
}

function userOf(credentials: string): string | undefined {
  try {
    return atob(credentials).split(":")[0];
  } catch {
    return undefined;
  }
}
