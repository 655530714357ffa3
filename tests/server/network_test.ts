import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { type Answer, Client } from "../_client.ts";
import { World } from "../_world.ts";

/** A real client of the network that heeds the proxy variables, and one that does not. */
const SCRIPT = `set -u
if [[ $TOOL_DIRECT == true ]]; then unset HTTPS_PROXY https_proxy HTTP_PROXY http_proxy ALL_PROXY all_proxy; fi
exec curl -sS --max-time 20 \${TOOL_OPTIONS} -- "$TOOL_TARGET"
`;

type Ask = (target: string, more?: Record<string, unknown>) => Promise<Answer>;

async function withNet(
  net: unknown,
  test: (ask: Ask, client: Client) => Promise<void>,
  more: { args?: string[]; env?: Record<string, string> } = {},
) {
  await using world = await World.make();
  await world.bundle("web", {
    permissions: { run: ["bash", "curl"], ...(net !== undefined && { net }) },
    tools: {
      web__get: {
        script: SCRIPT,
        properties: {
          target: { type: "string" },
          direct: { type: "boolean", default: false },
          options: { type: "string", default: "--proxytunnel" },
          url: { type: "string", default: "" },
        },
        required: ["target"],
      },
    },
  });
  await using client = await Client.start({
    args: world.options("--bundle", "web", ...more.args ?? []),
    ...(more.env && { env: more.env }),
  });
  await test((target, extra) => client.call("web__get", { target, ...extra }), client);
}

/** A web server on the loopback. */
function web(): { port: number } & AsyncDisposable {
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) => new Response(`welcome to ${new URL(request.url).pathname}`),
  );
  return {
    port: server.addr.port,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

Deno.test("a declared host:port is reached through the proxy, and nothing else is", async () => {
  await using server = web();
  await using other = web();
  await withNet([`127.0.0.1:${server.port}`], async (ask) => {
    const good = await ask(`http://127.0.0.1:${server.port}/a`);
    assertEquals([good.status, good.stdout], ["success", "welcome to /a"], good.text);
    const closed = await ask(`http://127.0.0.1:${other.port}/`);
    assertEquals(closed.status, "error");
    assertStringIncludes(closed.message, `127.0.0.1:${other.port} (not declared)`);
    const name = await ask("https://example.com/");
    assertStringIncludes(name.message, "example.com:443 (not declared)");
    const plain = await ask(`http://127.0.0.1:${server.port}/`, { options: "" });
    assert(!plain.stdout.includes("welcome"), plain.stdout);
    assertStringIncludes(plain.message, "only HTTPS goes out");
    const direct = await ask(`http://127.0.0.1:${server.port}/`, { direct: true });
    assertEquals(direct.status, "error");
    assert(!direct.stdout.includes("welcome"));
    const forged = await ask(`http://127.0.0.1:${server.port}/`, {
      options: "--proxytunnel -x http://nobody:x@127.0.0.1:3128",
    });
    assert(!forged.stdout.includes("welcome"), forged.stdout);
  });
});

Deno.test("net: any refuses addresses, private names, and odd spellings", async () => {
  await using server = web();
  await withNet(["any"], async (ask) => {
    for (
      const host of [
        "127.0.0.1",
        "localhost",
        "[::1]",
        "2130706433",
        "0x7f.1",
        "169.254.169.254",
        "db.internal",
      ]
    ) {
      const answer = await ask(`http://${host}:${server.port}/`);
      assertEquals(answer.status, "error", host);
      assert(!answer.stdout.includes("welcome"), host);
      assertStringIncludes(answer.message, "Not let out to", host);
    }
  });
});

for (const [name, net] of [["[]", []], ["null", null], ["missing", undefined]] as const) {
  Deno.test(`net: ${name} is closed`, async () => {
    await using server = web();
    await withNet(net, async (ask) => {
      for (const direct of [true, false]) {
        const answer = await ask(`http://127.0.0.1:${server.port}/`, { direct });
        assertEquals(answer.status, "error");
        assert(!answer.stdout.includes("welcome"));
      }
    });
  });
}

Deno.test("net: {fromParam} admits the host of the call's own URL, for that call alone", async () => {
  await withNet([{ fromParam: "url" }], async (ask) => {
    const own = await ask("https://example.com/", { url: "https://example.com/x" });
    assert(!String(own.message).includes("not declared"), own.message);
    const other = await ask("https://example.org/", { url: "https://example.com/x" });
    assertStringIncludes(other.message, "example.org:443 (not declared)");
    const none = await ask("https://example.com/");
    assertStringIncludes(none.message, "example.com:443 (not declared)");
    const inside = await ask("https://127.0.0.1/", { url: "https://127.0.0.1/x" });
    assertStringIncludes(inside.message, "Not let out to: 127.0.0.1:443 (it leads to");
    const bad = await ask("https://example.com/", { url: "file:///etc/passwd" });
    assertEquals(bad.reason, "input");
    assertStringIncludes(bad.message, "no http or https URL");
  });
});

Deno.test("HTTPS_PROXY of the server is the proxy's upstream, and the child never sees it", async () => {
  const asked: string[] = [];
  const upstream = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = upstream.addr as Deno.NetAddr;
  const serving = (async () => {
    for await (const conn of upstream) {
      const buffer = new Uint8Array(4096);
      const n = await conn.read(buffer) ?? 0;
      asked.push(new TextDecoder().decode(buffer.subarray(0, n)).split("\r\n")[0]!);
      await conn.write(new TextEncoder().encode("HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n"));
      conn.close();
    }
  })();
  await withNet(["example.com"], async (ask) => {
    const answer = await ask("https://example.com/");
    assertStringIncludes(answer.message, "the upstream proxy answered 403");
    assert(!JSON.stringify(answer).includes(`127.0.0.1:${port}`), answer.text);
  }, { env: { HTTPS_PROXY: `http://127.0.0.1:${port}` } });
  assertEquals(asked, ["CONNECT example.com:443 HTTP/1.1"]);
  upstream.close();
  await serving;
});
