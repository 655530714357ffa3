/**
 * The only way out of a tool's sandbox: a CONNECT proxy on a unix socket, one for each tool
 * that declares hosts.
 *
 * It checks names before it resolves them and addresses after; what it refuses it remembers
 * for the call that asked, so that the tool's error can name the host. It never decrypts.
 *
 * Deno permissions: `--allow-net` for the socket and the hosts, `--allow-read` and
 * `--allow-write` for the socket's path.
 *
 * @module
 */
import { isPrivateAddress } from "./address.ts";
import { admit, type HostRule, parseTarget, type Target } from "./rules.ts";
import { readHead } from "./request_head.ts";

/** What the proxy lets a call do beyond the tool's own hosts. */
export interface CallPass {
  /** Hosts that the call's arguments name (`{fromParam}`). */
  rules: HostRule[];
  /** What was refused, as `host:port (why)`, in order, each once. */
  refused: string[];
  /** The call's own upstream proxy, `host:port`. */
  upstream?: Target;
}

/** How the proxy is set up. */
export interface ProxyOptions {
  path: string;
  rules: readonly HostRule[];
  /** Where CONNECT goes when the operator has a proxy of their own. */
  upstream?: Target;
  connect?: (target: Target) => Promise<Deno.TcpConn>;
}

const HEAD_LIMIT = 16 * 1024;
const HEAD_TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 20_000;
const MAX_CONNECTIONS = 256;

/** A running proxy. */
export class ToolProxy implements Disposable {
  readonly #options: ProxyOptions;
  readonly #listener: Deno.Listener;
  readonly #passes = new Map<string, CallPass>();
  readonly #open = new Set<Deno.Conn>();

  /** Listens at once. A socket that an earlier server left at the path is taken away. */
  constructor(options: ProxyOptions) {
    this.#options = options;
    try {
      Deno.removeSync(options.path);
    } catch {
      // None there.
    }
    this.#listener = Deno.listen({ transport: "unix", path: options.path });
    this.#accept();
  }

  /** Lets one call in, known by a token that only its proxy variable holds. */
  admitCall(token: string, pass: CallPass): void {
    this.#passes.set(token, pass);
  }

  /** Forgets a call. */
  endCall(token: string): void {
    this.#passes.delete(token);
  }

