/**
 * Servers over HTTP for tests, and clients of both eras.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
// @ts-types="@modelcontextprotocol/sdk/client"
import { Client as SdkClient } from "@modelcontextprotocol/sdk/client/index.js";
// @ts-types="@modelcontextprotocol/sdk/client/streamableHttp"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from "@modelcontextprotocol/client";
import { Client } from "../../_client.ts";
import type { World } from "../../_world.ts";

/** A port that was free just now. */
export function freePort(): number {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  listener.close();
  return port;
}

/** Waits until a server over HTTP says where it listens. */
export async function listening(server: Client): Promise<void> {
  for (let i = 0; !server.stderr.includes("streamable-http at"); i++) {
    if (i > 400) throw new Error(`The server did not come up: ${server.stderr}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** A server over HTTP; disposed of, it is drained. */
export async function serving(
  world: World,
  more: string[] = [],
  env: Record<string, string> = {},
): Promise<{ url: URL; server: Client } & AsyncDisposable> {
  await world.bundle("h", {
    permissions: { run: ["bash", "sleep"], env: ["SECRET_OF_SERVER"] },
    tools: {
      h__say: {
        script:
          'echo "::progress 1 begun" >&2; echo "$TOOL_VALUE [${TOOL_SECRET-}]"; sleep "${TOOL_WAIT:-0}"',
        properties: { value: { type: "string", default: "" }, wait: { type: "number" } },
        execution: {
          progress: true,
          env: {
            fromParams: { TOOL_VALUE: "value", TOOL_WAIT: "wait" },
            fromRuntime: { TOOL_SECRET: ["SECRET_OF_SERVER"] },
          },
        },
      },
      h__long: {
        script: "for ((i = 0; i < 100; i++)); do printf '%09d\\n' \"$i\"; done",
        execution: { maxOutputBytes: 100 },
      },
    },
  });
  const port = freePort();
  const server = await Client.start({
    args: world.options(
      "--bundle",
      "h",
      "--transport",
      "streamable-http",
      "--port",
      String(port),
      ...more,
    ),
    env: { SECRET_OF_SERVER: "canary", ...env },
  }, false);
  const url = new URL(`http://127.0.0.1:${port}/mcp`);
  await listening(server);
  return {
    url,
    server,
    async [Symbol.asyncDispose]() {
      server.kill("SIGTERM");
      assertEquals((await server.close()).code, 0, server.stderr);
    },
  };
}

/** A client of 2025-11-25. */
export async function connect(url: URL, headers: Record<string, string> = {}): Promise<SdkClient> {
  const client = new SdkClient({ name: "test", version: "1" });
  const transport = new StreamableHTTPClientTransport(url, { requestInit: { headers } });
  await client.connect(transport as never);
  return client;
}

/** Calls `h__say`; returns the text. */
export async function say(client: SdkClient, value: string): Promise<string> {
  const result = await client.callTool({ name: "h__say", arguments: { value } });
  return (result.content as { text: string }[])[0]!.text;
}

/** A client of 2026-07-28. */
export async function connectModern(
  url: URL,
  headers: Record<string, string> = {},
): Promise<ModernClient> {
  const client = new ModernClient({ name: "test", version: "1" }, {
    versionNegotiation: { mode: { pin: "2026-07-28" } },
  } as never);
  await client.connect(new ModernTransport(url, { requestInit: { headers } }));
  return client;
}
