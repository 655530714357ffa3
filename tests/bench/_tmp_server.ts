import "@modelcontextprotocol/sdk/server";
