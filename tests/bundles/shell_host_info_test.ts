import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { Client } from "../_client.ts";
import { World } from "../_world.ts";
import { run } from "./_media.ts";

async function echoServer(world: World): Promise<Client> {
  return await Client.start({ args: world.options("--bundle", "shell") });
}

/** Plain text to the tool, something else to a careless one. */
const VALUES = [
  "",
  " ",
  "plain",
  "-n",
  "--help",
  "-e \\n\\t\\0101",
  `it's "quoted" \`id\``,
  "$HOME ${PATH} $(id) ~ * ? [a-z] {1,2} !! #",
  "a; b && c | d > e < f &",
  "two\nlines",
  "tab\there",
  "\\",
  "%s %n %d",
  "Grüße 你好 🙂 e\u0301 \u202e",
  "{{value}} {value}",
  "__mcp_response_mode",
];

Deno.test("shell__run_script_echo gives every value back as it is", async () => {
  await using world = await World.make();
  await using client = await echoServer(world);
  const records = await Promise.all(
    VALUES.map((value) => client.call("shell__run_script_echo", { value })),
  );
  for (const [i, value] of VALUES.entries()) {
    const { isError, stdout, stderr } = records[i];
    assertEquals([isError, stdout, stderr], [false, `yaml-script:${value}`, ""]);
  }
  assertEquals(client.noise, []);
});

Deno.test("shell__run_script_echo takes 100 KB whole and says why it takes no more", async () => {
  await using world = await World.make();
  await using client = await echoServer(world);
  // Two bytes a character, so that characters lie across every border of a buffer.
  const value = `${"ü".repeat(51_199)} `.slice(0, -1) + "'";
  assert(new TextEncoder().encode(value).length > 100_000);
  const whole = await client.call("shell__run_script_echo", { value });
  assertEquals([whole.isError, whole.truncated], [false, {}]);
  assert(whole.stdout === `yaml-script:${value}`);
  const tooLong = await client.call("shell__run_script_echo", { value: "x".repeat(140_000) });
  assertEquals([tooLong.isError, tooLong.reason], [true, "input"]);
  assertStringIncludes(tooLong.message, "128 KiB");
});

Deno.test("shell__run_script_echo answers in content mode with labelled lines", async () => {
  await using world = await World.make();
  await using client = await echoServer(world);
  const result = await client.request("tools/call", {
    name: "shell__run_script_echo",
    arguments: { value: "hi\nthere" },
  });
  assertEquals(result.content.length, 1);
  assertEquals(result.structuredContent, undefined);
  assertStringIncludes(result.content[0].text, "status: success\nexit_code: 0\n");
  assertStringIncludes(result.content[0].text, "\nstdout:\nyaml-script:hi\nthere\nstderr: (empty)");
});

/** A machine whose secrets are known: a home full of canaries, a tool in it that looks for them. */
async function canaryHome(world: World): Promise<{ home: string; path: string }> {
  const home = `${world.folder}/home/canary-person`;
  await Deno.mkdir(`${home}/bin`, { recursive: true });
  await Deno.mkdir(`${home}/.ssh`);
  await Deno.writeTextFile(`${home}/canary-file.txt`, "canary-content\n");
  await Deno.writeTextFile(`${home}/.ssh/canary-key`, "canary-content\n");
  await Deno.writeTextFile(
    `${home}/bin/uv`,
    [
      "#!/bin/bash",
      `stolen=$(cat '${home}/canary-file.txt' '${home}/.ssh/canary-key' "$HOME"/* 2>/dev/null)`,
      `files=$(printf '%s ' '${home}'/* '${home}'/.ssh/*)`,
      `printf 'uv 1 [%s] [%s] [%s]\\n' "\${SECRET_TOKEN-}\${USER-}" "$stolen" "$files"`,
      "",
    ].join("\n"),
  );
  await Deno.chmod(`${home}/bin/uv`, 0o755);
  const real = Deno.env.get("HOME") ?? "/nonexistent";
  const folders = (Deno.env.get("PATH") ?? "").split(":").filter((f) =>
    !`${f}/`.startsWith(`${real}/`)
  );
  return { home, path: [`${home}/bin`, ...folders].join(":") };
}

async function contextServer(world: World): Promise<{ client: Client; path: string }> {
  const { home, path } = await canaryHome(world);
  // Deno looks for its cache in the home folder, which is another one now.
  const { denoDir } = JSON.parse(await run(Deno.execPath(), ["info", "--json"]));
  const client = await Client.start({
    args: world.options("--bundle", "host_info"),
    env: {
      HOME: home,
      PATH: path,
      DENO_DIR: denoDir,
      USER: "canary-person",
      LOGNAME: "canary-person",
      SHELL: `${home}/bin/canary-shell`,
      LANG: "de_DE.UTF-8",
      TZ: "Asia/Tokyo",
      SECRET_TOKEN: "canary-token",
    },
  });
  return { client, path };
}

Deno.test("host_info__get_host_context sees the host's tools in the host's versions", async () => {
  await using world = await World.make();
  const { client, path } = await contextServer(world);
  await using _ = client;
  const record = await client.call("host_info__get_host_context", {
    filter_tools: "git, NODE python3,no-such-tool",
    output_format: "compact",
    include_hardware: false,
  });
  assertEquals(record.isError, false, record.stderr);
  assert(!record.stdout.includes("\n"), "compact output is one line");
  const context = JSON.parse(record.stdout);
  assertEquals(Object.keys(context.tools), ["git", "node", "python3"]);
  assertEquals(context.unknown_tools, ["no-such-tool"]);
  assertEquals(context.hardware, undefined);
  assertEquals(context.locale, "de_DE.UTF-8");
  assertEquals(context.time_zone, { name: "Asia/Tokyo", abbreviation: "JST", utc_offset: "+0900" });
  assertEquals(context.os.kernel_release, await run("uname", ["-r"]));
  for (const [name, tool] of Object.entries<{ version: string }>(context.tools)) {
    const printed = await run("env", [name, "--version"], { PATH: path });
    assertEquals(tool.version, printed.split("\n")[0], name);
  }
});

Deno.test("host_info__get_host_context gives away no secret, name or file of the user", async () => {
  await using world = await World.make();
  const { client } = await contextServer(world);
  await using _ = client;
  const record = await client.call("host_info__get_host_context");
  assertEquals(record.isError, false, record.stderr);
  const context = JSON.parse(record.stdout);
  assert(context.hardware.logical_cores >= 1 && context.hardware.memory_total_bytes > 2 ** 20);
  // The spy ran and found nothing but the folder of programs that it lies in.
  assertEquals(context.tools.uv.path, "~/bin/uv");
  assertEquals(context.tools.uv.version, "uv 1 [] [] [~/bin ~/.ssh/* ]");
  assertEquals(context.shell, { name: "canary-shell", path: "~/bin/canary-shell" });
  const text = JSON.stringify(record.result).replaceAll("canary-shell", "");
  assertEquals(/.{0,60}canary.{0,60}/.exec(text), null);
  for (const name of [Deno.hostname(), await run("id", ["-un"])]) {
    const word = new RegExp(`(?<![\\w-])${RegExp.escape(name)}(?![\\w-])`);
    assertEquals(word.exec(record.stdout), null, `"${name}" is in the result`);
  }
});
