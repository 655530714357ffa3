import "@modelcontextprotocol/sdk/types.js";
