import { assert, assertEquals, assertNotMatch, assertStringIncludes } from "@std/assert";
import { type Answer, Client } from "../_client.ts";
import { World } from "../_world.ts";
import { callsIn, until } from "./_process.ts";

async function server(world: World): Promise<Client> {
  await world.bundle("demo", {
    permissions: { run: ["bash", "sleep"] },
    tools: {
      demo__sleep: { script: "exec sleep 300", execution: { timeoutMs: 600_000 } },
      demo__hello: { script: "echo hello" },
    },
  });
  return await Client.start({ args: world.options("--bundle", "demo") });
}

/** Sends a line and waits for the answer with this id. */
async function answerTo(client: Client, line: string, id: unknown): Promise<Answer> {
  const before = client.notifications.length;
  await client.raw(line + "\n");
  const found = () => client.notifications.slice(before).find((m) => m.id === id);
  await until(() => found() !== undefined, `an answer to ${line.slice(0, 100)}`);
  return found();
}

Deno.test("serve() answers what is no request with the code that JSON-RPC gives it", async () => {
  await using world = await World.make();
  await using client = await server(world);
  const cases: [string, unknown, number][] = [
    ["{", null, -32700],
    ["hello", null, -32700],
    ['{"jsonrpc":"2.0","id":70,"method":"ping"', null, -32700],
    ['[{"jsonrpc":"2.0","id":71,"method":"ping"}]', null, -32600],
    ["[]", null, -32600],
    ["7", null, -32600],
    ["null", null, -32600],
    ['{"jsonrpc":"1.0","id":72,"method":"ping"}', 72, -32600],
    ['{"id":73,"method":"ping"}', 73, -32600],
    ['{"jsonrpc":"2.0","id":74}', 74, -32600],
    ['{"jsonrpc":"2.0","id":75,"method":5}', 75, -32600],
    ['{"jsonrpc":"2.0","id":null,"method":"ping"}', null, -32600],
    ['{"jsonrpc":"2.0","id":{},"method":"ping"}', null, -32600],
    ['{"jsonrpc":"2.0","id":1.5,"method":"ping"}', 1.5, -32600],
    ['{"jsonrpc":"2.0","id":76,"method":"no/such"}', 76, -32601],
    ['{"jsonrpc":"2.0","id":77,"method":"toString"}', 77, -32601],
    ['{"jsonrpc":"2.0","id":78,"method":"ping","params":[]}', 78, -32602],
    ['{"jsonrpc":"2.0","id":79,"method":"ping","params":"x"}', 79, -32602],
    [
      '{"jsonrpc":"2.0","id":80,"method":"ping","params":{"_meta":{"progressToken":{}}}}',
      80,
      -32602,
    ],
  ];
  for (const [line, id, code] of cases) {
    const answer = await answerTo(client, line, id);
    assertEquals(answer.error?.code, code, line);
    assertEquals(Object.keys(answer).sort(), ["error", "id", "jsonrpc"], line);
  }
  // Blank lines, stray answers and unknown notifications are no reason to say anything.
  const before = client.notifications.length;
  await client.raw('\n  \n\r\n{"jsonrpc":"2.0","id":999,"result":{}}\n');
  await client.raw('{"jsonrpc":"2.0","method":"notifications/no_such"}\n');
  const hello =
    '{"jsonrpc":"2.0","id":"text","method":"tools/call","params":{"name":"demo__hello"},"x":1}';
  assertEquals((await answerTo(client, hello, "text")).result.isError, false);
  assertEquals(client.notifications.length, before + 1);
  assertEquals(client.noise, []);
  assertNotMatch(client.stderr, /\n {4}at /);
});

