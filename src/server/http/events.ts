/**
 * What a session's streams have sent, for clients that come back with `Last-Event-ID`
 * (MCP 2025-11-25, basic/transports, "Resumability and Redelivery").
 *
 * @module
 */
// @ts-types="@modelcontextprotocol/sdk/server/webStandardStreamableHttp"
import type { EventStore } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";

type JsonRpc = Parameters<EventStore["storeEvent"]>[1];

const MAX_EVENTS = 1000;
const MAX_BYTES = 8 * 1024 * 1024;

/** Keeps the newest events, each with an id that names its stream. */
export class Events implements EventStore {
  readonly #events = new Map<string, { stream: string; message: JsonRpc; bytes: number }>();
  #next = 1;
  #bytes = 0;

  storeEvent(stream: string, message: JsonRpc): Promise<string> {
    const id = `${stream}_${String(this.#next++).padStart(12, "0")}`;
    const bytes = JSON.stringify(message).length;
    this.#events.set(id, { stream, message, bytes });
    this.#bytes += bytes;
    for (const [old, event] of this.#events) {
      if (this.#events.size <= MAX_EVENTS && this.#bytes <= MAX_BYTES || old === id) break;
      this.#events.delete(old);
      this.#bytes -= event.bytes;
    }
    return Promise.resolve(id);
  }

  getStreamIdForEventId(id: string): Promise<string | undefined> {
    return Promise.resolve(this.#events.get(id)?.stream);
  }

  async replayEventsAfter(
    lastId: string,
    { send }: { send: (id: string, message: JsonRpc) => Promise<void> },
  ): Promise<string> {
    const last = this.#events.get(lastId);
    if (!last) return "";
    let after = false;
    for (const [id, event] of this.#events) {
      // A priming event holds no message.
      if (after && event.stream === last.stream && Object.keys(event.message).length > 0) {
        await send(id, event.message);
      }
      after ||= id === lastId;
    }
    return last.stream;
  }
}
