/**
 * A limit that is met ends the call, and the answer names it where it can be known.
 */
import { assertEquals, assertMatch } from "@std/assert";
import { Client } from "../_client.ts";
import { plainUser } from "../_user.ts";
import { World } from "../_world.ts";
import { TIGHT } from "../../src/attack/limits.ts";

/** Each ends in its own way, without asking to be spared. */
const TOOLS: Record<string, { script: string; reason: string; says: RegExp }> = {
  limit__file: {
    script: `printf '%2000000s' x >/tmp/big`,
    reason: "limit",
    says: /A file outgrew 1 MiB \(limits\.fileMb\)/,
  },
  limit__cpu: {
    script: `while :; do :; done`,
    reason: "limit",
    says: /A process used up its 1 CPU seconds \(limits\.cpuSeconds\)/,
  },
  limit__memory: {
    script: `perl -e 'my $n = 128 << 20; my $all = "x" x $n'`,
    reason: "exit",
    says: /Suspected: the memory limit was met \(limits\.memoryMb\)/,
  },
  limit__tmp: {
    script: `for i in 1 2 3 4; do printf '%900000s' x >/tmp/part-$i || exit 1; done`,
    reason: "exit",
    says: /Suspected: the private \/tmp is full \(limits\.tmpMb\)/,
  },
  limit__processes: {
    script: `perl -e 'for (1 .. 60) { my $pid = fork // die "fork: $!"; sleep 9, exit if !$pid }'`,
    reason: "exit",
    says: /Suspected: the process limit was met \(limits\.pids\)/,
  },
};

Deno.test("a limit that is met ends the call, which says so", async (t) => {
  await using user = await plainUser();
  await using world = await World.make();
  await world.bundle("limit", {
    permissions: { run: ["bash", "perl"] },
    manifest: { limits: TIGHT },
    tools: {
      ...TOOLS,
      limit__within: {
        script: `for place in /tmp /dev/shm "$TMPDIR" "$HOME"; do
          printf '%500000s' x >"$place/some" && : >"$place/some" || exit 1; done`,
      },
    },
  });
  await user.own(world);
  await using client = await Client.start(user.start(...world.only()));
  for (const [tool, { reason, says }] of Object.entries(TOOLS)) {
    await t.step(tool, async () => {
      const answer = await client.call(tool);
      assertEquals(answer.isError, true, JSON.stringify(answer.result));
      assertEquals(answer.reason, reason, JSON.stringify(answer.result));
      assertMatch(answer.message, says);
      await client.request("ping");
    });
  }
  await t.step("what stays within them succeeds, in every place for scratch files", async () => {
    const answer = await client.call("limit__within");
    assertEquals(answer.status, "success", JSON.stringify(answer.result));
  });
});
