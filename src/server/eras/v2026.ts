/**
 * The server for clients that open with `server/discover` or a 2026-07-28 envelope, on the
 * second generation of the official SDK. Loaded only when such a client comes.
 *
 * Needs no Deno permission beyond those of the registry.
 *
 * @module
 */
import {
  CLIENT_CAPABILITIES_META_KEY,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { Progress } from "../../call/progress_lines.ts";
import type { Question } from "../confirm.ts";
import { elicitation, isYes } from "../elicitation.ts";
import { ProgressNotes } from "../progress.ts";
import { type CallOptions, type Registry, UnknownToolError } from "../registry.ts";
import type { Seals } from "../sealed_state.ts";
import { pageOf } from "../pages.ts";
import { RESOURCE_CACHE, serveResources2026 } from "./v2026_resources.ts";
import { canFollowTasks, createdTask, serveTasks2026, TASKS_EXTENSION } from "./v2026_tasks.ts";

/** What a server of this era needs. */
export interface Era2026Options {
  registry: Registry;
  server: { name: string; version: string };
  seals: Seals;
  /** Who asks; a state sealed for one caller is no good for another. */
  caller: string;
}

/** How long a client may keep the list: a reload tells earlier. */
const LIST_TTL_MS = 60_000;
/** The key of our one question in `inputRequests`. */
const CONFIRM = "confirm";

/**
 * The SDK's HTTP entry checks `Mcp-Param-*` headers only for products of this class, and asks
 * it for the schemas.
 */
class Product extends McpServer {
  registry!: Registry;

  override toolInputSchemaJson(name: string) {
    return this.registry.list().find((t) => t.name === name)?.inputSchema as never;
  }
}

/** Makes a server for one connection or request. */
export function makeServer2026(options: Era2026Options): McpServer {
  const { registry } = options;
  const product = new Product({ ...options.server, title: "shell-as-mcp" }, {
    capabilities: {
      tools: { listChanged: true },
      resources: {},
      ...(registry.tasks && { extensions: { [TASKS_EXTENSION]: {} } }),
    },
    cacheHints: {
      "tools/list": { ttlMs: LIST_TTL_MS, cacheScope: "private" },
      ...RESOURCE_CACHE,
    },
  });
  product.registry = registry;
  const { server } = product;
  serveResources2026(product, registry);
  if (registry.tasks) serveTasks2026(product, registry.tasks);

  server.setRequestHandler("tools/list", (request) => {
    const page = pageOf(registry.list(), request.params?.cursor);
    if (!page) throw invalid(`Unknown cursor: ${JSON.stringify(request.params?.cursor)}`);
    return {
      // Whether a call is a task is the server's choice in this era.
      tools: page.items.map(({ execution: _, ...tool }) => tool) as never,
      ...(page.next !== undefined && { nextCursor: page.next }),
    };
  });

  server.setRequestHandler("tools/call", async (request, context): Promise<never> => {
    const { name, arguments: args } = request.params;
    const confirmation = new Confirmation(context, options);
    const token = context.mcpReq._meta?.progressToken;
    const { signal } = context.mcpReq;
    const notes = token === undefined ? undefined : new ProgressNotes(async (p) => {
      if (signal.aborted) return;
      await context.mcpReq.notify({
        method: "notifications/progress",
        params: { progressToken: token, ...p },
      });
    });
    try {
      const options: CallOptions = {
        signal,
        ...(confirmation.possible && { ask: (q: Question) => confirmation.ask(q) }),
        ...(notes && { onProgress: (p: Progress) => notes.tell(p) }),
      };
      const begun = canFollowTasks(context)
        ? await registry.begin(name, args, options)
        : { result: await registry.call(name, args, options) };
      if (confirmation.rejected) throw confirmation.rejected;
      if ("task" in begun) return createdTask(begun.task) as never;
      return (confirmation.pending ?? begun.result) as never;
    } catch (error) {
      if (error instanceof UnknownToolError) throw invalid(error.message);
      throw error;
    } finally {
      await notes?.end();
    }
  });
  return product;
}

/**
 * One question to a person, over two requests: the first is answered with `input_required`
 * and a sealed state, the second brings the answer for the very same call.
 */
class Confirmation {
  readonly #context: ServerContext;
  readonly #options: Era2026Options;
  /** The answer to send instead of the call's: more input is needed. */
  pending: unknown;
  /** A state that is not ours for this call: the client has to begin anew. */
  rejected: ProtocolError | undefined;

  constructor(context: ServerContext, options: Era2026Options) {
    this.#context = context;
    this.#options = options;
  }

  /** Whether this request's client can ask a person. */
  get possible(): boolean {
    const envelope = this.#context.mcpReq.envelope as Record<string, unknown> | undefined;
    const capabilities = envelope?.[CLIENT_CAPABILITIES_META_KEY] as
      | { elicitation?: unknown }
      | undefined;
    return capabilities?.elicitation !== undefined;
  }

  async ask(question: Question): Promise<boolean> {
    const content = `${this.#options.caller}\n${question.digest}`;
    const state = this.#context.mcpReq.requestState() as string | undefined;
    if (state === undefined) {
      this.pending = {
        resultType: "input_required",
        inputRequests: { [CONFIRM]: elicitation(question.message) },
        requestState: await this.#options.seals.seal(content),
      };
      return false;
    }
    const opened = await this.#options.seals.open(state, content);
    if (opened !== "good") {
      this.rejected = invalid(`The requestState is ${opened}; call again without it`);
      return false;
    }
    const responses = this.#context.mcpReq.inputResponses as Record<string, unknown> | undefined;
    return isYes(responses?.[CONFIRM]);
  }
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
