import { assert, assertEquals, assertStringIncludes } from "@std/assert";
// @ts-types="@modelcontextprotocol/sdk/client/streamableHttp"
import type { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { cli } from "../../_client.ts";
import { World } from "../../_world.ts";
import { connect, connectModern, freePort, say, serving } from "./_serving.ts";

Deno.test("sessions over HTTP are many, and one that ends leaves the others alone", async () => {
  await using world = await World.make();
  await using http = await serving(world);
  const one = await connect(http.url);
  const two = await connect(http.url);
  assertEquals((await one.listTools()).tools.map((t) => t.name), ["h__long", "h__say"]);
  assertStringIncludes(await say(one, "first"), "first []");
  await (one.transport as unknown as StreamableHTTPClientTransport).terminateSession();
  await one.close();
  assertStringIncludes(await say(two, "second"), "second []");
  await two.close();
});

Deno.test("a caller with a token gets the environment, one without gets nothing", async () => {
  await using world = await World.make();
  const tokens = `${world.folder}/tokens`;
  await Deno.writeTextFile(tokens, "ada:0123456789abcdef0123\n", { mode: 0o600 });
  await using http = await serving(world, ["--auth-token-file", tokens]);
  const none = await fetch(http.url, { method: "POST", body: "{}" });
  assertEquals(none.status, 401);
  assertEquals(none.headers.get("www-authenticate"), "Bearer");
  await none.body?.cancel();
  const client = await connect(http.url, { authorization: "Bearer 0123456789abcdef0123" });
  assertStringIncludes(await say(client, "x"), "x [canary]");
  const { sessionId } = client.transport as unknown as StreamableHTTPClientTransport;
  const stolen = await fetch(http.url, {
    method: "POST",
    headers: {
      "mcp-session-id": sessionId!,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  });
  assertEquals(stolen.status, 401);
  await stolen.body?.cancel();
  await client.close();
  const text = await Deno.readTextFile(`${world.state}/state/audit/audit.jsonl`);
  assertStringIncludes(text, '"caller":"ada"');
});

Deno.test("HTTP refuses foreign hosts and pages, unknown paths and sessions, and says it is well", async () => {
  await using world = await World.make();
  await using http = await serving(world);
  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(new URL(path, http.url), init);
    const text = await response.text();
    return { status: response.status, text };
  };
  const json = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  const list = {
    method: "POST",
    headers: json,
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  };
  assertEquals((await ask("/healthz")).text, "ok\n");
  assertEquals((await ask("/other")).status, 404);
  assertEquals(
    (await ask("/mcp", { ...list, headers: { ...json, origin: "https://evil.test" } })).status,
    403,
  );
  assertEquals(
    (await ask("/mcp", { ...list, headers: { ...json, "mcp-session-id": "nope" } })).status,
    404,
  );
  assertEquals((await ask("/mcp", list)).status, 400);
  assertEquals((await ask("/mcp")).status, 400);
  assertEquals((await ask("/mcp", { method: "PUT", body: "" })).status, 405);
  assertEquals((await ask("/mcp", { ...list, body: "x".repeat(5_000_000) })).status, 413);
});

Deno.test("a server on an address that others reach wants tokens", async () => {
  await using world = await World.make();
  const { code, stderr } = await cli([
    "start",
    ...world.options(
      "--transport",
      "streamable-http",
      "--host",
      "0.0.0.0",
      "--port",
      String(freePort()),
    ),
  ]);
  assertEquals(code, 2);
  assertStringIncludes(stderr, "give --auth-token-file FILE");
  const open = `${world.folder}/tokens`;
  await Deno.writeTextFile(open, "0123456789abcdef0123\n");
  await Deno.chmod(open, 0o644);
  const readable = await cli([
    "start",
    ...world.options(
      "--transport",
      "streamable-http",
      "--port",
      String(freePort()),
      "--auth-token-file",
      open,
    ),
  ]);
  assert(readable.code !== 0);
  assertStringIncludes(readable.stderr, "chmod 600");
});

Deno.test("a server over HTTP ends its calls at SIGTERM", async () => {
  await using world = await World.make();
  const http = await serving(world);
  const client = await connect(http.url);
  const begun = Promise.withResolvers<void>();
  const call = client.callTool(
    { name: "h__say", arguments: { value: "x", wait: 60 } },
    undefined,
    { onprogress: () => begun.resolve() },
  ).then(() => "answered", () => "closed");
  await begun.promise;
  await http[Symbol.asyncDispose]();
  // The client waits for an answer that a server which is gone cannot give.
  await client.close();
  await call;
});

Deno.test("both eras are served on one endpoint, and leaving cancels a call of the newer one", async () => {
  await using world = await World.make();
  await using http = await serving(world);
  const old = await connect(http.url);
  const client = await connectModern(http.url);
  assertEquals((await client.listTools()).tools.map((t) => t.name), ["h__long", "h__say"]);
  const result = await client.callTool({ name: "h__say", arguments: { value: "new" } });
  assertStringIncludes(JSON.stringify(result.content), "new []");
  assertStringIncludes(await say(old, "old"), "old []");

  const abort = new AbortController();
  const call = client.callTool(
    { name: "h__say", arguments: { value: "gone", wait: 60 } },
    { signal: abort.signal, onprogress: () => abort.abort() },
  ).then(() => "answered", () => "left");
  assertEquals(await call, "left");
  const audit = `${world.state}/state/audit/audit.jsonl`;
  while (!(await Deno.readTextFile(audit)).includes('"reason":"cancelled"')) {
    await client.listTools();
  }
  await client.close();
  await old.close();
});
