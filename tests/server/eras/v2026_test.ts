import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { Client as ModernClient } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Seals } from "../../../src/server/sealed_state.ts";
import { pageOf } from "../../../src/server/pages.ts";
import { Client, taskCommand } from "../../_client.ts";
import { World } from "../../_world.ts";

const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
};

async function world(): Promise<World> {
  const world = await World.make();
  await world.bundle("m", {
    permissions: { run: ["bash", "sleep"] },
    tools: {
      m__say: {
        script: 'echo "::progress 1/2 half" >&2; echo "said $TOOL_VALUE"; sleep "${TOOL_WAIT:-0}"',
        properties: { value: { type: "string" }, wait: { type: "number" } },
        execution: { progress: true },
      },
      m__wipe: {
        script: 'echo "wiped $TOOL_WHAT"',
        properties: { what: { type: "string" } },
        execution: { confirm: "human" },
      },
    },
  });
  return world;
}

Deno.test("the official client of 2026-07-28 lists and calls over stdio", async () => {
  await using place = await world();
  const client = new ModernClient({ name: "test", version: "1" }, {
    versionNegotiation: { mode: { pin: "2026-07-28" } },
  } as never);
  await client.connect(
    new StdioClientTransport({
      command: Deno.execPath(),
      args: [...taskCommand(), "start", ...place.options("--bundle", "m")],
      env: { ...Deno.env.toObject(), DENO_NO_UPDATE_CHECK: "1" },
      stderr: "ignore",
    }),
  );
  try {
    const { tools } = await client.listTools();
    assertEquals(tools.map((t) => t.name), ["m__say", "m__wipe"]);
    const seen: unknown[] = [];
    const result = await client.callTool({ name: "m__say", arguments: { value: "x" } }, {
      onprogress: (p) => seen.push(p),
    });
    assertStringIncludes(JSON.stringify(result.content), "said x");
    assertEquals(seen.length, 1);
    const bad = await client.callTool({ name: "m__say", arguments: { nonsense: 1 } });
    assertEquals(bad.isError, true);
  } finally {
    await client.close();
  }
});

Deno.test("a client that probes and then initializes on the same pipe is served in the older era", async () => {
  await using place = await world();
  await using client = await Client.start({ args: place.options("--bundle", "m") }, false);
  const discovered = await client.request("server/discover", { _meta: META });
  assert(JSON.stringify(discovered).includes("2026-07-28"), JSON.stringify(discovered));
  const answer = await client.initialize();
  assertEquals(answer.protocolVersion, "2025-11-25");
  assertStringIncludes((await client.call("m__say", { value: "old" })).stdout, "said old");
});

Deno.test("confirmation in 2026-07-28: a sealed state, for one call, once", async () => {
  await using place = await world();
  await using client = await Client.start({ args: place.options("--bundle", "m") }, false);
  const wipe = (what: string, more: Record<string, unknown> = {}) =>
    client.request("tools/call", { name: "m__wipe", arguments: { what }, _meta: META, ...more });
  const asked = await wipe("disk");
  assertEquals(asked.resultType, "input_required");
  assertStringIncludes(asked.inputRequests.confirm.params.message, "m__wipe");
  const { requestState } = asked;
  const yes = { confirm: { action: "accept", content: { confirm: true } } };
  const rejected = async (what: string, requestState: string, why: string) => {
    const error = await assertRejects(
      () => wipe(what, { requestState, inputResponses: yes }),
      Error,
      `The requestState is ${why}`,
    );
    assertEquals((error as Error & { code: number }).code, -32602);
  };
  const altered = requestState.replace(/.$/, (c: string) => c === "0" ? "1" : "0");
  await rejected("disk", altered, "changed");
  await rejected("other", requestState, "changed");
  const good = await wipe("disk", { requestState, inputResponses: yes });
  assertStringIncludes(JSON.stringify(good.content), "wiped disk");
  await rejected("disk", requestState, "used");
  const no = await wipe("disk");
  const declined = await wipe("disk", {
    requestState: no.requestState,
    inputResponses: { confirm: { action: "decline" } },
  });
  assertStringIncludes(JSON.stringify(declined.content), "did not agree");
});

Deno.test("Seals: changed, expired, used, and for other content", async () => {
  let now = 1000;
  const seals = new Seals(100, () => now);
  const state = await seals.seal("a");
  assertEquals(await seals.open(state, "b"), "changed");
  assertEquals(await seals.open(`${state}x`, "a"), "changed");
  assertEquals(await seals.open("", "a"), "changed");
  assertEquals(await new Seals(100, () => now).open(state, "a"), "changed");
  assertEquals(await seals.open(state, "a"), "good");
  assertEquals(await seals.open(state, "a"), "used");
  const late = await seals.seal("a");
  now += 101;
  assertEquals(await seals.open(late, "a"), "expired");
});

Deno.test("pageOf() gives every item once and knows its own cursors only", () => {
  const all = Array.from({ length: 25 }, (_, i) => i);
  const seen: number[] = [];
  let cursor: string | undefined;
  do {
    const page = pageOf(all, cursor, 10)!;
    seen.push(...page.items);
    cursor = page.next;
  } while (cursor !== undefined);
  assertEquals(seen, all);
  for (const wrong of ["", "x", btoa("-1"), btoa("1.5"), btoa("25"), "\u0000"]) {
    assertEquals(pageOf(all, wrong, 10), undefined, wrong);
  }
});
