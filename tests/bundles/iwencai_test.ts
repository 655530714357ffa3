import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { run } from "./_media.ts";
import { HOSTILE, openShelf, type Shelf } from "./_shelf.ts";

const FIXTURE = new URL("../fixtures/iwencai/iwencai_cli.py", import.meta.url);
const KEY = "canary-key-5d1e";

/**
 * A server whose iwencai is the stand-in, laid out as pip does it: a program in `bin` of a
 * virtual environment that loads a module.
 */
function openIwencai(env: Record<string, string> = { IWENCAI_API_KEY: KEY }): Promise<Shelf> {
  return openShelf("iwencai", {
    async prepare(world) {
      const venv = `${world.folder}/venv`;
      await run("/usr/bin/python3", ["-m", "venv", "--without-pip", venv]);
      const [version] = [...Deno.readDirSync(`${venv}/lib`)];
      await Deno.copyFile(FIXTURE, `${venv}/lib/${version!.name}/site-packages/iwencai_cli.py`);
      const start =
        `#!${venv}/bin/python3\nimport sys\nfrom iwencai_cli import main\nsys.exit(main())\n`;
      await Deno.writeTextFile(`${venv}/bin/iwencai`, start);
      await Deno.chmod(`${venv}/bin/iwencai`, 0o755);
    },
    variables: (world) => ({
      PATH: `${world.folder}/venv/bin:/usr/local/bin:/usr/bin:/bin`,
      ...env,
    }),
  });
}

async function sha256(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return new Uint8Array(bytes).toHex();
}

Deno.test("iwencai__healthz says whether the key is set, and how to install a missing program", async () => {
  for (const [env, set] of [[{ IWENCAI_API_KEY: KEY }, true], [{}, false]] as const) {
    await using shelf = await openIwencai(env);
    const health = await shelf.answer("healthz");
    assertEquals([health.status, health.key_configured, health.missing], ["ok", set, []]);
  }
  await using shelf = await openShelf("iwencai", { env: { PATH: "/usr/bin:/bin" } });
  const record = await shelf.refused("healthz", {}, "pip install");
  assertEquals(JSON.parse(record.stdout).missing, ["iwencai"]);
  const call = await shelf.refused("skillbook", {}, "iwencai");
  assertEquals(call.reason, "spawn");
  const { tools } = await shelf.client.request("tools/list");
  assertEquals(tools.filter((t: { name: string }) => t.name.startsWith("iwencai__")).length, 4);
});

Deno.test("iwencai tools give the question whole and the key in the environment", async () => {
  await using shelf = await openIwencai();
  const query = `-x --api-key=no "two" $(id); 贵州茅台 市盈率 {{limit}}`;
  const data = await shelf.answer("query2data_basic", { query, limit: 3, page: 4 });
  assertEquals([data.query, data.items.length, data.items[0].code], [query, 3, "000009"]);
  assertEquals(data.items[0].key, await sha256(KEY));
  const words: string[] = data.command_line;
  assert(words.includes(`--query=${query}`), words.join("\n"));
  assert(words.every((word) => !word.includes(KEY)), words.join("\n"));
  const lines = await shelf.client.call("iwencai__search_basic", {
    query: "贵州茅台 公告",
    channel: "announcement",
    limit: 2,
    format: "jsonl",
  });
  assertEquals(lines.isError, false, lines.text);
  assertEquals(lines.stdout.trim().split("\n").map((l: string) => JSON.parse(l).code), [
    "000000",
    "000001",
  ]);
  const guide = await shelf.client.call("iwencai__skillbook");
  assertStringIncludes(guide.stdout, "# The guide\n");
  assertStringIncludes((await shelf.answer("skillbook", { format: "json" })).content, "indicator");
});

Deno.test("iwencai tools tell failures, and the key in none of them", async () => {
  await using shelf = await openIwencai();
  const record = await shelf.refused(
    "query2data_basic",
    { query: "refused" },
    "[key] is not known",
  );
  assertEquals([record.reason, record.exit_code], ["exit", 1]);
  assert(!JSON.stringify(record.result).includes(KEY));
  {
    await using bare = await openIwencai({});
    await bare.refused("search_basic", { query: "a", channel: "news" }, "IWENCAI_API_KEY");
    assertStringIncludes((await bare.client.call("iwencai__skillbook")).stdout, "# The guide");
  }
});

Deno.test("iwencai tools go out through the proxy, although the program would go around it", async () => {
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
  {
    await using shelf = await openIwencai({
      IWENCAI_API_KEY: KEY,
      HTTPS_PROXY: `http://127.0.0.1:${port}`,
    });
    await shelf.refused("query2data_basic", { query: "network" }, "upstream proxy answered 403");
  }
  assertEquals(asked, ["CONNECT openapi.iwencai.com:443 HTTP/1.1"]);
  upstream.close();
  await serving;
});

Deno.test("iwencai tools refuse bad inputs with a reason", async () => {
  await using shelf = await openIwencai();
  const cases: [string, Record<string, unknown>, string][] = [
    ["query2data_basic", {}, "query"],
    ["query2data_basic", { query: "  " }, "query"],
    ["query2data_basic", { query: "a\nb" }, "query"],
    ["query2data_basic", { query: "a", limit: 0 }, "limit"],
    ["query2data_basic", { query: "a", limit: 51 }, "limit"],
    ["query2data_basic", { query: "a", page: 101 }, "page"],
    ["query2data_basic", { query: "a", format: "table" }, "format"],
    ["query2data_basic", { query: "a", api_key: "b" }, "api_key"],
    ["search_basic", { query: "a" }, "channel"],
    ["search_basic", { query: "a", channel: "all" }, "channel"],
    ["search_basic", { query: "a", channel: "news", limit: "ten" }, "limit"],
    ["skillbook", { format: "html" }, "format"],
    ["healthz", { key: KEY }, "key"],
  ];
  for (const [action, args, words] of cases) await shelf.refused(action, args, words);
  for (const text of HOSTILE) {
    await shelf.refused("search_basic", { query: "a", channel: text }, "channel");
    await shelf.refused("skillbook", { format: text }, "format");
    if (text.includes("\n") || text.length > 500) {
      await shelf.refused("query2data_basic", { query: text }, "query");
    } else {
      assertEquals((await shelf.answer("query2data_basic", { query: text, limit: 1 })).query, text);
    }
  }
});
