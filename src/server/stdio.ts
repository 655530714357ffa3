/**
 * Serves one client over this process's stdin and stdout until stdin ends.
 *
 * @module
 */
import type { Era2025 } from "./eras/v2025.ts";
import type { Registry } from "./registry.ts";
import { type Channel, type Message, Wire } from "./wire.ts";

/** What the stdio server needs. */
export interface StdioOptions {
  registry: () => Promise<Registry>;
  server: { name: string; version: string };
  /** Set when some tool's calls are tasks. */
  tasks?: { list: boolean } | undefined;
  /** Registers who is told when the client sees other tools. */
  onToolsChanged?: (listener: () => void) => void;
}

/** How long a client that has closed the pipe may wait for answers it asked for before. */
const LAST_ANSWERS_MS = 250;
/** How long calls may take to end once they were cancelled: one that begins just now takes longest. */
const LAST_CALLS_MS = 3000;

/**
 * Answers until the client closes the pipe or `stop` aborts; then ends every call. The SDK
 * is loaded when the first message has come.
 */
export async function serveStdio(options: StdioOptions, stop: AbortSignal): Promise<void> {
  const wire = new Wire();
  const ended = Promise.withResolvers<void>();
  const unanswered = new Unanswered();
  const held: Message[] = [];
  const channel: Channel = {
    start: () => Promise.resolve(),
    send: (message) => {
      unanswered.answered(message);
      return wire.send(message);
    },
    close: () => wire.close(),
  };
  let session: Promise<Era2025 | void> | undefined;
  wire.onmessage = (message) => {
    unanswered.asked(message);
    if (session === undefined) {
      session = opensIn2026(message)
        ? import("./eras/both_stdio.ts").then(({ serveBoth }) => serveBoth(channel, options))
        : import("./eras/v2025.ts").then(({ serve2025 }) => serve2025(channel, options));
      session.then((era) => {
        if (era) options.onToolsChanged?.(() => void era.toolsChanged().catch(() => {}));
        wire.onmessage = (m) => {
          unanswered.asked(m);
          channel.onmessage?.(m);
        };
        for (const m of held.splice(0)) channel.onmessage?.(m);
      }, (error) => {
        console.error(`Cannot open the session: ${(error as Error).message}`);
        ended.resolve();
      });
    }
    held.push(message);
  };
  wire.onclose = ended.resolve;
  stop.addEventListener("abort", () => ended.resolve(), { once: true });
  await wire.start();
  await ended.promise;
  if (!stop.aborted) await atMost(unanswered.none(), LAST_ANSWERS_MS);
  if (session) {
    await atMost(options.registry().then((r) => r.endAll()).catch(() => {}), LAST_CALLS_MS);
  }
  await wire.flush();
}

/**
 * Whether a client's first message is of the newer era: a probe, or a request in an envelope
 * (MCP 2026-07-28, basic/versioning). A client that then goes on with `initialize` is served too.
 */
export function opensIn2026(message: Message): boolean {
  if (message.method === "server/discover") return true;
  const meta = (message.params as { _meta?: Record<string, unknown> } | undefined)?._meta;
  return meta?.["io.modelcontextprotocol/protocolVersion"] !== undefined;
}

/** Requests that have no answer yet. */
class Unanswered {
  readonly #ids = new Set<string | number>();
  #waiting: (() => void) | undefined;

  asked(message: Message) {
    if (message.method !== undefined && message.id != null) this.#ids.add(message.id);
    if (message.method === "notifications/cancelled") this.#dropped(message.params);
  }

  /** A cancelled request gets no answer. */
  #dropped(params: unknown) {
    const id = (params as { requestId?: string | number } | undefined)?.requestId;
    if (id !== undefined) this.#ids.delete(id);
  }

  answered(message: Message) {
    if (message.method === undefined && message.id != null) this.#ids.delete(message.id);
    if (this.#ids.size === 0) this.#waiting?.();
  }

  none(): Promise<void> {
    if (this.#ids.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#waiting = resolve);
  }
}

async function atMost(promise: Promise<void>, milliseconds: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => timer = setTimeout(resolve, milliseconds));
  await Promise.race([promise, late]);
  clearTimeout(timer);
}
