import { assertEquals } from "@std/assert";
import type { Plan } from "../../../src/plan/types.ts";
import { httpHandler, type HttpOptions } from "../../../src/server/http/serve.ts";
import { modernEra } from "../../../src/server/http/modern.ts";
import { Sessions } from "../../../src/server/http/sessions.ts";
import { Registry } from "../../../src/server/registry.ts";
import { sha256Bytes } from "../../../src/spec/digest.ts";
import { plan } from "../../call/_plan_tool.ts";

const TOKEN = "0123456789abcdef0123";
const BASE = {
  host: "127.0.0.1:3001",
  authorization: `Bearer ${TOKEN}`,
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
};
const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "t", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};
const MODERN = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/list" };

interface Case {
  headers?: Record<string, string | undefined>;
  body?: unknown;
  status: number;
  code?: number;
}

const list = (id: unknown = 1, more: Record<string, unknown> = {}) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/list",
  params: {},
  ...more,
});
const modern = (method = "tools/list", id: unknown = 1) => ({
  jsonrpc: "2.0",
  id,
  method,
  params: { _meta: META },
});

/** What never reaches a protocol. */
const DOOR: Record<string, Case> = {
  "Host: evil": { headers: { host: "evil.test" }, status: 403, code: -32000 },
  "Origin: evil": { headers: { origin: "https://evil.test" }, status: 403, code: -32000 },
  "no token": { headers: { authorization: undefined }, status: 401, code: -32000 },
  "a wrong token": { headers: { authorization: `Bearer ${TOKEN}x` }, status: 401, code: -32000 },
  "an oversized body": { body: "x".repeat(20_000), status: 413, code: -32000 },
};

/** Requests of 2025-11-25 in a session. */
const OLD: Record<string, Case> = {
  "an unknown session": { headers: { "mcp-session-id": "nope" }, status: 404, code: -32001 },
  "a bad version": { headers: { "mcp-protocol-version": "1999-01-01" }, status: 400, code: -32000 },
  "bad JSON": { body: "{", status: 400, code: -32700 },
  "a batch": { body: [list()], status: 400, code: -32600 },
  "no JSON-RPC": { body: { hello: 1 }, status: 400 },
  "the id 0": { body: list(0), status: 200 },
  "an unknown method": { body: list(1, { method: "no/such" }), status: 200, code: -32601 },
};

/** Requests of 2026-07-28. */
const NEW: Record<string, Case> = {
  "a good one": { body: modern(), status: 200 },
  "the id 0": { body: modern("tools/list", 0), status: 200 },
  "an unknown method": {
    headers: { "mcp-method": "no/such" },
    body: modern("no/such"),
    status: 404,
    code: -32601,
  },
  "a header that differs": {
    headers: { "mcp-method": "tools/call" },
    body: modern(),
    status: 400,
    code: -32020,
  },
  "bad JSON": { body: "{", status: 400, code: -32700 },
  "a batch": { body: [modern()], status: 400, code: -32600 },
};

Deno.test("HTTP refuses with the status and code that the specification names", async () => {
  const registry = new Registry(plan() as Plan);
  const server = { name: "t", version: "1" };
  const options: HttpOptions = {
    hostname: "127.0.0.1",
    port: 3001,
    path: "/mcp",
    tokens: [{ name: "ada", digest: await sha256Bytes(TOKEN) }],
    registry: () => registry,
    server,
    maxBodyBytes: 10_000,
  };
  await using sessions = new Sessions(options);
  await using era = modernEra(options);
  const handle = httpHandler(options, sessions, era, () => false);
  const ask = async ({ headers = {}, body = list() }: Case) => {
    const all = Object.entries({ ...BASE, ...headers }).filter(([, v]) => v !== undefined);
    const response = await handle(
      new Request("http://127.0.0.1:3001/mcp", {
        method: "POST",
        headers: all as [string, string][],
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),
      { caller: "anonymous", remote: "127.0.0.1" },
    );
    const text = await response.text();
    const json = JSON.parse(/^data: (\{.*)$/m.exec(text)?.[1] ?? (text || "{}"));
    return { response, json };
  };
  const open = {
    jsonrpc: "2.0",
    id: 0,
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: server },
  };
  const opened = await ask({ body: open, status: 200 });
  const session = { "mcp-session-id": opened.response.headers.get("mcp-session-id")! };
  assertEquals(opened.json.id, 0);
  const sets: [string, Record<string, Case>, Record<string, string>][] = [
    ["2025 door", DOOR, session],
    ["2026 door", DOOR, MODERN],
    ["2025", OLD, session],
    ["2026", NEW, MODERN],
  ];
  const wrong: string[] = [];
  for (const [era, cases, headers] of sets) {
    for (const [what, asked] of Object.entries(cases)) {
      const { response, json } = await ask({ ...asked, headers: { ...headers, ...asked.headers } });
      const got = [response.status, json.error?.code];
      if (got[0] !== asked.status || (asked.code !== undefined && got[1] !== asked.code)) {
        wrong.push(`${era}, ${what}: ${JSON.stringify(got)} ${JSON.stringify(json).slice(0, 200)}`);
      }
      if (asked.status === 200 && asked.code === undefined && json.error) {
        wrong.push(`${era}, ${what}: ${JSON.stringify(json.error)}`);
      }
    }
  }
  assertEquals(wrong, []);
});
