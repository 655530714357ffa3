/**
 * Output files as resources of MCP 2025-11-25 (server/resources).
 *
 * @module
 */
import type { Server } from "@modelcontextprotocol/sdk/server";
// @ts-types="@modelcontextprotocol/sdk/types"
import {
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ReadResourceRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { NoOutputError, OUTPUT_TEMPLATE } from "../outputs.ts";
import { pageOf } from "../pages.ts";
import type { Registry } from "../registry.ts";
import { INVALID_PARAMS, rpcError } from "./rpc_error.ts";

const RESOURCE_NOT_FOUND = -32002;

/** Serves the caller's files to one client. */
export function serveResources2025(server: Server, registry: () => Promise<Registry>) {
  server.setRequestHandler(ListResourcesRequestSchema, async ({ params }) => {
    const page = pageOf(await (await registry()).outputs?.list() ?? [], params?.cursor);
    if (!page) {
      throw rpcError(INVALID_PARAMS, `Unknown cursor: ${JSON.stringify(params?.cursor)}`);
    }
    return {
      resources: page.items as never,
      ...(page.next !== undefined && { nextCursor: page.next }),
    };
  });
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: [OUTPUT_TEMPLATE],
  }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }) => {
    try {
      const { outputs } = await registry();
      if (!outputs) throw new NoOutputError(`No resource: ${JSON.stringify(uri)}`);
      return { contents: [await outputs.read(uri)] } as never;
    } catch (error) {
      if (!(error instanceof NoOutputError)) throw error;
      throw rpcError(RESOURCE_NOT_FOUND, error.message, { uri });
    }
  });
}
