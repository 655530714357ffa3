/**
 * The largest body that is read.
 *
 * @module
 */
import { type Middleware, refuse } from "./handler.ts";

/** Refuses bodies above `bytes` with 413 (RFC 9110, section 15.5.14), whatever their length says. */
export function limitBody(bytes: number): Middleware {
  return (next) => async (request, context) => {
    const tooLarge = () =>
      refuse(413, `The body is larger than ${bytes} bytes`, { connection: "close" });
    const length = Number(request.headers.get("content-length") ?? 0);
    if (length > bytes) {
      await request.body?.cancel();
      return tooLarge();
    }
    if (request.body === null) return next(request, context);
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of request.body) {
      size += chunk.length;
      if (size > bytes) return tooLarge();
      chunks.push(chunk);
    }
    const whole = new Uint8Array(size);
    let at = 0;
    for (const chunk of chunks) {
      whole.set(chunk, at);
      at += chunk.length;
    }
    return next(new Request(request, { body: whole }), context);
  };
}
