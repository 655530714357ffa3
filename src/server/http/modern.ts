/**
 * 2026-07-28 on the same endpoint: no sessions, everything in each request. The SDK of that
 * era is loaded when the first such request comes.
 *
 * @module
 */
import type { Registry } from "../registry.ts";
import type { Handler } from "./handler.ts";

/** What the era needs. */
export interface ModernOptions {
  registry: (caller: string) => Registry;
  server: { name: string; version: string };
  maxBodyBytes: number;
}

/** A handler of the era, and the question whether a request belongs to it. */
export interface Modern extends AsyncDisposable {
  /** Undefined: the request is of the older era. */
  tryHandle(...args: Parameters<Handler>): Promise<Response | undefined>;
  toolsChanged(): void;
}

const FIRST_VERSION = "2026-07-28";
/** Every request of the era carries this key in `_meta`. */
const VERSION_KEY = "io.modelcontextprotocol/protocolVersion";

/** Makes the handler; nothing is loaded yet. */
export function modernEra(options: ModernOptions): Modern {
  let loading: ReturnType<typeof load> | undefined;
  return {
    async tryHandle(request, { caller }) {
      // A session is of the older era, and so are the methods that only sessions have.
      if (request.method !== "POST" || request.headers.has("mcp-session-id")) return undefined;
      // `Mcp-Method` alone is no sign: clients of several eras send it with `initialize` too.
      const version = request.headers.get("mcp-protocol-version");
      const hinted = version === null
        ? request.headers.has("mcp-method")
        : version >= FIRST_VERSION;
      if (!hinted && !hasEnvelope(await request.clone().text())) return undefined;
      const sdk = await (loading ??= load(options));
      if (await sdk.isLegacy(request.clone())) return undefined;
      return await sdk.handlerFor(request).fetch(request, {
        authInfo: { token: "", clientId: caller, scopes: [] },
      });
    },
    toolsChanged() {
      loading?.then((sdk) => sdk.toolsChanged());
    },
    async [Symbol.asyncDispose]() {
      await (await loading)?.close();
    },
  };
}

/** Whether a body is a request in the era's envelope: older clients, too, have words with its prefix. */
function hasEnvelope(body: string): boolean {
  if (!body.includes(VERSION_KEY)) return false;
  try {
    return JSON.parse(body)?.params?._meta?.[VERSION_KEY] !== undefined;
  } catch {
    return false;
  }
}

async function load({ registry, server, maxBodyBytes }: ModernOptions) {
  const [{ createMcpHandler, isLegacyRequest }, { makeServer2026 }, { Seals }, { SEAL_LIFE_MS }] =
    await Promise.all([
      import("@modelcontextprotocol/server"),
      import("../eras/v2026.ts"),
      import("../sealed_state.ts"),
      import("../eras/seal_life.ts"),
    ]);
  const seals = new Seals(SEAL_LIFE_MS);
  const factory = ({ authInfo }: { authInfo?: { clientId: string } }) => {
    const caller = authInfo!.clientId;
    return makeServer2026({ registry: registry(caller), server, seals, caller });
  };
  const base = { legacy: "reject", maxRequestBodySize: maxBodyBytes } as const;
  const whole = createMcpHandler(factory, base);
  // Deno sees that a client has left only once the answer has begun, and leaving must cancel
  // (MCP 2026-07-28, basic/patterns/cancellation): calls open their stream at once.
  const streaming = createMcpHandler(factory, { ...base, responseMode: "sse", bus: whole.bus });
  return {
    isLegacy: (request: Request) =>
      isLegacyRequest(request, { maxRequestBodySize: maxBodyBytes } as never),
    handlerFor: (request: Request) =>
      request.headers.get("mcp-method") === "tools/call" ? streaming : whole,
    toolsChanged: () => whole.notify.toolsChanged(),
    close: async () => {
      await Promise.allSettled([whole.close(), streaming.close()]);
    },
  };
}
