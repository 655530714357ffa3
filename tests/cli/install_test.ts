import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { cli, Client } from "../_client.ts";
import { World } from "../_world.ts";

// What an agent's host may give: hardly a PATH, no home, the root folder.
const BARE = { PATH: "/usr/bin:/bin", HOME: "", XDG_CACHE_HOME: "" };

Deno.test("install writes a block that serves without a home, and uninstall takes it out", async () => {
  await using world = await World.make();
  await world.bundle("mine", {
    permissions: { run: ["bash"], env: ["MINE_WORD"] },
    tools: {
      mine__say: {
        script: 'echo "$TOOL_WORD"',
        execution: { env: { fromRuntime: { TOOL_WORD: ["MINE_WORD"] } } },
      },
    },
  });
  const file = `${world.folder}/client/mcp.json`;
  await Deno.mkdir(`${world.folder}/client`);
  const before = { theme: "dark", mcpServers: { other: { command: "x" } } };
  await Deno.writeTextFile(file, JSON.stringify(before));
  await Deno.chmod(file, 0o640);
  const options = world.options("--bundle", "mine");
  const words = ["--client", "cursor", "--client-file", file];
  const install = ["install", ...words, ...options, "--env", "MINE_WORD=a 'b' $(c)"];

  // Nobody is there to ask: nothing is written.
  const unasked = await cli(install, { env: BARE });
  assertEquals(unasked.code, 2, unasked.stderr);
  for (const words of ["the server itself", "bundle mine (1 tools)", "add --yes", file]) {
    assertStringIncludes(unasked.stderr, words);
  }
  assertEquals(JSON.parse(await Deno.readTextFile(file)), before);

  const { code, stdout, stderr } = await cli([...install, "--yes"], { env: BARE });
  assertEquals([code, stdout], [0, ""], stderr);
  const { mcpServers, theme } = JSON.parse(await Deno.readTextFile(file));
  assertEquals([theme, mcpServers.other], ["dark", before.mcpServers.other]);
  assertEquals(Deno.statSync(file).mode! & 0o777, 0o640);
  assertEquals(JSON.parse(await Deno.readTextFile(`${file}.before-shell-as-mcp`)), before);
  const { command, args, env } = mcpServers["shell-as-mcp"];
  assertEquals(
    args.filter((a: string) => /^(-A|--allow-(all|run|read|write|env|net)$)/.test(a)),
    [],
  );
  assertEquals(env.MINE_WORD, "a 'b' $(c)");

  const start = (own: Record<string, string>) =>
    Client.start({ args: [], deno: command, command: args, env: { ...BARE, ...env, ...own } });
  {
    await using client = await start({});
    assertEquals((await client.call("mine__say")).stdout, "a 'b' $(c)");
    assertEquals(client.stderr.includes("MINE_WORD"), false);
  }
  {
    await using client = await start({ MINE_WORD: "other" });
    await client.call("mine__say");
    assertStringIncludes(client.stderr, "The variable MINE_WORD is not what it was");
  }
  const plan = args[args.indexOf("--plan") + 1];
  assert(Deno.statSync(`${plan}/keep`).isFile, "an installed plan is kept");

  const printed = await cli(["install", "--client", "json", ...options], { env: BARE });
  assertEquals(JSON.parse(printed.stdout).mcpServers["shell-as-mcp"].command, command);

  const gone = await cli(["uninstall", ...words, "--yes"], { env: BARE });
  assertEquals(gone.code, 0, gone.stderr);
  assertEquals(JSON.parse(await Deno.readTextFile(file)), before);
  const again = await cli(["uninstall", ...words, "--yes"], { env: BARE });
  assertStringIncludes(again.stderr, 'There is no server "shell-as-mcp"');

  const unknown = await cli(["install", "--client", "emacs"], { env: BARE });
  assertEquals(unknown.code, 2);
  assertStringIncludes(unknown.stderr, "must be one of claude-code, claude-desktop, cursor");
});
