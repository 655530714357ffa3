/**
 * Waiting that can be cut short.
 *
 * @module
 */

/** Waits, or less long when `stop` aborts. */
export function pause(milliseconds: number, stop?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (stop?.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      stop?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    stop?.addEventListener("abort", end, { once: true });
  });
}
