/**
 * The server for clients that open with `initialize` (MCP 2024-11-05 to 2025-11-25), on the
 * official SDK's low-level `Server`.
 *
 * Needs no Deno permission beyond those of the registry.
 *
 * @module
 */
import { Server } from "@modelcontextprotocol/sdk/server";
// @ts-types="@modelcontextprotocol/sdk/shared/transport"
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
// @ts-types="@modelcontextprotocol/sdk/types"
import {
  CallToolRequestSchema,
  CancelledNotificationSchema,
  ListToolsRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import type { Progress } from "../../call/progress_lines.ts";
import { type Registry, UnknownToolError } from "../registry.ts";
import { ProgressNotes } from "../progress.ts";
import type { Channel } from "../wire.ts";

const INVALID_PARAMS = -32602;
const PAGE_SIZE = 100;

/** A JSON-RPC error with its bare message: the SDK's own class writes its code before it. */
function rpcError(code: number, message: string): Error {
  return Object.assign(new Error(message), { code });
}

/** What a server of this era needs. */
export interface Era2025Options {
  /** Waits for the tools; `initialize` is answered before. */
  registry: () => Promise<Registry>;
  server: { name: string; version: string };
  instructions?: string;
}

/** A connected server. */
export interface Era2025 {
  /** Tells the client that the list has changed. */
  toolsChanged(): Promise<void>;
  /** Ends every call that is running, and resolves when all have ended. */
  cancelAll(): Promise<void>;
}

/** Serves one client over a channel. */
export async function serve2025(channel: Channel, options: Era2025Options): Promise<Era2025> {
  const server = new Server(
    { ...options.server, title: "shell-as-mcp" },
    {
      capabilities: { tools: { listChanged: true } },
      ...(options.instructions !== undefined && { instructions: options.instructions }),
    },
  );
  const calls = new Map<string | number, AbortController>();
  const running = new Set<Promise<unknown>>();

  server.setRequestHandler(ListToolsRequestSchema, async (request) => {
    const all = (await options.registry()).list();
    const start = cursorToStart(request.params?.cursor, all.length);
    const end = start + PAGE_SIZE;
    return {
      tools: all.slice(start, end) as never,
      ...(end < all.length && { nextCursor: btoa(String(end)) }),
    };
  });

  server.setRequestHandler(CallToolRequestSchema, async (request, extra) => {
    const { name, arguments: args } = request.params;
    const registry = await options.registry();
    const abort = new AbortController();
    // The SDK forgets to cancel the request with the id 0, so that cancelling is done here.
    calls.set(extra.requestId, abort);
    extra.signal.addEventListener("abort", () => abort.abort(), { once: true });
    const token = extra._meta?.progressToken;
    const notes = token === undefined
      ? undefined
      : new ProgressNotes((p) =>
        extra.sendNotification({
          method: "notifications/progress",
          params: { progressToken: token, ...p },
        })
      );
    try {
      const call = registry.call(name, args, {
        signal: abort.signal,
        ...(notes && { onProgress: (p: Progress) => notes.tell(p) }),
      });
      running.add(call);
      call.finally(() => running.delete(call)).catch(() => {});
      return await call as never;
    } catch (error) {
      if (error instanceof UnknownToolError) throw rpcError(INVALID_PARAMS, error.message);
      throw error;
    } finally {
      await notes?.end();
      calls.delete(extra.requestId);
    }
  });

  server.setNotificationHandler(CancelledNotificationSchema, (note) => {
    const id = note.params.requestId;
    if (id !== undefined) calls.get(id)?.abort();
  });

  server.onerror = (error) => console.error(`mcp: ${error.message}`);
  await server.connect(channel as unknown as Transport);
  return {
    toolsChanged: () => server.sendToolListChanged(),
    cancelAll: async () => {
      for (const call of calls.values()) call.abort();
      await Promise.allSettled([...running]);
    },
  };
}

function cursorToStart(cursor: string | undefined, total: number): number {
  if (cursor === undefined) return 0;
  let start = NaN;
  try {
    start = Number(atob(cursor));
  } catch {
    // Not base64: as bad as any other.
  }
  if (!Number.isInteger(start) || start <= 0 || start >= total) {
    throw rpcError(INVALID_PARAMS, `Unknown cursor: ${JSON.stringify(cursor)}`);
  }
  return start;
}
