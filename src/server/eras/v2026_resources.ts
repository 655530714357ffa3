/**
 * Output files as resources of MCP 2026-07-28 (server/resources).
 *
 * @module
 */
import { type McpServer, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { NoOutputError, OUTPUT_TEMPLATE } from "../outputs.ts";
import { pageOf } from "../pages.ts";
import type { Registry } from "../registry.ts";

/** Files are added by calls, and a log may still grow. */
const NOT_KEPT = { ttlMs: 0, cacheScope: "private" } as const;

/** How long a client may keep what this serves. */
export const RESOURCE_CACHE = {
  "resources/list": NOT_KEPT,
  "resources/templates/list": NOT_KEPT,
  "resources/read": NOT_KEPT,
};

/** Serves the caller's files to one client. */
export function serveResources2026({ server }: McpServer, { outputs }: Registry) {
  server.setRequestHandler("resources/list", async ({ params }) => {
    const page = pageOf(await outputs?.list() ?? [], params?.cursor);
    if (!page) throw invalid(`Unknown cursor: ${JSON.stringify(params?.cursor)}`);
    return {
      resources: page.items,
      ...(page.next !== undefined && { nextCursor: page.next }),
    } as never;
  });
  server.setRequestHandler(
    "resources/templates/list",
    () => ({ resourceTemplates: [OUTPUT_TEMPLATE] }) as never,
  );
  server.setRequestHandler("resources/read", async ({ params: { uri } }) => {
    try {
      if (!outputs) throw new NoOutputError(`No resource: ${JSON.stringify(uri)}`);
      return { contents: [await outputs.read(uri)] } as never;
    } catch (error) {
      if (!(error instanceof NoOutputError)) throw error;
      // -32602 in this era (changelog, 6).
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message, { uri });
    }
  });
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
