/**
 * The smallest MCP server on the same SDK: one tool, the SDK's own transport, nothing else.
 * What `serve` is measured against.
 *
 * @module
 */
import { Server } from "@modelcontextprotocol/sdk/server";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";

const server = new Server({ name: "smallest", version: "1" }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, () => ({
  tools: [{ name: "nothing", inputSchema: { type: "object" as const, properties: {} } }],
}));
server.setRequestHandler(CallToolRequestSchema, () => ({ content: [] }));
await server.connect(new StdioServerTransport());
