/**
 * Streamable HTTP: one endpoint, fit for strangers.
 *
 * Deno permissions: `--allow-net` for the address.
 *
 * @module
 */
import type { Registry } from "../registry.ts";
import { requireBearer, type Token } from "./bearer.ts";
import { limitBody } from "./body_limit.ts";
import { ANONYMOUS, compose, type Handler, type Middleware, refuse } from "./handler.ts";
import { limitOpen, limitRate } from "./limits.ts";
import { checkOrigin, hostsOf } from "./origin.ts";
import { type Modern, modernEra } from "./modern.ts";
import { Sessions } from "./sessions.ts";

/** How the server is reached, and by whom. */
export interface HttpOptions {
  hostname: string;
  port: number;
  path: string;
  /** Undefined: everybody who reaches the address may ask. Only for loopback. */
  tokens: readonly Token[] | undefined;
  /** More names for the `Host` header. */
  hosts?: readonly string[];
  registry: (caller: string) => Registry;
  server: { name: string; version: string };
  /** The largest body: the largest declared parameter must fit. */
  maxBodyBytes: number;
  /** Registers who is told when clients see other tools. */
  onToolsChanged?: (listener: () => void) => void;
  onListen?: (address: { hostname: string; port: number }) => void;
}

const RATE_PER_SECOND = 200;
const BURST = 400;
const MAX_OPEN = 256;
const DRAIN_MS = 5000;

/** The endpoint as a function, for tests without a socket. */
export function httpHandler(
  options: HttpOptions,
  sessions: Sessions,
  modern: Modern,
  draining: () => boolean,
): Handler {
  const middleware: Middleware[] = [
    checkOrigin(hostsOf(options.hostname, options.hosts)),
    limitRate(RATE_PER_SECOND, BURST),
    ...(options.tokens ? [requireBearer(options.tokens)] : []),
    limitOpen(MAX_OPEN),
    limitBody(options.maxBodyBytes),
  ];
  const endpoint = compose(middleware, async (request, context) => {
    if (draining()) return refuse(503, "The server is ending", { "retry-after": "5" });
    return await modern.tryHandle(request, context) ?? await sessions.handle(request, context);
  });
  return (request, context) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/healthz") {
      return Promise.resolve(
        draining() ? new Response("ending\n", { status: 503 }) : new Response("ok\n"),
      );
    }
    if (pathname !== options.path) {
      return Promise.resolve(refuse(404, `Nothing is at ${JSON.stringify(pathname)}`));
    }
    return endpoint(request, context);
  };
}

/** Serves until `stop` aborts, then lets open calls end. */
export async function serveHttp(options: HttpOptions, stop: AbortSignal): Promise<void> {
  const sessions = new Sessions({ registry: options.registry, server: options.server });
  const modern = modernEra(options);
  options.onToolsChanged?.(() => {
    sessions.toolsChanged();
    modern.toolsChanged();
  });
  const handle = httpHandler(options, sessions, modern, () => stop.aborted);
  const server = Deno.serve({
    hostname: options.hostname,
    port: options.port,
    onListen: ({ hostname, port }) => options.onListen?.({ hostname, port }),
    onError: () => refuse(500, "A fault of the server"),
  }, (request, info) =>
    handle(request, {
      caller: ANONYMOUS,
      remote: "hostname" in info.remoteAddr ? info.remoteAddr.hostname : "local",
    }));
  await new Promise<void>((resolve) => {
    if (stop.aborted) resolve();
    else stop.addEventListener("abort", () => resolve(), { once: true });
  });
  // Streams of clients never end by themselves, so that what feeds them is ended first.
  await Promise.all([sessions[Symbol.asyncDispose](), modern[Symbol.asyncDispose]()]);
  // A connection that a client holds open is no reason to stay.
  const hurry = new AbortController();
  const late = setTimeout(() => hurry.abort(), DRAIN_MS);
  await Promise.race([
    server.shutdown(),
    new Promise((resolve) => hurry.signal.addEventListener("abort", resolve)),
  ]);
  clearTimeout(late);
}
