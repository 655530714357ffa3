import { assert, assertEquals } from "@std/assert";
import { type Answer, Client } from "../_client.ts";
import { World } from "../_world.ts";
import { callsIn, printed, processesIn, until } from "./_process.ts";

const MIB = 1024 * 1024;

/** A client whose server has one bundle of small programs. */
async function helpers(world: World): Promise<Client> {
  await world.bundle("work", {
    permissions: { run: ["bash", "sleep", "cat", "sha256sum", "head", "yes"] },
    tools: {
      work__sleep: { script: "echo begun; exec sleep 300", execution: { timeoutMs: 600_000 } },
      work__echo: {
        script: `printf '%s' "$TOOL_TEXT"`,
        properties: { text: { type: "string" } },
        required: ["text"],
      },
      work__read: { script: `cat; echo "cat: $?"; read -r line; echo "read: $?, $line"` },
      work__sum: {
        script: "exec sha256sum",
        properties: { text: { type: "string" } },
        required: ["text"],
        execution: { stdin: "text", env: {} },
      },
      work__ignore_stdin: {
        script: "echo done",
        properties: { text: { type: "string" } },
        required: ["text"],
        execution: { stdin: "text", env: {} },
      },
      work__chatter: {
        script: `yes "out $TOOL_NAME" | head -c 10000000 &
yes "err $TOOL_NAME" | head -c 10000000 >&2
wait`,
        properties: { name: { type: "string" } },
        required: ["name"],
      },
    },
  });
  return await Client.start({ args: world.options("--bundle", "work") });
}

function call(name: string, args: Record<string, unknown> = {}): Answer {
  return { name, arguments: { ...args, __mcp_response_mode: "structuredContent" } };
}

Deno.test("serve() answers fifty calls and pings while another call sleeps", async () => {
  await using world = await World.make();
  await using client = await helpers(world);
  let answered = false;
  const sleeper = await client.send("tools/call", call("work__sleep"));
  sleeper.answer.then(() => answered = true);
  await until(() => callsIn(world, client).length > 0, "the sleeper's processes");

  const calls = Array.from(
    { length: 50 },
    (_, i) => client.call("work__echo", { text: `no ${i}` }),
  );
  assertEquals(await client.request("ping"), {});
  const records = await Promise.all(calls);
  assertEquals(records.map((r) => r.stdout), calls.map((_, i) => `no ${i}`));
  assertEquals(await client.request("ping"), {});
  assertEquals(answered, false);

  assert(callsIn(world, client).length > 0, "the sleeper is gone");
  await client.notify("notifications/cancelled", { requestId: sleeper.id, reason: "enough" });
  await until(() => callsIn(world, client).length === 0, "the end of the sleeper's processes");
  // Whatever the server still wanted to say about it, it would have said before this answer.
  assertEquals((await client.call("work__echo", { text: "after" })).stdout, "after");
  assertEquals([answered, client.notifications, client.noise], [false, [], []]);
});

Deno.test("serve() gives a child an empty stdin, and 16 MiB of it byte for byte", async () => {
  await using world = await World.make();
  await using client = await helpers(world);
  assertEquals((await client.call("work__read")).stdout, "cat: 0\nread: 1, ");

  let text = "";
  for (let i = 0; text.length < 16 * MIB; i++) text += `line ${i} "quoted" \\ \t\u0001\r\n`;
  text = text.slice(0, 16 * MIB);
  await Deno.writeTextFile(`${world.folder}/text`, text);
  const wanted = (await printed("sha256sum", [`${world.folder}/text`])).split(" ")[0];
  const [sum, other] = await Promise.all([
    client.call("work__sum", { text }),
    client.call("work__echo", { text: "between" }),
  ]);
  assertEquals([sum.stdout, sum.status], [`${wanted}  -`, "success"]);
  assertEquals(other.stdout, "between");

  const wide = "€😀".repeat(100_000);
  await Deno.writeTextFile(`${world.folder}/wide`, wide);
  assertEquals(
    (await client.call("work__sum", { text: wide })).stdout,
    `${(await printed("sha256sum", [`${world.folder}/wide`])).split(" ")[0]}  -`,
  );
  const unread = await client.call("work__ignore_stdin", { text });
  assertEquals([unread.stdout, unread.status], ["done", "success"]);
  const long = await client.call("work__sum", { text: text + "x" });
  assertEquals([long.reason, long.isError], ["input", true]);
  assert(long.message.length < 500, "the message repeats the value");
  assertEquals(client.noise, []);
});

Deno.test("serve() keeps streams apart when children flood both at the same time", async () => {
  await using world = await World.make();
  await using client = await helpers(world);
  const names = ["one", "two", "three"];
  const records = await Promise.all(names.map((name) => client.call("work__chatter", { name })));
  for (const [i, record] of records.entries()) {
    const seen = { bytes_seen: 10_000_000 };
    assertEquals([record.status, record.truncated], ["success", { stdout: seen, stderr: seen }]);
    for (const [j, word] of ["out", "err"].entries()) {
      const text = await Deno.readTextFile(record.output_files[j]);
      const line = `${word} ${names[i]}\n`;
      assertEquals(text.length, 10_000_000);
      assert(text === line.repeat(Math.ceil(text.length / line.length)).slice(0, text.length));
    }
  }
  assertEquals(client.noise, []);
});

Deno.test("serve() leaves no process when its stdin ends", async () => {
  await using world = await World.make();
  await using client = await helpers(world);
  const sleepers = await Promise.all(
    [1, 2, 3].map(() => client.send("tools/call", call("work__sleep"))),
  );
  await until(() => callsIn(world, client).length >= sleepers.length, "the sleepers' processes");
  const status = await client.close();
  assertEquals(status.code, 0);
  await until(() => processesIn(world).length === 0, "the end of every process");
  const answers = await Promise.all(sleepers.map((s) => s.answer));
  for (const { result } of answers) {
    // Those that were still told about it were told the truth.
    if (result) assertEquals(result.structuredContent.reason, "cancelled");
  }
});
