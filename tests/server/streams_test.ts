import { assert, assertEquals, assertLess, assertStringIncludes } from "@std/assert";
import { type Answer, Client } from "../_client.ts";
import { World } from "../_world.ts";
import { peakMemory, printed, serverPid } from "./_process.ts";

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;

/** The files that the result links to, by their paths. */
function linked(result: Answer): string[] {
  return result.content.filter((b: Answer) => b.type === "resource_link")
    .map((b: Answer) => decodeURIComponent(new URL(b.uri).pathname));
}

/** Blocks of 64 KiB, each with its number at the beginning. */
const PATTERN =
  `my $rest = "abcdefg\\n" x 8191; printf "%07d\\n%s", $_, $rest for 0 .. shift() - 1`;

async function floods(world: World) {
  await world.bundle("flood", {
    permissions: { run: ["bash", "head", "perl"] },
    manifest: { limits: { spillMb: 2100 } },
    tools: {
      flood__zero: {
        script: `head -c "$TOOL_BYTES" /dev/zero`,
        properties: { bytes: { type: "integer" } },
        required: ["bytes"],
        execution: { timeoutMs: 300_000 },
      },
      flood__pattern: {
        script: `perl -e '${PATTERN}' "$TOOL_BLOCKS"; echo "done with $TOOL_BLOCKS" >&2`,
        properties: { blocks: { type: "integer" } },
        required: ["blocks"],
        execution: { timeoutMs: 300_000 },
      },
    },
  });
}

Deno.test("serve() keeps its memory flat and every byte when a tool prints 2 GiB", async () => {
  await using world = await World.make();
  await floods(world);
  await using client = await Client.start({ args: world.options("--bundle", "flood") });
  // An answer of the same size, so that what grows is not the engine that makes it.
  await client.call("flood__zero", { bytes: 2 * MIB });
  const server = serverPid(client);
  const before = peakMemory(server);

  const zeros = await client.call("flood__zero", { bytes: 2 * GIB });
  assertEquals([zeros.status, zeros.reason, zeros.exit_code], ["success", "exit", 0]);
  assertEquals(zeros.truncated, { stdout: { bytes_seen: 2 * GIB } });
  const [zeroFile, ...others] = linked(zeros.result);
  assertEquals(others, []);
  assertEquals(Deno.statSync(zeroFile!).size, 2 * GIB);
  const grown = peakMemory(server) - before;
  assertLess(grown, 64 * MIB);
  Deno.removeSync(zeroFile!);

  const blocks = 1024;
  const pattern = await client.call("flood__pattern", { blocks });
  assertEquals(pattern.truncated, { stdout: { bytes_seen: blocks * 64 * 1024 } });
  assert(pattern.stdout.startsWith("0000000\nabcdefg\n"), "no head");
  assert(pattern.stdout.endsWith("\nabcdefg"), "no tail");
  assertStringIncludes(pattern.stdout, "bytes left out: read the whole stream from the linked");
  assertEquals(pattern.stderr, "done with 1024");
  const [file] = linked(pattern.result);
  assert(file!.startsWith(`${world.state}/state/spill/`), file);
  assertEquals(Deno.statSync(file!).mode! & 0o777, 0o600);
  const sum = (await printed("sha256sum", [file!])).split(" ")[0];
  const wanted = await printed("bash", ["-c", `perl -e '${PATTERN}' ${blocks} | sha256sum`]);
  assertEquals(sum, wanted.split(" ")[0]);
});

Deno.test("serve() counts the output limit for each stream when both are long", async () => {
  await using world = await World.make();
  await world.bundle("limits", {
    permissions: { run: ["bash", "head"] },
    manifest: { limits: { spillMb: 1 } },
    tools: {
      limits__both: {
        script: `for ((i = 0; i < TOOL_OUT; i++)); do printf 'o%09d\\n' "$i"; done
for ((i = 0; i < TOOL_ERR; i++)); do printf 'e%09d\\n' "$i" >&2; done`,
        properties: { out: { type: "integer" }, err: { type: "integer" } },
        execution: { maxOutputBytes: 110 },
      },
      limits__endless: {
        script: `echo begin; while :; do head -c 65536 /dev/zero; done`,
        execution: { maxOutputBytes: 1000 },
      },
      limits__endless_stderr: {
        script: `while :; do echo some more of the same; done >&2`,
        execution: { maxOutputBytes: 1000 },
      },
    },
  });
  await using client = await Client.start({ args: world.options("--bundle", "limits") });

  const short = await client.call("limits__both", { out: 10, err: 10 });
  assertEquals(short.truncated, {});
  assertEquals(linked(short.result), []);
  assertEquals(short.stdout.split("\n").length, 10);

  const one = await client.call("limits__both", { out: 3, err: 11 });
  assertEquals(one.truncated, { stderr: { bytes_seen: 121 } });
  assertEquals(one.stdout, "o000000000\no000000001\no000000002");

  const both = await client.call("limits__both", { out: 100, err: 50 });
  assertEquals(both.truncated, { stdout: { bytes_seen: 1100 }, stderr: { bytes_seen: 550 } });
  assertEquals(linked(both.result).map((p) => Deno.statSync(p).size), [1100, 550]);
  assertEquals(both.output_files, linked(both.result));

  for (const tool of ["limits__endless", "limits__endless_stderr"]) {
    const over = await client.call(tool);
    assertEquals([over.status, over.reason, over.isError], ["error", "limit", true], tool);
    assertStringIncludes(over.message, "1 MiB (limits.spillMb)");
    assertEquals(linked(over.result).map((p) => Deno.statSync(p).size), [MIB], tool);
  }
  assertStringIncludes((await client.call("limits__endless")).stdout, "begin\n");
});
