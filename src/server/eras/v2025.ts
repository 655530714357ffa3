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
  ElicitResultSchema,
  ListToolsRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import type { Progress } from "../../call/progress_lines.ts";
import type { Ask } from "../confirm.ts";
import { elicitation, isYes } from "../elicitation.ts";
import { pageOf } from "../pages.ts";
import { NoTaskError, type Registry, UnknownToolError } from "../registry.ts";
import { ProgressNotes } from "../progress.ts";
import type { Channel } from "../wire.ts";
import { INVALID_PARAMS, METHOD_NOT_FOUND, rpcError } from "./rpc_error.ts";
import { Channel2025 } from "./v2025_channel.ts";
import { serveResources2025 } from "./v2025_resources.ts";
import { Tasks2025, tasksCapability } from "./v2025_tasks.ts";

/** The SDK's reports can hold whole messages, and with them secrets of any length. */
const MAX_LOGGED = 200;

/** What a server of this era needs. */
export interface Era2025Options {
  /** Waits for the tools; `initialize` is answered before. */
  registry: () => Promise<Registry>;
  server: { name: string; version: string };
  /** Whether calls can be tasks, and whether the caller's can be listed. */
  tasks?: { list: boolean } | undefined;
  instructions?: string;
}

/** A connected server. */
export interface Era2025 {
  /** Tells the client that the list has changed. */
  toolsChanged(): Promise<void>;
  /** Ends every call of this client, and resolves when all have ended. */
  cancelAll(): Promise<void>;
}

/** Serves one client over a channel. */
export async function serve2025(channel: Channel, options: Era2025Options): Promise<Era2025> {
  const server = new Server(
    { ...options.server, title: "shell-as-mcp" },
    {
      capabilities: {
        tools: { listChanged: true },
        resources: {},
        ...(options.tasks && { tasks: tasksCapability(options.tasks.list) }),
      },
      ...(options.instructions !== undefined && { instructions: options.instructions }),
    },
  );
  const guarded = new Channel2025(channel, options.tasks !== undefined);
  const tasks = options.tasks &&
    new Tasks2025(server, options.registry, (id) => guarded.signalOf(id), options.tasks.list);
  const running = new Set<Promise<unknown>>();

  server.setRequestHandler(ListToolsRequestSchema, async (request) => {
    const cursor = request.params?.cursor;
    const page = pageOf((await options.registry()).list(), cursor);
    if (!page) throw rpcError(INVALID_PARAMS, `Unknown cursor: ${JSON.stringify(cursor)}`);
    return {
      tools: page.items as never,
      ...(page.next !== undefined && { nextCursor: page.next }),
    };
  });

  serveResources2025(server, options.registry);

  server.setRequestHandler(CallToolRequestSchema, async (request, extra) => {
    const { name, arguments: args } = request.params;
    const signal = guarded.signalOf(extra.requestId);
    const token = extra._meta?.progressToken;
    const ask = canElicit(server) ? { ask: askThrough(extra) } : {};
    if (tasks && request.params.task) {
      return await tasks.create({
        name,
        args,
        ttlMs: request.params.task.ttl,
        progressToken: token,
        options: { signal, ...ask },
      }).catch(refuse) as never;
    }
    const notes = token === undefined ? undefined : new ProgressNotes(async (p) => {
      if (signal.aborted) return;
      await extra.sendNotification({
        method: "notifications/progress",
        params: { progressToken: token, ...p },
      });
    });
    try {
      const registry = await options.registry();
      const call = registry.call(name, args, {
        signal,
        ...ask,
        ...(notes && { onProgress: (p: Progress) => notes.tell(p) }),
      });
      running.add(call);
      call.finally(() => running.delete(call)).catch(() => {});
      return await call as never;
    } catch (error) {
      return refuse(error);
    } finally {
      await notes?.end();
    }
  });

  server.onerror = (error) => console.error(`mcp: ${error.message.slice(0, MAX_LOGGED)}`);
  await server.connect(guarded as unknown as Transport);
  return {
    toolsChanged: () => server.sendToolListChanged(),
    cancelAll: async () => {
      tasks?.close();
      guarded.abortAll();
      await Promise.allSettled([...running]);
    },
  };
}

/** What names no tool, or no such use of it, is no result but an error of the protocol. */
function refuse(error: unknown): never {
  if (error instanceof UnknownToolError) throw rpcError(INVALID_PARAMS, error.message);
  if (error instanceof NoTaskError) throw rpcError(METHOD_NOT_FOUND, error.message);
  throw error;
}

/** Forms are what an older `elicitation: {}` means (MCP 2025-11-25, client/elicitation). */
function canElicit(server: Server): boolean {
  const capability = server.getClientCapabilities()?.elicitation;
  return capability !== undefined &&
    (capability.form !== undefined || capability.url === undefined);
}

/** The part of the SDK's context that reaches the client of this request. */
interface Requester {
  sendRequest(
    request: never,
    schema: never,
    options?: { signal?: AbortSignal; timeout?: number },
  ): Promise<unknown>;
}

const ASK_TIMEOUT_MS = 10 * 60 * 1000;

function askThrough(extra: unknown): Ask {
  return async ({ message }, signal) =>
    isYes(
      await (extra as Requester).sendRequest(
        elicitation(message) as never,
        ElicitResultSchema as never,
        { signal, timeout: ASK_TIMEOUT_MS },
      ),
    );
}
