/**
 * Sessions of 2025-era clients over streamable HTTP (MCP 2025-11-25, basic/transports): many,
 * each with its own server, that expire and survive each other.
 *
 * @module
 */
// @ts-types="@modelcontextprotocol/sdk/server/webStandardStreamableHttp"
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { type Era2025, serve2025 } from "../eras/v2025.ts";
import type { Registry } from "../registry.ts";
import type { Channel } from "../wire.ts";
import { Events } from "./events.ts";
import { type Handler, refuse, type RequestContext } from "./handler.ts";

/** How sessions are kept. */
export interface SessionOptions {
  /** The registry of one caller. */
  registry: (caller: string) => Registry;
  server: { name: string; version: string };
  /** How long a session may be silent. */
  idleMs?: number;
  most?: number;
  now?: () => number;
}

const IDLE_MS = 30 * 60 * 1000;
const MOST = 100;
const SWEEP_MS = 60_000;

interface Session {
  transport: WebStandardStreamableHTTPServerTransport;
  era: Era2025;
  caller: string;
  seen: number;
  /** Requests whose answer has not begun. */
  open: number;
}

/** The sessions of one server. */
export class Sessions implements AsyncDisposable {
  readonly #options: SessionOptions;
  readonly #sessions = new Map<string, Session>();
  readonly #now: () => number;
  readonly #sweep: ReturnType<typeof setInterval>;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => Date.now());
    this.#sweep = setInterval(() => this.expire(), SWEEP_MS);
  }

  get size(): number {
    return this.#sessions.size;
  }

  /** Ends sessions that were silent for too long. */
  expire(): void {
    const limit = this.#now() - (this.#options.idleMs ?? IDLE_MS);
    for (const [id, session] of this.#sessions) {
      if (session.open === 0 && session.seen < limit) this.#end(id);
    }
  }

  /** Tells every client that the tools have changed. */
  async toolsChanged(): Promise<void> {
    await Promise.allSettled([...this.#sessions.values()].map((s) => s.era.toolsChanged()));
  }

  readonly handle: Handler = async (request, context) => {
    const id = request.headers.get("mcp-session-id");
    if (id === null) return await this.#open(request, context);
    const session = this.#sessions.get(id);
    // Another caller's session is as good as none.
    if (!session || session.caller !== context.caller) {
      return refuse(404, "Session not found", {}, -32001);
    }
    session.seen = this.#now();
    if (await isBatch(request)) return refuse(400, "Batches are no part of MCP", {}, -32600);
    session.open++;
    try {
      return await session.transport.handleRequest(request);
    } finally {
      session.open--;
      session.seen = this.#now();
      if (request.method === "DELETE") this.#end(id);
    }
  };

  async #open(request: Request, { caller }: RequestContext): Promise<Response> {
    if (request.method !== "POST") {
      const known = request.method === "GET" || request.method === "DELETE";
      return known
        ? refuse(400, "The header Mcp-Session-Id is needed")
        : refuse(405, "Only GET, POST and DELETE", { allow: "GET, POST, DELETE" });
    }
    this.#makeRoom();
    if (this.#sessions.size >= (this.#options.most ?? MOST)) {
      return refuse(503, "Too many sessions", { "retry-after": "60" });
    }
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      eventStore: new Events(),
      retryInterval: 1000,
    });
    const registry = this.#options.registry(caller);
    const era = await serve2025(transport as unknown as Channel, {
      registry: () => Promise.resolve(registry),
      server: this.#options.server,
      tasks: registry.tasks && { list: registry.tasks.known },
    });
    const response = await transport.handleRequest(request);
    const id = transport.sessionId;
    // Not an initialize: the transport has said so, and nothing keeps it.
    if (id === undefined) await transport.close();
    else this.#sessions.set(id, { transport, era, caller, seen: this.#now(), open: 0 });
    return response;
  }

  /** The session that was silent longest goes when a new one needs its place and it was silent for a while. */
  #makeRoom() {
    if (this.#sessions.size < (this.#options.most ?? MOST)) return;
    const idle =
      [...this.#sessions].filter(([, s]) => s.open === 0).sort((a, b) => a[1].seen - b[1].seen)[0];
    if (idle && this.#now() - idle[1].seen > SWEEP_MS) this.#end(idle[0]);
  }

  #end(id: string) {
    const session = this.#sessions.get(id);
    this.#sessions.delete(id);
    session?.era.cancelAll().catch(() => {});
    session?.transport.close().catch(() => {});
  }

  /** Ends every session and its calls. */
  async [Symbol.asyncDispose]() {
    clearInterval(this.#sweep);
    const all = [...this.#sessions.values()];
    this.#sessions.clear();
    await Promise.allSettled(all.map(async (s) => {
      await s.era.cancelAll();
      await s.transport.close();
    }));
  }
}

/** Whether the body is an array, which the SDK (1.32) still takes (gone since MCP 2025-06-18). */
async function isBatch(request: Request): Promise<boolean> {
  return request.method === "POST" && (await request.clone().text()).trimStart().startsWith("[");
}