Deno.test("serve() answers wrong params of a known method with -32602 and says which", async () => {
  await using world = await World.make();
  await using client = await server(world);
  const secret = "s3cret".repeat(10);
  const cases: [string, unknown, string][] = [
    ["tools/call", undefined, "params: "],
    ["tools/call", {}, "params.name: "],
    ["tools/call", { name: 5 }, "params.name: "],
    ["tools/call", { name: "demo__hello", arguments: [secret] }, "params.arguments: "],
    ["tools/call", { name: "demo__hello", arguments: secret }, "params.arguments: "],
    ["tools/call", { name: "demo__nothing" }, 'Unknown tool: "demo__nothing"'],
    ["tools/call", { name: "x".repeat(10_000) }, "Unknown tool: "],
    ["tools/list", { cursor: 5 }, "params.cursor: "],
    ["tools/list", { cursor: "zzz" }, 'Unknown cursor: "zzz"'],
    ["tools/list", { cursor: btoa("100") }, "Unknown cursor: "],
    ["initialize", {}, "params.protocolVersion: "],
  ];
  for (const [method, params, text] of cases) {
    const { error } = await (await client.send(method, params)).answer;
    assertEquals(error?.code, -32602, `${method} ${text}`);
    assertStringIncludes(error.message, text);
    assert(error.message.length < 400, error.message);
    assertNotMatch(error.message, /MCP error|s3cret|\n/);
  }
  // A client's wish for a task is ignored by a server that declared none.
  for (const task of [{}, { ttl: 5000 }, 5]) {
    const result = await client.request("tools/call", { name: "demo__hello", task });
    assertEquals([result.isError, result.task], [false, undefined]);
  }
  assertEquals(client.noise, []);
});

Deno.test("serve() ends a cancelled call without an answer, whatever its id", async () => {
  await using world = await World.make();
  await using client = await server(world);
  const sleep = { name: "demo__sleep", arguments: {} };
  let answers = 0;
  for (const id of [0, 41]) {
    const sent = await client.send("tools/call", sleep, id);
    sent.answer.then(() => answers++);
    await until(() => callsIn(world, client).length > 0, "the call's processes");
    await client.notify("notifications/cancelled", { requestId: id });
    await until(() => callsIn(world, client).length === 0, `the end of the call ${id}`);
  }
  // Both in one piece: the call is cancelled before its handler has begun.
  for (const id of ["", "in-one", 42]) {
    const call = { jsonrpc: "2.0", id, method: "tools/call", params: sleep };
    const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id } };
    await client.raw(`${JSON.stringify(call)}\n${JSON.stringify(cancel)}\n`);
  }
  for (
    const params of [{ requestId: 12345 }, { requestId: "no" }, {}, undefined, { requestId: {} }]
  ) {
    await client.notify("notifications/cancelled", params);
  }
  assertEquals((await client.call("demo__hello")).stdout, "hello");
  await until(() => callsIn(world, client).length === 0, "the end of every call");
  assertEquals(await client.request("ping"), {});
  assertEquals([answers, client.notifications, client.noise], [0, [], []]);

  // The id 0 is an id for answers, too.
  const zero = await client.send("tools/call", { name: "demo__hello" }, 0);
  assertEquals((await zero.answer).result.isError, false);
});

Deno.test("serve() lists the good tools of 300 bundles in pages when one of them is broken", async () => {
  await using world = await World.make();
  const names = Array.from({ length: 300 }, (_, i) => `many_${i}`);
  for (const name of names) {
    await world.bundle(name, { tools: { [`${name}__run`]: { script: "echo" } } });
  }
  await Deno.writeTextFile(`${world.defs}/many_7/bundle.yaml`, "apiVersion: v1\nbundle: [");
  const bundles = names.flatMap((name) => ["--bundle", name]);
  await using client = await Client.start({ args: world.options(...bundles) });
  const pages: Answer[] = [];
  let cursor: string | undefined;
  do {
    const page: Answer = await client.request("tools/list", cursor === undefined ? {} : { cursor });
    pages.push(page);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  const listed = pages.flatMap((page) => page.tools.map((t: Answer) => t.name));
  assertEquals(pages.map((page) => page.tools.length), [100, 100, 99]);
  assertEquals(
    listed.toSorted(),
    names.filter((n) => n !== "many_7").map((n) => `${n}__run`).sort(),
  );
  assertStringIncludes(client.stderr, "many_7/bundle.yaml:2");
  assertEquals((await client.call("many_299__run")).status, "success");
});
