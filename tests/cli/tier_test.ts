/**
 * Which fence a start finds: bubblewrap, else Landlock, and it says so; else none, and tools that
 * need one are refused.
 */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { ANSWER, answer, assemble, load, OFFSET, onCall, refuse } from "../../src/sandbox/bpf.ts";
import { LAUNCHER_CALLS } from "../../src/sandbox/landlock_calls.ts";
import { arch } from "../../src/sandbox/probe.ts";
import { hasLandlock } from "../sandbox/_landlock.ts";
import { cli, Client } from "../_client.ts";
import { type Person, thisPerson } from "../_user.ts";
import { WithoutBwrap } from "../_without_bwrap.ts";
import { World } from "../_world.ts";

const ignore = !await hasLandlock();
const ENOSYS = 38;

/** Starts a command on a kernel that has no Landlock: its call is not implemented. */
const OLD_KERNEL = `
use strict; use warnings;
my ($file, @command) = @ARGV;
open(my $from, '<:raw', $file) or die $!;
my $filter = do { local $/; <$from> };
my $program = pack('Sx6P', length($filter) / 8, $filter);
syscall(${LAUNCHER_CALLS[arch()].prctl}, 38, 1, 0, 0, 0) == 0 or die $!;
syscall(${LAUNCHER_CALLS[arch()].seccomp}, 1, 0, $program) == 0 or die $!;
exec { $command[0] } @command or die $!;
`;

function withoutLandlock(): Uint8Array<ArrayBuffer> {
  const call = LAUNCHER_CALLS[arch()].landlock_create_ruleset!;
  return assemble([
    load(OFFSET.call),
    ...onCall(call, [refuse(ENOSYS)]),
    answer(ANSWER.allow),
  ]);
}

async function bundles(world: World, person: Person): Promise<string[]> {
  await world.bundle("calm", {
    permissions: { run: ["bash"] },
    tools: { calm__say: { script: "echo said" } },
  });
  await world.bundle("far", {
    permissions: { run: ["bash"], net: ["example.com"] },
    tools: { far__say: { script: "echo said" } },
  });
  await person.own(world);
  return person.command("start", ...world.options("--bundle", "calm", "--bundle", "far"));
}

/** How often a text says something. */
function times(text: string, part: string): number {
  return text.split(part).length - 1;
}

Deno.test({
  name: "start() serves under Landlock where bubblewrap is missing, and says so once, and why",
  ignore,
  fn: async () => {
    await using world = await World.make();
    await using hidden = await WithoutBwrap.make();
    const person = hidden.hide(await thisPerson());
    const command = await bundles(world, person);
    await using client = await Client.start({ ...person.runAs, args: [], command });
    assertEquals(times(client.stderr, "Tools run under Landlock"), 1, client.stderr);
    assertStringIncludes(client.stderr, 'because bubblewrap cannot start: "bwrap" not found');
    assertStringIncludes(client.stderr, "sandbox landlock (Landlock with seccomp, no namespaces)");
    const record = await client.call("calm__say");
    assertEquals([record.status, record.sandbox, record.stdout], ["success", "landlock", "said"]);
    const far = await client.call("far__say");
    assertEquals([far.status, far.reason, far.sandbox], ["error", "sandbox", "landlock"]);
    assertStringIncludes(far.message, "Landlock's rules know ports, no hosts");
    const required = await cli([], {
      ...person.runAs,
      command: person.command("list", ...world.options("--sandbox", "required")),
    });
    assertEquals(required.code, 0, required.stderr);
  },
});

Deno.test({
  name: "start() refuses every tool where bubblewrap is missing and the kernel has no Landlock",
  ignore,
  fn: async () => {
    await using world = await World.make();
    await using hidden = await WithoutBwrap.make();
    const person = hidden.hide(await thisPerson());
    const command = await bundles(world, person);
    await Deno.writeFile(`${world.folder}/old`, withoutLandlock());
    const wrap = (words: string[]) => ({
      ...person.runAs,
      args: [],
      deno: "perl",
      command: ["-e", OLD_KERNEL, "--", `${world.folder}/old`, person.runAs.deno, ...words],
    });
    await using client = await Client.start(wrap(command));
    assertStringIncludes(client.stderr, 'The sandbox cannot start: "bwrap" not found');
    assertStringIncludes(client.stderr, "Nor can Landlock:");
    assertStringIncludes(client.stderr, "Function not implemented");
    const record = await client.call("calm__say");
    assertEquals([record.status, record.reason, record.stdout], ["error", "sandbox", ""]);
    assertStringIncludes(record.message, "Install bubblewrap");
    const required = await cli(
      [],
      wrap(person.command("list", ...world.options("--sandbox", "required"))),
    );
    assertEquals(required.code, 2);
  },
});
