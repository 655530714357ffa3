/**
 * Addresses to listen on.
 *
 * @module
 */

/** Whether only this machine can reach an address. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "::1" || hostname === "[::1]" ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
