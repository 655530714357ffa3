import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { type Answer, Client } from "../_client.ts";
import { toolYaml, World } from "../_world.ts";

/** What the linter asks of a script. */
const HEAD = "#!/usr/bin/env bash\nset -euo pipefail\n";
const NAMES = ["d__say", "d__wait"];

async function names(client: Client): Promise<string[]> {
  return (await client.request("tools/list")).tools.map((t: Answer) => t.name);
}

/** Asks until it holds; a server that never comes to it makes the test time out. */
async function until(holds: () => Promise<boolean> | boolean) {
  while (!await holds()) await new Promise((resolve) => setTimeout(resolve, 50));
}

function changes(client: Client): number {
  return client.notifications.filter((n) => n.method === "notifications/tools/list_changed").length;
}

Deno.test("start --watch serves what a bundle has become, under the flags that it was started with", async () => {
  await using world = await World.make();
  const say = (text: string) => ({ script: `echo '${text}'; echo "$0" >&2` });
  const wait = {
    script: 'read -r line < "$TOOL_GATE"; echo "the first: $line"',
    properties: { gate: { type: "string", path: "read" } },
  };
  const folder = await world.bundle("d", { tools: { d__say: say("one"), d__wait: wait } });
  await using client = await Client.start({
    args: world.options("--bundle", "d", "--watch", "--log-level", "info"),
  });
  assertEquals(await names(client), NAMES);
  assertEquals((await client.call("d__say")).stdout, "one");
  const said = async () => (await client.call("d__say")).stdout;

  // The changes of this test are more than there are links, so that each is turned.
  await Deno.writeTextFile(`${folder}/scripts/d__say.sh`, "echo changed");
  await until(async () => await said() === "changed");
  assertEquals(changes(client), 0);

  // What clients see has changed, and they are told.
  const yaml = `${folder}/spec_yaml/d__say.yaml`;
  await Deno.writeTextFile(yaml, toolYaml("d__say", { tool: { title: "Said" } }));
  await until(() => changes(client) === 1);
  const { tools } = await client.request("tools/list");
  assertEquals(tools[0].title, "Said");

  // A broken file: the last good set stays, whole.
  await Deno.writeTextFile(yaml, "apiVersion: [");
  await Deno.writeTextFile(`${folder}/scripts/d__say.sh`, "echo broken");
  await until(() => client.stderr.includes("The tools stay as they were until this is mended"));
  assertStringIncludes(client.stderr, "d__say.yaml");
  assertEquals(await said(), "changed");

  // Mended, with a tool more, which the flags do not name.
  await Deno.writeTextFile(yaml, toolYaml("d__say", {}));
  await Deno.writeTextFile(`${folder}/scripts/d__new.sh`, `${HEAD}echo new\n`);
  await Deno.chmod(`${folder}/scripts/d__new.sh`, 0o755);
  await Deno.writeTextFile(`${folder}/spec_yaml/d__new.yaml`, toolYaml("d__new", {}));
  await until(async () => await said() === "broken");
  await until(() => client.stderr.includes("a restart would admit it"));
  assertEquals(await names(client), NAMES);
  const kept = await client.call("d__new");
  assertEquals([kept.reason, kept.isError], ["policy", true]);
  assertStringIncludes(kept.message, "a restart would admit it");

  // A tool that goes, goes.
  await Deno.remove(`${folder}/spec_yaml/d__wait.yaml`);
  await Deno.remove(`${folder}/scripts/d__wait.sh`);
  await until(async () => (await names(client)).length === 1);
  assertEquals(client.noise, []);
  await client.close();
  const links = [...Deno.readDirSync(`${world.state}/plans`)].filter((e) => e.isSymlink);
  assertEquals(links, []);
  assertEquals([...Deno.readDirSync(`${world.state}/live`)], []);
  assert(![...Deno.readDirSync(`${world.state}/state`)].some((e) => e.name.startsWith("live-")));
});
