/**
 * Bearer tokens from a file (RFC 6750): one `name:token` or bare token a line.
 *
 * @module
 */
import { sameBytes, sha256Bytes } from "../../spec/digest.ts";
import { type Middleware, refuse } from "./handler.ts";

/** A token's digest with the name of its holder. */
export interface Token {
  name: string;
  digest: Uint8Array;
}

const MIN_TOKEN = 16;

/**
 * Reads a token file. It must belong to this user alone: group and others without rights.
 *
 * Deno permissions: `--allow-read` for the file.
 *
 * @throws {Error} when others may read it, or it holds no good token
 */
export async function readTokens(path: string): Promise<Token[]> {
  const { mode, isFile } = await Deno.stat(path);
  if (!isFile) throw new Error(`The token file "${path}" is not a file`);
  if (mode !== null && (mode & 0o077) !== 0) {
    throw new Error(`Others may read the token file "${path}"; run: chmod 600 "${path}"`);
  }
  const tokens: Token[] = [];
  for (const [i, raw] of (await Deno.readTextFile(path)).split("\n").entries()) {
    const line = raw.trim();
    if (line === "" || line.startsWith("#")) continue;
    const colon = line.indexOf(":");
    const name = colon > 0 ? line.slice(0, colon) : `token ${tokens.length + 1}`;
    const token = line.slice(colon + 1);
    if (token.length < MIN_TOKEN || /\s/.test(token)) {
      throw new Error(
        `Line ${
          i + 1
        } of the token file "${path}" holds no token of at least ${MIN_TOKEN} characters without blanks`,
      );
    }
    tokens.push({ name, digest: await sha256Bytes(token) });
  }
  if (tokens.length === 0) throw new Error(`The token file "${path}" holds no token`);
  return tokens;
}

/** Lets through holders of a token, and tells the rest how to show one. */
export function requireBearer(tokens: readonly Token[]): Middleware {
  return (next) => async (request, context) => {
    const given = /^Bearer +([A-Za-z0-9._~+/=-]+) *$/i.exec(
      request.headers.get("authorization") ?? "",
    )?.[1];
    // Without credentials no error code is told (RFC 6750, section 3).
    if (given === undefined) return challenge("Bearer");
    const digest = await sha256Bytes(given);
    let holder: Token | undefined;
    // Every token is compared whole, so that the time tells nothing.
    for (const token of tokens) if (sameBytes(token.digest, digest)) holder = token;
    if (!holder) return challenge(`Bearer error="invalid_token"`);
    return next(request, { ...context, caller: holder.name });
  };
}

function challenge(value: string): Response {
  return refuse(401, "A bearer token is needed", { "www-authenticate": value });
}
