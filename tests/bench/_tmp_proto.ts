import { Protocol } from "@modelcontextprotocol/sdk/shared/protocol.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema, InitializeRequestSchema } from "@modelcontextprotocol/sdk/types.js";
class P extends (Protocol as any) { assertCapabilityForMethod(){} assertNotificationCapability(){} assertRequestHandlerCapability(){} assertTaskCapability(){} assertTaskHandlerCapability(){} }
const server = new P() as any;
server.setRequestHandler(InitializeRequestSchema, (r:any)=>({protocolVersion:r.params.protocolVersion, capabilities:{tools:{}}, serverInfo:{name:"a",version:"1"}}));
server.setRequestHandler(ListToolsRequestSchema, () => ({
  tools: [{ name: "nothing", inputSchema: { type: "object" as const, properties: {} } }],
}));
server.setRequestHandler(CallToolRequestSchema, () => ({ content: [] }));
await server.connect(new StdioServerTransport());
