import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { confirmCall, isApproved, questionFor } from "../../src/server/confirm.ts";
import type { PlanTool } from "../../src/plan/types.ts";
import { type Answer, cli, Client } from "../_client.ts";
import { World } from "../_world.ts";

const tool = { name: "a__wipe", specName: "a__wipe", confirm: "human" } as PlanTool;

async function wiping(): Promise<World> {
  const world = await World.make();
  await world.bundle("a", {
    tools: {
      a__wipe: {
        script: 'echo "wiped $TOOL_WHAT"',
        properties: { what: { type: "string" }, confirm_action: { type: "boolean" } },
        execution: { confirm: "human" },
      },
    },
  });
  return world;
}

/** Answers the next question of the server. */
async function reply(client: Client, result: unknown): Promise<Answer> {
  const asked = () => client.notifications.find((n) => n.method === "elicitation/create");
  while (!asked()) await client.request("ping");
  const question = asked();
  client.notifications.length = 0;
  await client.raw(JSON.stringify({ jsonrpc: "2.0", id: question.id, result }) + "\n");
  return question.params;
}

Deno.test("a tool with confirm: human runs after a person's yes, and after nothing else", async () => {
  await using world = await wiping();
  await using client = await Client.start({ args: world.options("--bundle", "a") }, false);
  await client.initialize({ elicitation: {} });
  const ask = async (result: unknown) => {
    const call = client.call("a__wipe", { what: "disk\u202e1", confirm_action: true });
    return { question: await reply(client, result), answer: await call };
  };
  const yes = await ask({ action: "accept", content: { confirm: true } });
  assertStringIncludes(yes.question.message, "Run a__wipe");
  assertStringIncludes(yes.question.message, "what:");
  assert(!yes.question.message.includes("\u202e"), "what is shown cannot be turned around");
  assertStringIncludes(yes.answer.stdout, "wiped");
  for (
    const no of [
      { action: "accept", content: { confirm: false } },
      { action: "accept", content: {} },
      { action: "decline" },
      { action: "cancel" },
    ]
  ) {
    const { answer } = await ask(no);
    assertEquals([answer.isError, answer.reason, answer.stdout], [true, "policy", ""]);
    assertStringIncludes(answer.message, "did not agree");
  }
});

Deno.test("a client that cannot ask is refused, whatever the arguments say", async () => {
  await using world = await wiping();
  await using client = await Client.start({ args: world.options("--bundle", "a") });
  const answer = await client.call("a__wipe", { what: "x", confirm_action: true });
  assertEquals([answer.isError, answer.reason], [true, "policy"]);
  assertStringIncludes(answer.message, "--approve a__wipe");
});

Deno.test("--approve spares the question for tools that match", async () => {
  await using world = await wiping();
  const run = (...more: string[]) =>
    cli(["call", ...world.options("--bundle", "a", ...more), "a__wipe", "--what", "x"]);
  assertEquals((await run()).code, 1);
  assertStringIncludes((await run("--approve", "a__*")).stdout, "wiped x");
  assertEquals((await run("--approve", "b__*")).code, 1);
});

Deno.test("isApproved() matches whole names", () => {
  assert(isApproved(tool, ["a__wipe"]));
  assert(isApproved(tool, ["*"]));
  assert(isApproved(tool, ["x", "a__*"]));
  assert(!isApproved(tool, ["a__wip", "wipe", "a..wipe", ""]));
});

Deno.test("confirmCall() lets no late answer count, and names a fault of the client", async () => {
  const whenAborted = (_: unknown, signal: AbortSignal) =>
    new Promise<boolean>((resolve) => {
      const look = setInterval(() => {
        if (!signal.aborted) return;
        clearInterval(look);
        resolve(true);
      }, 1);
    });
  const late = await confirmCall(tool, {}, [], whenAborted, undefined, 1);
  assertStringIncludes(late!, "in time");
  const broken = await confirmCall(tool, {}, [], () => Promise.reject(new Error("no")), undefined);
  assertStringIncludes(broken!, "(no)");
});

Deno.test("questionFor() binds the question to tool and arguments", async () => {
  const one = await questionFor(tool, { what: "x" });
  assertEquals(one.digest, (await questionFor(tool, { what: "x" })).digest);
  assert(one.digest !== (await questionFor(tool, { what: "y" })).digest);
});
