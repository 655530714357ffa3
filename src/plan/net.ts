/**
 * The network of a tool in the plan, and of the server in its flags.
 *
 * @module
 */
import { type ToolGrants, valuesOf } from "../policy/grant.ts";
import type { Host } from "../policy/host.ts";
import { parseIpv4, PRIVATE_IPV4 } from "../sandbox/net/address.ts";
import { type HostRule, parseRule } from "../sandbox/net/rules.ts";
import type { Plan, PlanNet } from "./types.ts";

/** `sun_path` of a unix socket (unix(7)) holds 108 bytes with its NUL. */
const MAX_SOCKET_PATH = 107;

/** The tool's network, or why it cannot be had; undefined for a tool without. */
export function planNet(
  grants: ToolGrants,
  stateFolder: string,
): { net: PlanNet } | { fault: string } | undefined {
  const hosts = valuesOf(grants.grants, "net").filter((h) => !h.startsWith("{"));
  if (hosts.length === 0 && grants.netFromParams.length === 0) return undefined;
  for (const host of hosts) {
    try {
      parseRule(host);
    } catch (error) {
      return { fault: (error as Error).message };
    }
  }
  const socket = `${stateFolder}/proxy/${shortName(grants.tool)}`;
  if (new TextEncoder().encode(socket).length > MAX_SOCKET_PATH) {
    return {
      fault:
        `The state folder "${stateFolder}" is too long for a socket; give a shorter --state-dir`,
    };
  }
  return { net: { hosts, fromParams: grants.netFromParams, socket } };
}

/** A short name that differs for different tools (FNV-1a, 52 bits of it). */
function shortName(tool: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(tool)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, "0").slice(0, 13);
}

/** The operator's own proxy, from `HTTPS_PROXY` or `https_proxy`; undefined without a usable one. */
export function upstreamOf(host: Host): Plan["upstream"] {
  for (const variable of ["HTTPS_PROXY", "https_proxy"]) {
    const value = host.env(variable);
    if (!value) continue;
    const url = URL.parse(value.includes("://") ? value : `http://${value}`);
    if (url?.protocol === "http:" && url.hostname) {
      return {
        variable,
        host: url.hostname.replace(/^\[|\]$/g, ""),
        port: url.port === "" ? 80 : Number(url.port),
      };
    }
  }
  return undefined;
}

/** What the server may do on the network. */
export interface NetPermissions {
  /** `unscoped` only for tools that may reach any public host. */
  allow: string[] | "unscoped";
  /** Private ranges that no grant names: Deno holds them against resolved addresses. */
  deny: string[];
}

/** The network permissions of a plan: each tool's socket, and the hosts themselves. */
export function netPermissions(
  plan: Pick<Plan, "tools" | "upstream" | "http">,
): NetPermissions {
  const nets = plan.tools.flatMap((t) => t.net ? [t.net] : []);
  const listen = plan.http
    ? [flagOf({ kind: "exact", host: plan.http.hostname, port: plan.http.port })]
    : [];
  if (nets.length === 0) return { allow: listen, deny: [] };
  const rules = nets.flatMap((n) => n.hosts.map(parseRule));
  const upstream = plan.upstream;
  const wide = rules.some((r) => r.kind === "any") || nets.some((n) => n.fromParams.length > 0);
  const named = rules.filter((r) => r.kind !== "any").map(flagOf);
  const allow = [
    ...new Set([
      ...nets.map((n) => `unix:${n.socket}`),
      ...named,
      ...(upstream ? [flagOf({ kind: "exact", ...upstream })] : []),
      ...listen,
    ]),
  ].sort();
  const addresses = [
    ...rules.filter((r) => r.privateToo).map((r) => r.host),
    upstream?.host,
    plan.http?.hostname,
  ]
    .filter((h) => h !== undefined);
  return { allow: wide ? "unscoped" : allow, deny: deniedRanges(addresses) };
}

function flagOf({ kind, host, port }: Pick<HostRule, "kind" | "host" | "port">): string {
  const name = host.includes(":") ? `[${host}]` : host;
  return `${kind === "below" ? "*." : ""}${name}:${port}`;
}

/** The private ranges less those that a granted address lies in; a granted private name frees all. */
function deniedRanges(granted: readonly string[]): string[] {
  if (granted.some((h) => parseIpv4(h) === undefined && !h.includes(":"))) return [];
  return PRIVATE_IPV4.filter((range) => {
    const [base, bits] = range.split("/") as [string, string];
    const size = 2 ** (32 - Number(bits));
    const start = parseIpv4(base)!;
    return !granted.some((h) => {
      const value = parseIpv4(h);
      return value !== undefined && value >= start && value < start + size;
    });
  });
}
