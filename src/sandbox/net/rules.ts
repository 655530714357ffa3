/**
 * Which hosts a tool may reach: the declared entries, and what they admit.
 *
 * @module
 */
import { parseIpv4, parseIpv6 } from "./address.ts";

/** The port of an entry that names none: HTTPS. */
const DEFAULT_PORT = 443;

/** One declared entry, read. */
export interface HostRule {
  /** `any` admits every public host on every port. */
  kind: "any" | "exact" | "below";
  /** Lower case, without a dot at the end. For `below` the part after `*.`. */
  host: string;
  port: number;
  /** Whether answers in private ranges are admitted: for hosts that were named as private, with a port. */
  privateToo: boolean;
}

/** What a tool asked to reach. */
export interface Target {
  host: string;
  port: number;
}

/** Names that are never public (RFC 6761, RFC 6762, RFC 8375, and what routers and companies use). */
const PRIVATE_NAME =
  /^[^.]+$|\.(local|localhost|internal|intranet|lan|home|corp|private|home\.arpa)$/;

/**
 * Reads one entry of `net`: `host`, `host:port`, `*.host`, `*.host:port`, `any`.
 *
 * @throws {TypeError} for an entry that names no host, or a private one without a port
 */
export function parseRule(entry: string): HostRule {
  if (entry === "any") return { kind: "any", host: "", port: 0, privateToo: false };
  const match = /^(\*\.)?(\[[0-9a-f:.]+\]|[^:[\]*]+)(?::(\d{1,5}))?$/i.exec(entry);
  if (!match) throw new TypeError(`Cannot read the host "${entry}"`);
  const [, wild, name, port] = match;
  const host = name!.replace(/^\[|\]$/g, "").toLowerCase();
  const literal = parseIpv4(host) !== undefined || parseIpv6(host) !== undefined;
  if (!literal && !isHostName(host)) throw new TypeError(`"${entry}" is no host name`);
  const own = literal || PRIVATE_NAME.test(host);
  if (own && port === undefined) {
    throw new TypeError(
      `"${entry}" is private or an address: name it with its port, "${entry}:PORT"`,
    );
  }
  if (wild && literal) throw new TypeError(`"${entry}" puts a wildcard before an address`);
  return {
    kind: wild ? "below" : "exact",
    host,
    port: port === undefined ? DEFAULT_PORT : Number(port),
    privateToo: own,
  };
}

/**
 * Whether a text is a host name that every resolver reads alike (RFC 1123, section 2.1):
 * letters, digits and hyphens, and no last label that an address parser would take for a
 * number (WHATWG URL, "ends in a number").
 */
export function isHostName(host: string): boolean {
  if (host.length > 253) return false;
  const labels = host.split(".");
  if (!labels.every((l) => /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/.test(l))) return false;
  return !/^(\d+|0x[0-9a-f]*)$/.test(labels.at(-1)!);
}

/** The first rule that admits the target, or undefined. */
export function admit(rules: readonly HostRule[], target: Target): HostRule | undefined {
  const literal = parseIpv4(target.host) !== undefined || parseIpv6(target.host) !== undefined;
  return rules.find((rule) => {
    if (rule.kind === "any") return !literal && !PRIVATE_NAME.test(target.host);
    if (rule.port !== target.port) return false;
    if (rule.kind === "exact") return rule.host === target.host;
    return target.host.endsWith(`.${rule.host}`);
  });
}

/**
 * Reads the target of a CONNECT request (RFC 9110, section 9.3.6); undefined for spellings
 * that one parser would read so and another otherwise.
 */
export function parseTarget(authority: string): Target | undefined {
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+):(\d{1,5})$/i.exec(authority);
  if (!match) return undefined;
  const port = Number(match[2]);
  const host = match[1]!.replace(/^\[|\]$/g, "").toLowerCase();
  if (port < 1 || port > 65535 || String(port) !== match[2]) return undefined;
  if (match[1]!.startsWith("[")) return parseIpv6(host) ? { host, port } : undefined;
  return parseIpv4(host) !== undefined || isHostName(host) ? { host, port } : undefined;
}