  async #accept() {
    for await (const conn of this.#listener) {
      if (this.#open.size >= MAX_CONNECTIONS) {
        conn.close();
        continue;
      }
      this.#open.add(conn);
      this.#serve(conn).catch(() => {}).finally(() => {
        this.#open.delete(conn);
        close(conn);
      });
    }
  }

  async #serve(conn: Deno.Conn) {
    const head = await readHead(conn, HEAD_LIMIT, HEAD_TIMEOUT_MS);
    if (head === undefined) return;
    const [method, authority, version] = head.requestLine.split(" ");
    const pass = this.#passes.get(head.token ?? "");
    // A socket without a call behind it: the tool has ended, or another process guesses.
    if (!pass) return await answer(conn, 407, "No call with this token");
    if (method !== "CONNECT" || !/^HTTP\/1\.[01]$/.test(version ?? "")) {
      note(pass, `${(authority ?? "").slice(0, 200)} (only HTTPS goes out: use CONNECT)`);
      return await answer(conn, 405, "Only CONNECT: unencrypted HTTP does not go out");
    }
    const target = parseTarget(authority!);
    if (!target) {
      note(pass, `${authority!.slice(0, 200)} (an odd spelling)`);
      return await answer(conn, 400, "Not a host and port");
    }
    const rule = admit([...this.#options.rules, ...pass.rules], target);
    const name = `${target.host}:${target.port}`;
    if (!rule) {
      note(pass, `${name} (not declared)`);
      return await answer(conn, 403, `The host ${name} is not declared`);
    }
    let remote: Deno.TcpConn;
    try {
      remote = await this.#reach(target, rule, pass);
    } catch (error) {
      note(pass, `${name} (${(error as Error).message})`);
      return await answer(conn, 502, `Cannot reach ${name}`);
    }
    this.#open.add(remote);
    try {
      await conn.write(new TextEncoder().encode("HTTP/1.1 200 Connection established\r\n\r\n"));
      if (head.rest.length > 0) await writeAll(remote, head.rest);
      await Promise.allSettled([copy(conn, remote), copy(remote, conn)]);
    } finally {
      this.#open.delete(remote);
      close(remote);
    }
  }

  async #reach(target: Target, rule: HostRule, pass: CallPass): Promise<Deno.TcpConn> {
    const connect = this.#options.connect ?? connectTcp;
    const upstream = pass.upstream ?? this.#options.upstream;
    if (upstream && !rule.privateToo) {
      const conn = await connect(upstream);
      try {
        await openTunnel(conn, target);
      } catch (error) {
        close(conn);
        throw error;
      }
      return conn;
    }
    const conn = await connect(target);
    const address = (conn.remoteAddr as Deno.NetAddr).hostname;
    // Nothing was sent yet: a name that leads inside is refused before a byte goes there.
    if (!rule.privateToo && isPrivateAddress(address)) {
      close(conn);
      throw new Error(`it leads to the private address ${address}`);
    }
    return conn;
  }

  [Symbol.dispose]() {
    close(this.#listener);
    for (const conn of this.#open) close(conn);
    try {
      Deno.removeSync(this.#options.path);
    } catch {
      // Gone already.
    }
  }
}

function note(pass: CallPass, text: string) {
  const plain = text.replace(/[^\x20-\x7e]/g, "?");
  if (!pass.refused.includes(plain) && pass.refused.length < 20) pass.refused.push(plain);
}

async function connectTcp(target: Target): Promise<Deno.TcpConn> {
  const abort = AbortSignal.timeout(CONNECT_TIMEOUT_MS);
  try {
    return await Deno.connect({ hostname: target.host, port: target.port, signal: abort });
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable) {
      throw new Error("it leads to an address that the server's flags deny");
    }
    throw new Error(abort.aborted ? "no answer in time" : reason(error as Error));
  }
}

function reason(error: Error): string {
  return error.message.replace(/\s*\(os error \d+\)$/, "").toLowerCase();
}

/** Asks the operator's own proxy for the tunnel. */
async function openTunnel(conn: Deno.TcpConn, { host, port }: Target) {
  const authority = `${host.includes(":") ? `[${host}]` : host}:${port}`;
  const request = `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`;
  await writeAll(conn, new TextEncoder().encode(request));
  const head = await readHead(conn, HEAD_LIMIT, CONNECT_TIMEOUT_MS);
  const status = head?.requestLine.split(" ")[1];
  if (status !== "200") throw new Error(`the upstream proxy answered ${status ?? "nothing"}`);
  if (head!.rest.length > 0) throw new Error("the upstream proxy spoke before it was asked");
}

async function answer(conn: Deno.Conn, status: number, text: string) {
  const body = `shell-as-mcp: ${text}\n`;
  // Clients such as ffmpeg send their name only after this question (RFC 9110, section 15.5.8).
  const ask = status === 407 ? 'Proxy-Authenticate: Basic realm="shell-as-mcp"\r\n' : "";
  const head = `HTTP/1.1 ${status} Refused\r\nContent-Type: text/plain\r\n${ask}` +
    `Content-Length: ${body.length}\r\nConnection: close\r\n\r\n`;
  await writeAll(conn, new TextEncoder().encode(head + body));
}

async function writeAll(conn: Deno.Conn, bytes: Uint8Array) {
  for (let at = 0; at < bytes.length;) at += await conn.write(bytes.subarray(at));
}

async function copy(from: Deno.Conn, to: Deno.Conn) {
  const buffer = new Uint8Array(64 * 1024);
  for (let n = await from.read(buffer); n !== null; n = await from.read(buffer)) {
    await writeAll(to, buffer.subarray(0, n));
  }
  await to.closeWrite();
}

function close(resource: Disposable & { close(): void }) {
  try {
    resource.close();
  } catch {
    // Closed by the other side.
  }
}
