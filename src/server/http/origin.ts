/**
 * Host and Origin: against web pages that reach a server on the user's machine by a name of
 * their own (DNS rebinding; MCP 2025-11-25, basic/transports, "Security Warning").
 *
 * @module
 */
import { type Middleware, refuse } from "./handler.ts";

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** The hosts under which a server that listens on `hostname` may be spoken to. */
export function hostsOf(hostname: string, more: readonly string[] = []): string[] {
  const own = hostname.includes(":") ? `[${hostname.replace(/^\[|\]$/g, "")}]` : hostname;
  const wild = own === "0.0.0.0" || own === "[::]";
  return [...new Set([...LOOPBACK, ...(wild ? [] : [own]), ...more])];
}

/** Lets through requests for these hosts, from no web page or from one of these hosts. */
export function checkOrigin(hosts: readonly string[]): Middleware {
  const allowed = new Set(hosts.map((h) => h.toLowerCase()));
  return (next) => (request, context) => {
    const host = request.headers.get("host");
    if (host === null || !allowed.has(hostnameOf(`http://${host}`))) {
      return Promise.resolve(refuse(403, `The host ${JSON.stringify(host)} is not served here`));
    }
    const origin = request.headers.get("origin");
    if (origin !== null && !allowed.has(hostnameOf(origin))) {
      return Promise.resolve(refuse(403, `Pages of ${JSON.stringify(origin)} may not ask here`));
    }
    return next(request, context);
  };
}

function hostnameOf(url: string): string {
  const parsed = URL.parse(url);
  // A userinfo or path in a Host or Origin header is no spelling of a browser.
  if (!parsed || parsed.username || parsed.password || !/^https?:$/.test(parsed.protocol)) {
    return "";
  }
  return parsed.pathname === "/" && parsed.search === "" ? parsed.hostname.toLowerCase() : "";
}
