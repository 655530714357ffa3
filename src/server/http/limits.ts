/**
 * How often and how much at once a caller may ask.
 *
 * @module
 */
import { type Middleware, refuse } from "./handler.ts";

/**
 * A token bucket for each caller: `perSecond` on average, `burst` at once; 429 with
 * `Retry-After` (RFC 6585, section 4) beyond.
 *
 * @param now Milliseconds of a clock that never goes back
 */
export function limitRate(
  perSecond: number,
  burst: number,
  now: () => number = () => performance.now(),
): Middleware {
  const buckets = new Map<string, { left: number; at: number }>();
  return (next) => (request, context) => {
    const key = `${context.caller} ${context.remote}`;
    const time = now();
    const bucket = buckets.get(key) ?? { left: burst, at: time };
    bucket.left = Math.min(burst, bucket.left + (time - bucket.at) / 1000 * perSecond);
    bucket.at = time;
    // The oldest goes, so that strangers cannot fill the memory.
    buckets.delete(key);
    buckets.set(key, bucket);
    if (buckets.size > 10_000) buckets.delete(buckets.keys().next().value!);
    if (bucket.left < 1) {
      const wait = Math.ceil((1 - bucket.left) / perSecond);
      return Promise.resolve(refuse(429, "Too many requests", { "retry-after": String(wait) }));
    }
    bucket.left--;
    return next(request, context);
  };
}

/** At most `most` requests whose answer has not begun. */
export function limitOpen(most: number): Middleware {
  let open = 0;
  return (next) => async (request, context) => {
    if (open >= most) return refuse(503, "Too many requests at once", { "retry-after": "1" });
    open++;
    try {
      return await next(request, context);
    } finally {
      open--;
    }
  };
}
