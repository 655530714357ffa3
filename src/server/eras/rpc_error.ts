/**
 * Errors of JSON-RPC 2.0 (section 5.1).
 *
 * @module
 */

/** The arguments of a method are wrong. */
export const INVALID_PARAMS = -32602;
/** There is no such method, or not for this. */
export const METHOD_NOT_FOUND = -32601;

/** An error with its bare message: the SDK's own class writes its code before it. */
export function rpcError(code: number, message: string, data?: unknown): Error {
  return Object.assign(new Error(message), { code, ...(data !== undefined && { data }) });
}
