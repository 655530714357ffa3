/**
 * The channel that the SDK's `Server` (1.32) gets: what that one leaves unanswered, answers
 * with its own parser's report, or answers although it was cancelled is put right here.
 *
 * Needs no Deno permission.
 *
 * @module
 */
// @ts-types="@modelcontextprotocol/sdk/types"
import {
  CallToolRequestSchema,
  CancelTaskRequestSchema,
  GetTaskPayloadRequestSchema,
  GetTaskRequestSchema,
  InitializeRequestSchema,
  JSONRPCRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListTasksRequestSchema,
  ListToolsRequestSchema,
  PingRequestSchema,
  ReadResourceRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import type { Channel, Message } from "../wire.ts";

const INVALID_PARAMS = -32602;
const MAX_FAULTS = 3;

/** The requests that are served. */
const SCHEMAS = {
  "initialize": InitializeRequestSchema,
  "ping": PingRequestSchema,
  "tools/list": ListToolsRequestSchema,
  "tools/call": CallToolRequestSchema,
  "resources/list": ListResourcesRequestSchema,
  "resources/templates/list": ListResourceTemplatesRequestSchema,
  "resources/read": ReadResourceRequestSchema,
};

/** Those of servers with tasks. */
const TASK_SCHEMAS = {
  "tasks/get": GetTaskRequestSchema,
  "tasks/result": GetTaskPayloadRequestSchema,
  "tasks/list": ListTasksRequestSchema,
  "tasks/cancel": CancelTaskRequestSchema,
};

/** A request that has no answer yet. */
interface OpenRequest {
  abort: AbortController;
  /** Cancelled by the client, who expects no answer then (MCP, basic/utilities/cancellation). */
  silenced: boolean;
}

/** A channel between the wire and the SDK. */
export class Channel2025 implements Channel {
  onmessage?: (message: Message, extra?: unknown) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly #inner: Channel;
  readonly #open = new Map<string | number, OpenRequest>();
  readonly #tasks: boolean;

  /** @param tasks Whether the server has declared tasks */
  constructor(inner: Channel, tasks = false) {
    this.#inner = inner;
    this.#tasks = tasks;
  }

  /** Aborts when the client cancels the request, even before its handler has begun. */
  signalOf(id: string | number): AbortSignal {
    return this.#open.get(id)?.abort.signal ?? AbortSignal.abort();
  }

  /** Aborts every request that is open; their answers are still sent. */
  abortAll() {
    for (const { abort } of this.#open.values()) abort.abort();
  }

  start(): Promise<void> {
    this.#inner.onmessage = (message, extra) => this.#take(message, extra);
    this.#inner.onclose = () => this.onclose?.();
    this.#inner.onerror = (error) => this.onerror?.(error);
    return this.#inner.start();
  }

  get sessionId(): string | undefined {
    return this.#inner.sessionId;
  }

  send(message: Message, options?: unknown): Promise<void> {
    const { id } = message;
    if (message.method !== undefined || id == null) return this.#inner.send(message, options);
    const silenced = this.#open.get(id)?.silenced ?? false;
    this.#open.delete(id);
    return silenced ? Promise.resolve() : this.#inner.send(message, options);
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  #take(message: Message, extra: unknown) {
    if (message.method === "notifications/cancelled") this.#cancel(message.params);
    else if (message.method === undefined || message.id == null) this.onmessage?.(message, extra);
    else this.#ask(requestOf(message, this.#tasks), extra);
  }

  #ask(request: Message, extra: unknown) {
    const fault = faultOf(request, this.#tasks);
    if (fault !== undefined) return this.#refuse(request, fault);
    this.#open.set(request.id!, { abort: new AbortController(), silenced: false });
    this.onmessage?.(request, extra);
  }

  /** Here, since the SDK forgets the request with the id 0. An unknown id is ignored. */
  #cancel(params: unknown) {
    const id = (params as { requestId?: string | number } | undefined)?.requestId;
    const request = id === undefined ? undefined : this.#open.get(id);
    if (request === undefined) return;
    request.silenced = true;
    request.abort.abort();
  }

  #refuse({ id, method }: Message, fault: string) {
    const error = { code: INVALID_PARAMS, message: `Invalid params of "${method}": ${fault}` };
    this.#inner.send({ jsonrpc: "2.0", id: id!, error }).catch((e) => this.onerror?.(e));
  }
}

/**
 * The members that JSON-RPC knows, since the SDK is silent about a request with others. `task`
 * is for servers that declared tasks; the rest must ignore it (MCP 2025-11-25, basic/utilities/tasks).
 */
function requestOf({ jsonrpc, id, method, params }: Message, tasks: boolean): Message {
  const request: Message = { jsonrpc, id: id!, method: method! };
  if (params === undefined) return request;
  if (tasks || method !== "tools/call" || typeof params !== "object" || params === null) {
    return { ...request, params };
  }
  const { task: _, ...rest } = params as Record<string, unknown>;
  return { ...request, params: rest };
}

/** What is wrong with a request, by the place of each fault; values are not repeated. */
function faultOf(request: Message, tasks: boolean): string | undefined {
  const schemas = tasks ? { ...SCHEMAS, ...TASK_SCHEMAS } : SCHEMAS;
  const method = request.method as keyof typeof schemas;
  const schema = Object.hasOwn(schemas, method) ? schemas[method] : undefined;
  const checked = [JSONRPCRequestSchema.safeParse(request), schema?.safeParse(request)];
  const issues = checked.find((c) => c?.success === false)?.error?.issues;
  return issues?.slice(0, MAX_FAULTS)
    .map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("; ");
}
