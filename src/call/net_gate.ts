/**
 * The way out for the calls of one server: a proxy for each tool that declares hosts, and a
 * pass for each call.
 *
 * Deno permissions: `--allow-net` for the sockets and hosts, `--allow-read` and
 * `--allow-write` for the state folder.
 *
 * @module
 */
import type { Plan, PlanTool } from "../plan/types.ts";
import { RELAY_PORT } from "../sandbox/net/relay.ts";
import { type CallPass, ToolProxy } from "../sandbox/net/proxy.ts";
import { type HostRule, parseRule, type Target } from "../sandbox/net/rules.ts";
import type { ArgumentValues } from "./values.ts";

/** The pass of one call. */
export interface Passage {
  /** Variables that send programs to the relay; they hold the call's token. */
  env: Record<string, string>;
  /** Ends the pass and returns what was refused. */
  leave(): string[];
}

/** Opens the proxies as they are needed. */
export class NetGate implements Disposable {
  #plan: Plan;
  readonly #proxies = new Map<string, { proxy: ToolProxy; hosts: string }>();

  constructor(plan: Plan) {
    this.#plan = plan;
  }

  /** Tools are another plan's from now on. A way out stays open as long as its hosts are the same. */
  adopt(plan: Plan) {
    this.#plan = plan;
    for (const [socket, { proxy, hosts }] of this.#proxies) {
      const now = plan.tools.find((t) => t.net?.socket === socket)?.net?.hosts;
      if (now && JSON.stringify(now) === hosts) continue;
      this.#proxies.delete(socket);
      proxy[Symbol.dispose]();
    }
  }

  /**
   * Lets one call out. The host of a URL parameter becomes a capability of this call.
   *
   * @throws {TypeError} when a parameter that names the host is no URL
   */
  enter(tool: PlanTool, values: ArgumentValues): Passage | undefined {
    const { net } = tool;
    if (!net) return undefined;
    const pass: CallPass = { rules: [], refused: [] };
    for (const name of net.fromParams) {
      const value = values[name];
      if (value === undefined || value === "") continue;
      pass.rules.push(ruleOfUrl(name, String(value)));
    }
    const own = values["proxy"];
    if (typeof own === "string" && own !== "") pass.upstream = proxyTarget(own);
    const token = crypto.randomUUID();
    const proxy = this.#proxy(tool);
    proxy.admitCall(token, pass);
    const url = `http://${token}:x@127.0.0.1:${RELAY_PORT}`;
    return {
      env: {
        HTTPS_PROXY: url,
        https_proxy: url,
        HTTP_PROXY: url,
        http_proxy: url,
        ALL_PROXY: url,
        all_proxy: url,
        // Node's own fetch asks only when told to (Node 24, command-line options).
        NODE_USE_ENV_PROXY: "1",
      },
      leave() {
        proxy.endCall(token);
        return pass.refused;
      },
    };
  }

  #proxy(tool: PlanTool): ToolProxy {
    const net = tool.net!;
    let proxy = this.#proxies.get(net.socket)?.proxy;
    if (!proxy) {
      const { upstream } = this.#plan;
      Deno.mkdirSync(net.socket.slice(0, net.socket.lastIndexOf("/")), {
        recursive: true,
        mode: this.#plan.asRoot ? 0o711 : 0o700,
      });
      proxy = new ToolProxy({
        path: net.socket,
        rules: net.hosts.map(parseRule),
        ...(upstream && { upstream: { host: upstream.host, port: upstream.port } }),
      });
      // Tools of a server started by root run as others, who need to write to connect (unix(7)).
      Deno.chmodSync(net.socket, this.#plan.asRoot ? 0o666 : 0o600);
      this.#proxies.set(net.socket, { proxy, hosts: JSON.stringify(net.hosts) });
    }
    return proxy;
  }

  [Symbol.dispose]() {
    for (const { proxy } of this.#proxies.values()) proxy[Symbol.dispose]();
    this.#proxies.clear();
  }
}

/** The rule for the host of a URL; private hosts are never admitted by an argument. */
function ruleOfUrl(parameter: string, value: string): HostRule {
  const url = URL.parse(value) ?? URL.parse(`https://${value}`);
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === "") {
    throw new TypeError(
      `"${parameter}" is ${JSON.stringify(value.slice(0, 80))}, which is no http or https URL`,
    );
  }
  const port = url.port || (url.protocol === "http:" ? "80" : "443");
  return { ...parseRule(`${url.hostname}:${port}`), privateToo: false };
}

/** A call's own upstream proxy. */
function proxyTarget(value: string): Target {
  const url = URL.parse(value.includes("://") ? value : `http://${value}`);
  if (!url || url.protocol !== "http:" || url.hostname === "") {
    throw new TypeError(
      `"proxy" is ${JSON.stringify(value.slice(0, 80))}, but must be http://HOST:PORT`,
    );
  }
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? 80 : Number(url.port),
  };
}
