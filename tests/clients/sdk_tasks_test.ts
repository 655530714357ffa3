/**
 * The tasks of MCP 2025-11-25 through the official SDK's client, over stdio.
 *
 * @module
 */
import { assert, assertEquals, assertRejects } from "@std/assert";
import { Client } from "@modelcontextprotocol/sdk/client";
// @ts-types="@modelcontextprotocol/sdk/client/stdio"
import {
  getDefaultEnvironment,
  StdioClientTransport,
} from "@modelcontextprotocol/sdk/client/stdio.js";
// @ts-types="@modelcontextprotocol/sdk/types"
import {
  CallToolResultSchema,
  type Progress,
  TaskStatusNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { World } from "../_world.ts";

const CONFIG = new URL("../../deno.json", import.meta.url).pathname;
const RELATED_TASK = "io.modelcontextprotocol/related-task";

async function open(world: World): Promise<Client> {
  const denoDir = Deno.env.get("DENO_DIR");
  const client = new Client({ name: "sdk-test", version: "1.0.0" });
  await client.connect(
    new StdioClientTransport({
      command: Deno.execPath(),
      args: ["task", "--quiet", "--config", CONFIG, "start", ...world.options("--bundle", "demo")],
      env: { ...getDefaultEnvironment(), ...(denoDir && { DENO_DIR: denoDir }) },
      cwd: world.root,
      stderr: "ignore",
    }),
  );
  return client;
}

async function tools(world: World) {
  await world.bundle("demo", {
    tools: {
      demo__job: {
        script: `[[ \${TOOL_STAY-} ]] && while :; do read -rt 1 <> <(:); done
echo "::progress 1/2 half" >&2; echo "did it"; exit "\${TOOL_CODE:-0}"`,
        properties: { code: { type: "string" }, stay: { type: "string" } },
        execution: { taskMode: "async", progress: true },
      },
      demo__now: { script: "echo now" },
    },
  });
}

Deno.test("the SDK's client runs a task as a stream of what becomes of it", async () => {
  await using world = await World.make();
  await tools(world);
  const client = await open(world);
  try {
    assertEquals(client.getServerCapabilities()!.tasks, {
      list: {},
      cancel: {},
      requests: { tools: { call: {} } },
    });
    const listed = (await client.listTools()).tools;
    const support = Object.fromEntries(listed.map((t) => [t.name, t.execution?.taskSupport]));
    assertEquals([support["demo__job"], support["demo__now"]], ["optional", "forbidden"]);

    const told: string[] = [];
    client.setNotificationHandler(TaskStatusNotificationSchema, ({ params }) => {
      told.push(`${params.taskId} ${params.status}`);
    });
    const progress: Progress[] = [];
    const seen: string[] = [];
    let taskId = "";
    const stream = client.experimental.tasks.callToolStream(
      { name: "demo__job", arguments: {} },
      CallToolResultSchema,
      {
        task: { ttl: 60_000 },
        onprogress: ({ progress: done, total, message }) =>
          progress.push({ progress: done, total, message }),
      },
    );
    for await (const message of stream) {
      if (seen.at(-1) !== message.type) seen.push(message.type);
      if (message.type === "taskCreated") {
        taskId = message.task.taskId;
        assertEquals([message.task.status, message.task.ttl], ["working", 60_000]);
      }
      if (message.type === "result") {
        assertEquals(message.result.isError, false);
        assertEquals(message.result._meta![RELATED_TASK], { taskId });
        const [block] = message.result.content;
        assert(block?.type === "text" && block.text.includes("stdout:\ndid it"), "no output");
        assert(!block.text.includes("message:"), block.text);
      }
    }
    assertEquals([seen[0], seen.at(-1)], ["taskCreated", "result"]);
    assertEquals(progress, [{ progress: 1, total: 2, message: "half" }]);
    assertEquals(told, [`${taskId} completed`]);
    const task = await client.experimental.tasks.getTask(taskId);
    assertEquals(task.status, "completed");
    const { tasks } = await client.experimental.tasks.listTasks();
    assertEquals(tasks.map((t) => t.taskId), [taskId]);
  } finally {
    await client.close();
  }
});

Deno.test("the SDK's client cancels a task, once", async () => {
  await using world = await World.make();
  await tools(world);
  const client = await open(world);
  try {
    const { tasks } = client.experimental;
    const stream = tasks.callToolStream(
      { name: "demo__job", arguments: { stay: "yes" } },
      CallToolResultSchema,
      { task: {} },
    );
    const first = (await stream.next()).value!;
    assert(first.type === "taskCreated");
    const { taskId } = first.task;
    assertEquals((await tasks.cancelTask(taskId)).status, "cancelled");
    const error = await assertRejects(() => tasks.cancelTask(taskId), Error, "over already");
    assertEquals((error as Error & { code: number }).code, -32602);
    const result = await tasks.getTaskResult(taskId, CallToolResultSchema);
    assertEquals(result.isError, true);
    assertEquals((await tasks.getTask(taskId)).status, "cancelled");
    for (const id of ["f".repeat(32), "../../etc/passwd", ""]) {
      const missing = await assertRejects(() => tasks.getTask(id), Error, "Task not found");
      assertEquals((missing as Error & { code: number }).code, -32602);
    }
  } finally {
    await client.close();
  }
});

Deno.test("a tool that is no task refuses to be one", async () => {
  await using world = await World.make();
  await tools(world);
  const client = await open(world);
  try {
    for (const name of ["demo__now", "builtin__bg_task_list"]) {
      const error = await assertRejects(() =>
        client.request(
          { method: "tools/call", params: { name, arguments: {}, task: {} } },
          CallToolResultSchema,
        )
      );
      assertEquals((error as Error & { code: number }).code, -32601, name);
    }
  } finally {
    await client.close();
  }
});

Deno.test("a task that fails is failed, and its result says why", async () => {
  await using world = await World.make();
  await tools(world);
  const client = await open(world);
  try {
    const { tasks } = client.experimental;
    // Wrong arguments make a task too: whoever asked for one gets one.
    for (
      const [args, word] of [[{ code: "4" }, "did it"], [{ colour: "red" }, "colour"]] as const
    ) {
      const messages = await Array.fromAsync(
        tasks.callToolStream({ name: "demo__job", arguments: args }, CallToolResultSchema, {
          task: {},
        }),
      );
      const first = messages[0]!;
      assert(first.type === "taskCreated");
      assertEquals(messages.at(-1)!.type, "error");
      assertEquals((await tasks.getTask(first.task.taskId)).status, "failed");
      const result = await tasks.getTaskResult(first.task.taskId, CallToolResultSchema);
      assertEquals([result.isError, JSON.stringify(result.content).includes(word)], [true, true]);
    }
  } finally {
    await client.close();
  }
});
