/**
 * The largest body that is read.
 *
 * @module
 */
import { type Middleware, refuse } from "./handler.ts";

/** How long a body may take to come: whoever sends it byte by byte holds a place of `limitOpen`. */
const SLOWEST_MS = 30_000;

/**
 * Refuses bodies above `bytes` with 413 (RFC 9110, section 15.5.14), whatever their length says,
 * and those that take longer than `slowestMs` to come with 408 (section 15.5.9).
 */
export function limitBody(bytes: number, slowestMs: number = SLOWEST_MS): Middleware {
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
    const reader = request.body.getReader();
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      reader.cancel().catch(() => {});
    }, slowestMs);
    try {
      for (let read = await reader.read(); !read.done; read = await reader.read()) {
        size += read.value.length;
        if (size > bytes) {
          await reader.cancel();
          return tooLarge();
        }
        chunks.push(read.value);
      }
    } catch (error) {
      if (!late) throw error;
    } finally {
      clearTimeout(timer);
    }
    if (late) {
      return refuse(408, `The body took longer than ${slowestMs} ms`, { connection: "close" });
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
