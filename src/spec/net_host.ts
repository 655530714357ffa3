/**
 * One host of `net`: `host`, `host:port`, `*.host`, `${VARIABLE}` or `any`.
 *
 * @module
 */

/** A checked host, or the rule that it breaks with words to follow the host in quotes. */
export type ParsedHost =
  | { host: string }
  | { rule: "permission-net" | "permission-net-private"; message: string };

const VARIABLE = /^\$\{[A-Za-z_][A-Za-z0-9_]*\}$/;
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** Names that never belong to a public host (RFC 6761, RFC 6762, RFC 8375, and common use). */
const PRIVATE_SUFFIX =
  /(^|\.)(localhost|local|internal|lan|home|corp|intranet|private|home\.arpa)$/;

/** Checks one host and writes it in lower case. */
export function parseHost(text: string): ParsedHost {
  if (text === "any" || VARIABLE.test(text)) return { host: text };
  if (/^[a-z]+:\/\//i.test(text)) return fault("is a URL, not a host");
  const host = text.toLowerCase();
  if (host.startsWith("*.")) return wildcard(host);
  const match = /^(\[[0-9a-f:.]+\]|[^:[\]]+)(?::([0-9]+))?$/.exec(host);
  if (match === null) return fault("is no host");
  const [, name, port] = match as unknown as [string, string, string | undefined];
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65535)) {
    return fault("has a port outside 1 to 65535");
  }
  const address = isAddress(name);
  if (!address && !isName(name)) return fault("is no host");
  const exposed = address || isPrivateName(name);
  if (exposed && port === undefined) {
    return {
      rule: "permission-net-private",
      message: address ? "is an IP address without a port" : "is a private name without a port",
    };
  }
  return { host };
}

function wildcard(host: string): ParsedHost {
  const rest = host.slice(2);
  if (!isName(rest)) return fault("is no host");
  if (!rest.includes(".") && !PRIVATE_SUFFIX.test(rest)) {
    return fault("admits a whole top-level domain");
  }
  if (!isPrivateName(rest)) return { host };
  return { rule: "permission-net-private", message: "admits private names" };
}

function isPrivateName(name: string): boolean {
  return !name.includes(".") || PRIVATE_SUFFIX.test(name);
}

/** A name whose last label is a number is read as an IPv4 address (WHATWG URL, "ends in a number"). */
function isName(name: string): boolean {
  const labels = name.split(".");
  const last = labels.at(-1)!;
  return name.length <= 253 && labels.every((label) => LABEL.test(label)) &&
    !/^([0-9]+|0x[0-9a-f]*)$/.test(last);
}

function isAddress(name: string): boolean {
  if (name.startsWith("[")) return URL.canParse(`http://${name}/`);
  const parts = name.split(".");
  return parts.length === 4 &&
    parts.every((part) => /^(0|[1-9][0-9]{0,2})$/.test(part) && Number(part) <= 255);
}

function fault(message: string): ParsedHost {
  return { rule: "permission-net", message };
}
