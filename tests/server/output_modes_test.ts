import {
  assert,
  assertEquals,
  assertNotMatch,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { type Answer, Client } from "../_client.ts";
import { World } from "../_world.ts";

const RECORD_KEY = "shell-as-mcp/record";

/** The result of a call as it came. */
function raw(client: Client, name: string, args: Record<string, unknown> = {}): Promise<Answer> {
  return client.request("tools/call", { name, arguments: args });
}

function occurrences(text: string, part: string): number {
  return text.split(part).length - 1;
}

Deno.test("serve() keeps every byte when a tool's output is base64", async () => {
  await using world = await World.make();
  await world.bundle("bytes", {
    permissions: { run: ["bash", "cat", "head"] },
    tools: {
      bytes__file: {
        script: `cat -- "$TOOL_FILE"; echo "a file" >&2`,
        properties: { file: { type: "string", path: "read" } },
        required: ["file"],
        execution: { output: "base64", maxOutputBytes: 70_000 },
      },
    },
  });
  const all = Uint8Array.from({ length: 256 * 256 }, (_, i) => i % 251 ^ i >> 8);
  await Deno.writeFile(`${world.root}/all`, all);
  await Deno.writeFile(`${world.root}/long`, new Uint8Array([...all, ...all]));
  await Deno.writeFile(`${world.root}/none`, new Uint8Array(0));
  await using client = await Client.start({ args: world.options("--bundle", "bytes") });

  const record = await client.call("bytes__file", { file: "all" });
  assertEquals(Uint8Array.fromBase64(record.stdout), all);
  assertEquals([record.status, record.stderr, record.truncated], ["success", "a file", {}]);
  assertEquals((await client.call("bytes__file", { file: "none" })).stdout, "");

  const long = await client.call("bytes__file", { file: "long" });
  assertEquals(Uint8Array.fromBase64(long.stdout).length, 70_000);
  assertEquals(long.truncated, { stdout: { bytes_seen: 131_072 } });
  assertEquals(Deno.readFileSync(long.output_files[0]).length, 131_072);
});

Deno.test("serve() answers with the tool's own JSON when its output is json", async () => {
  await using world = await World.make();
  const output = {
    type: "object",
    properties: { n: { type: "integer" }, s: { type: "string" } },
    required: ["n"],
  };
  const tool = (script: string, more: Record<string, unknown> = {}) => ({
    script,
    output,
    execution: { output: "json", ...more },
  });
  await world.bundle("json", {
    tools: {
      json__good: tool(`printf '{"n": 1, "s": "\\xc2\\x9b31m\\x7f"}\\n'; echo note >&2`),
      json__failing: tool(`echo '{"n": 2}'; exit 4`),
      json__broken: tool(`echo '{"n": 1'; echo why >&2`),
      json__schema: tool(`echo '{"n": "many"}'`),
      json__array: tool(`echo '[1]'`),
      json__silent: tool("exit 9"),
      json__long: tool(`printf '{"n": 1, "s": "%0200d"}' 0`, { maxOutputBytes: 100 }),
      json__unusable: {
        script: `echo '{"n": 1}'`,
        output: { type: "object", properties: { n: { type: "strnig" } } },
        execution: { output: "json" },
      },
    },
  });
  await using client = await Client.start({ args: world.options("--bundle", "json") });
  const { tools } = await client.request("tools/list");
  const listed = tools.find((t: Answer) => t.name === "json__good");
  assertEquals(listed.outputSchema, output);
  assertEquals(listed.inputSchema.properties, {});

  const good = await raw(client, "json__good");
  assertEquals(good.structuredContent, { n: 1, s: "\u009b31m\u007f" });
  assertEquals(good.content.length, 1);
  assertEquals(JSON.parse(good.content[0].text), good.structuredContent);
  assertNotMatch(good.content[0].text, /[\u007f-\u009f]/);
  assertEquals(good.isError, false);
  assertEquals(good._meta[RECORD_KEY].stderr, "note");
  assertEquals([good._meta[RECORD_KEY].stdout, good._meta[RECORD_KEY].exit_code], ["", 0]);

  const failing = await raw(client, "json__failing");
  assertEquals([failing.isError, failing.structuredContent], [true, { n: 2 }]);
  assertEquals(failing._meta[RECORD_KEY].exit_code, 4);

  const faults: Record<string, string> = {
    json__broken: "printed text that is no JSON",
    json__schema: "printed JSON that breaks its schema: output/n must be integer",
    json__array: "printed JSON that breaks its schema: output must be object",
    json__silent: "failed (exit, exit code 9)",
    json__long: "printed 217 bytes, more than its maxOutputBytes",
    json__unusable: "the declared schema cannot be used",
  };
  for (const [name, message] of Object.entries(faults)) {
    const result = await raw(client, name);
    const { error, record } = JSON.parse(result.content[0].text);
    assertStringIncludes(error, message, name);
    assertEquals([result.isError, record.spec_tool], [true, name]);
    // Clients hold it against the schema, which a fault of ours cannot keep.
    assertEquals(result.structuredContent, undefined, name);
    assertEquals(result._meta[RECORD_KEY].stderr, "", name);
  }
  const broken = JSON.parse((await raw(client, "json__broken")).content[0].text);
  assertEquals([broken.record.stdout.trim(), broken.record.stderr], ['{"n": 1', "why"]);
  const refused = await raw(client, "json__good", { __mcp_response_mode: "content" });
  assertEquals([refused.isError, refused.structuredContent], [true, undefined]);
  assertStringIncludes(refused.content[0].text, "is no argument of this tool");
});

Deno.test("serve() sends the output once, in the mode that the call asks for", async () => {
  await using world = await World.make();
  await world.bundle("modes", {
    tools: {
      modes__run: {
        script: `echo marker-on-stdout; echo marker-on-stderr >&2; exit "$TOOL_CODE"`,
        properties: { code: { type: "integer", default: 0 } },
        execution: { exitCodes: { 1: "nothing was found", 130: "stopped by hand" } },
      },
    },
  });
  await using client = await Client.start({ args: world.options("--bundle", "modes") });

  const plain = await raw(client, "modes__run");
  assertEquals(Object.keys(plain).sort(), ["content", "isError"]);
  assertEquals(plain.content.length, 1);
  const text = plain.content[0].text as string;
  assert(text.startsWith("status: success\nexit_code: 0\ncommand: "), text);
  assert(text.endsWith("stdout:\nmarker-on-stdout\nstderr:\nmarker-on-stderr"), text);
  assertEquals(await raw(client, "modes__run", { __mcp_response_mode: "content" }).then(shape), [
    1,
    false,
  ]);
  assertThrows(() => JSON.parse(text), SyntaxError);

  const structured = await raw(client, "modes__run", { __mcp_response_mode: "structuredContent" });
  assertEquals(JSON.parse(structured.content[0].text), structured.structuredContent);
  assertEquals(structured.content.length, 1);
  for (const marker of ["marker-on-stdout", "marker-on-stderr"]) {
    assertEquals(occurrences(JSON.stringify(plain), marker), 1);
    assertEquals(occurrences(JSON.stringify(structured.structuredContent), marker), 1);
    assertEquals(occurrences(structured.content[0].text, marker), 1);
  }
  assertEquals(structured.structuredContent.stdout, "marker-on-stdout");

  // A refusal is told in the mode that was asked for, too.
  const refused = await client.call("modes__run", { code: "one" });
  assertEquals([refused.reason, refused.isError, refused.exit_code], ["input", true, -1]);
  const bad = await raw(client, "modes__run", { __mcp_response_mode: "both" });
  assertEquals([bad.isError, bad.structuredContent], [true, undefined]);
  assertStringIncludes(bad.content[0].text, `"__mcp_response_mode" is "both"`);
});

function shape(result: Answer): [number, boolean] {
  return [result.content.length, "structuredContent" in result];
}

Deno.test("serve() calls an exit code an answer when the tool declares it", async () => {
  await using world = await World.make();
  await world.bundle("codes", {
    permissions: { run: ["bash"] },
    tools: {
      codes__exit: {
        script: `exit "$TOOL_CODE"`,
        properties: { code: { type: "integer" } },
        execution: { exitCodes: { 1: "nothing was found", 137: "killed, as it should be" } },
      },
      codes__signal: {
        script: `kill -"$TOOL_SIGNAL" "$BASHPID"`,
        properties: { signal: { type: "string" } },
      },
    },
  });
  await using client = await Client.start({ args: world.options("--bundle", "codes") });
  const wanted: [number, string, string | undefined, boolean][] = [
    [0, "success", undefined, false],
    [1, "success", "nothing was found", false],
    [2, "error", undefined, true],
    [137, "success", "killed, as it should be", false],
    [255, "error", undefined, true],
  ];
  for (const [code, status, message, isError] of wanted) {
    const record = await client.call("codes__exit", { code });
    assertEquals(
      [record.exit_code, record.status, record.message, record.isError, record.reason],
      [code, status, message, isError, "exit"],
    );
  }
  for (const [signal, code] of [["TERM", 143], ["SEGV", 139], ["KILL", 137]] as const) {
    const record = await client.call("codes__signal", { signal });
    assertEquals(
      [record.exit_code, record.signal, record.status, record.reason],
      [code, `SIG${signal}`, "error", "exit"],
    );
  }
});
