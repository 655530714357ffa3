/**
 * HTTP concerns as small functions over `Request → Response`, testable without a socket.
 *
 * @module
 */

/** The caller who has shown no token. */
export const ANONYMOUS = "anonymous";

/** What is known of a request beside itself. */
export interface RequestContext {
  /** Who asks: `anonymous`, or the name behind a token. Set by the middleware that checks it. */
  caller: string;
  /** The address of the other side. */
  remote: string;
}

/** Answers a request. */
export type Handler = (request: Request, context: RequestContext) => Promise<Response>;

/** Wraps a handler. */
export type Middleware = (next: Handler) => Handler;

/** The first middleware sees the request first. */
export function compose(middleware: readonly Middleware[], last: Handler): Handler {
  return middleware.reduceRight((next, wrap) => wrap(next), last);
}

/** A refusal as the protocol writes it: JSON-RPC without an id (JSON-RPC 2.0, section 5). */
export function refuse(
  status: number,
  message: string,
  headers: Record<string, string> = {},
  code = -32000,
): Response {
  return Response.json({ jsonrpc: "2.0", id: null, error: { code, message } }, { status, headers });
}
