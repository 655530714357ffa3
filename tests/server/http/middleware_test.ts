import { assert, assertEquals, assertRejects } from "@std/assert";
import { readTokens, requireBearer } from "../../../src/server/http/bearer.ts";
import { limitBody } from "../../../src/server/http/body_limit.ts";
import { compose, type Handler, type Middleware } from "../../../src/server/http/handler.ts";
import { limitOpen, limitRate } from "../../../src/server/http/limits.ts";
import { checkOrigin, hostsOf } from "../../../src/server/http/origin.ts";

const context = { caller: "anonymous", remote: "127.0.0.1" };
const echo: Handler = async (request, c) => new Response(`${c.caller}: ${await request.text()}`);

async function ask(
  middleware: Middleware,
  init: RequestInit = {},
  handler = echo,
): Promise<{ status: number; text: string; headers: Headers }> {
  const request = new Request("http://127.0.0.1:3001/mcp", init);
  const response = await compose([middleware], handler)(request, context);
  return { status: response.status, text: await response.text(), headers: response.headers };
}

Deno.test("checkOrigin() admits the server's own hosts and no web page of others", async () => {
  const table: [Record<string, string>, number][] = [
    [{ host: "127.0.0.1:3001" }, 200],
    [{ host: "localhost" }, 200],
    [{ host: "LOCALHOST:3001" }, 200],
    [{ host: "[::1]:3001" }, 200],
    [{ host: "evil.test" }, 403],
    [{ host: "127.0.0.1.evil.test" }, 403],
    [{ host: "localhost@evil.test" }, 403],
    [{ host: "127.0.0.1:3001", origin: "http://localhost:5173" }, 200],
    [{ host: "127.0.0.1:3001", origin: "https://evil.test" }, 403],
    [{ host: "127.0.0.1:3001", origin: "null" }, 403],
    [{ host: "127.0.0.1:3001", origin: "http://localhost.evil.test" }, 403],
    [{ host: "127.0.0.1:3001", origin: "http://x@localhost" }, 403],
    [{ host: "127.0.0.1:3001", origin: "file://localhost" }, 403],
    [{}, 403],
  ];
  for (const [headers, status] of table) {
    assertEquals(
      (await ask(checkOrigin(hostsOf("127.0.0.1")), { headers })).status,
      status,
      JSON.stringify(headers),
    );
  }
  assert(!hostsOf("0.0.0.0").includes("0.0.0.0"));
  assert(hostsOf("fd00::1").includes("[fd00::1]"));
});

Deno.test("limitBody() counts what comes, whatever the length says", async () => {
  const body = "x".repeat(100);
  assertEquals((await ask(limitBody(100), { method: "POST", body })).text, `anonymous: ${body}`);
  assertEquals((await ask(limitBody(99), { method: "POST", body })).status, 413);
  const chunks = ReadableStream.from([new Uint8Array(60), new Uint8Array(60)]);
  assertEquals((await ask(limitBody(100), { method: "POST", body: chunks })).status, 413);
  assertEquals((await ask(limitBody(1))).status, 200);
  const slow = new ReadableStream({ start: (c) => c.enqueue(new Uint8Array(1)) });
  assertEquals((await ask(limitBody(100, 1), { method: "POST", body: slow })).status, 408);
});

Deno.test("requireBearer() knows its holders and challenges the rest", async () => {
  const path = await Deno.makeTempFile();
  try {
    await Deno.writeTextFile(path, "# comment\nada:0123456789abcdef\nfedcba9876543210\n");
    await Deno.chmod(path, 0o600);
    const tokens = requireBearer(await readTokens(path));
    const as = (authorization: string) => ask(tokens, { headers: { authorization } });
    assertEquals((await as("Bearer 0123456789abcdef")).text, "ada: ");
    assertEquals((await as("bearer fedcba9876543210")).text, "token 2: ");
    for (
      const wrong of [
        "Bearer 0123456789abcdeF",
        "Bearer 0123456789abcde",
        "Basic 0123456789abcdef",
        "Bearer",
      ]
    ) {
      const answer = await as(wrong);
      assertEquals(answer.status, 401, wrong);
      assert(answer.headers.get("www-authenticate")!.startsWith("Bearer"));
    }
    assertEquals((await ask(tokens)).headers.get("www-authenticate"), "Bearer");
    await Deno.chmod(path, 0o640);
    await assertRejects(() => readTokens(path), Error, "chmod 600");
    await Deno.chmod(path, 0o600);
    await Deno.writeTextFile(path, "short\n");
    await assertRejects(() => readTokens(path), Error, "Line 1");
    await Deno.writeTextFile(path, "\n");
    await assertRejects(() => readTokens(path), Error, "no token");
  } finally {
    await Deno.remove(path);
  }
});

Deno.test("limitRate() lets a burst through, then the rate", async () => {
  let time = 0;
  const limit = compose([limitRate(2, 3, () => time)], echo);
  const status = async () => (await limit(new Request("http://a/"), context)).status;
  assertEquals([await status(), await status(), await status(), await status()], [
    200,
    200,
    200,
    429,
  ]);
  time += 500;
  assertEquals([await status(), await status()], [200, 429]);
  const other = await limit(new Request("http://a/"), { ...context, caller: "other" });
  assertEquals(other.status, 200);
});

Deno.test("limitOpen() refuses what comes on top, and opens again", async () => {
  const gate = Promise.withResolvers<Response>();
  const limited = compose([limitOpen(1)], () => gate.promise);
  const first = limited(new Request("http://a/"), context);
  assertEquals((await limited(new Request("http://a/"), context)).status, 503);
  gate.resolve(new Response("done"));
  assertEquals((await first).status, 200);
  assertEquals((await limited(new Request("http://a/"), context)).status, 200);
});
