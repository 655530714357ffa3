import { assert, assertEquals, assertNotMatch, assertStringIncludes } from "@std/assert";
import { cli, Client } from "../_client.ts";
import { toolYaml, World } from "../_world.ts";

const STACK = /\n {4}at /;

/** Writes one more YAML file into a bundle. */
async function spec(world: World, bundle: string, file: string, text: string) {
  await Deno.writeTextFile(`${world.defs}/${bundle}/spec_yaml/${file}`, text);
}

async function toolNames(client: Client): Promise<string[]> {
  const { tools } = await client.request("tools/list");
  return tools.map((t: { name: string }) => t.name);
}

Deno.test("start() serves the good tool beside every kind of broken one", async () => {
  await using world = await World.make();
  const folder = await world.bundle("mixed", { tools: { mixed__good: { script: "echo good" } } });
  const yaml = toolYaml("mixed__x", {});
  const named = (name: string) => yaml.replace("mixed__x", `mixed__${name}`);
  const script = (name: string, path: string) => named(name).replace("./scripts/mixed__x.sh", path);
  const broken: [string, string, string][] = [
    ["syntax.yaml", "apiVersion: v1\ntool: {name: [", "yaml-syntax"],
    ["empty.yaml", "", "wrong-type: The file must be a mapping, not nothing"],
    ["twice.yaml", named("twice") + "apiVersion: v1\n", 'key "apiVersion" stands twice'],
    ["key.yaml", named("key") + "  timeoutMS: 5\n", 'Did you mean "timeoutMs"'],
    ["name.yaml", yaml.replace("mixed__x", "Mixed"), 'tool name "Mixed" is not'],
    ["alias.yaml", "a: &a [x, x]\nb: [*a, *a, *a, *a]\n", "unknown-key"],
    ["bytes.yaml", "apiVersion: \0v1", "yaml-character: A text holds a NUL character"],
    ["version.yml", named("version").replace("v1", "v9"), '"apiVersion" must be "v1"'],
    [
      "twin.yaml",
      script("good", "./scripts/mixed__good.sh"),
      'tool "mixed__good" is already defined in',
    ],
    ["missing.yaml", script("missing", "./scripts/none.sh"), "script-missing"],
    ["outside.yaml", script("outside", "./scripts/link.sh"), "script-outside"],
    ["above.yaml", script("above", "../../root/x.sh"), "script-outside"],
    ["folder.yaml", script("folder", "./scripts"), "script-kind"],
    [
      "bit.yaml",
      script("bit", "./scripts/plain.sh").replace(/\n +interpreter: bash/, ""),
      "may not be executed. Run: chmod +x",
    ],
  ];
  for (const [file, text] of broken) await spec(world, "mixed", file, text);
  await Deno.mkdir(`${folder}/spec_yaml/unreadable.yaml`);
  await Deno.writeTextFile(`${world.root}/x.sh`, "echo root");
  await Deno.symlink(`${world.root}/x.sh`, `${folder}/scripts/link.sh`);
  await Deno.writeTextFile(`${folder}/scripts/plain.sh`, "#!/bin/bash\n", { mode: 0o644 });

  await using client = await Client.start({ args: world.options("--bundle", "mixed") });
  assertEquals(await toolNames(client), ["mixed__good"]);
  assertEquals((await client.call("mixed__good")).stdout, "good");
  for (const [file, _, message] of [...broken, ["unreadable.yaml", "", "file-unreadable"]]) {
    const line = client.stderr.split("\n").find((l) => l.includes(`/${file}:`));
    assert(line !== undefined, `nothing is said about ${file}:\n${client.stderr}`);
    assertStringIncludes(line, message!);
  }
  assertNotMatch(client.stderr, STACK);
});

Deno.test("start() turns off a bundle whose manifest is broken, and serves the others", async () => {
  await using world = await World.make();
  await world.bundle("sound", { tools: { sound__run: { script: "echo sound" } } });
  const manifests: Record<string, [string, string]> = {
    syntax: ["apiVersion: v1\nbundle: [", "yaml-syntax"],
    key: ["permissions: {run: [bash], nett: []}", 'Did you mean "net"'],
    renamed: ["bundle: {name: other, version: 1.0.0, description: x}", "calls itself"],
    all: ["permissions: {run: [bash], write: [/]}", "is everything there is"],
  };
  for (const [name, [text]] of Object.entries(manifests)) {
    await world.bundle(name, { tools: { [`${name}__run`]: { script: "echo" } } });
    const head = text.includes("bundle:")
      ? "apiVersion: v1\n"
      : `apiVersion: v1\nbundle: {name: ${name}, version: 1.0.0, description: x}\n`;
    const whole = text.startsWith("apiVersion") ? text : head + text;
    await Deno.writeTextFile(`${world.defs}/${name}/bundle.yaml`, whole);
  }
  await world.bundle("undeclared", {
    permissions: { run: ["bash"] },
    tools: {
      undeclared__cat: { execution: { command: { executable: "cat", args: [] } } },
      undeclared__good: { script: "echo declared" },
    },
  });
  await world.bundle("own", {
    permissions: { run: ["bash"], write: [world.state] },
    tools: { own__run: { script: "echo" } },
  });
  const names = ["sound", ...Object.keys(manifests), "undeclared", "own"];
  const bundles = names.flatMap((name) => ["--bundle", name]);
  await using client = await Client.start({ args: world.options(...bundles) });
  assertEquals(await toolNames(client), ["sound__run", "undeclared__good"]);
  assertEquals((await client.call("sound__run")).stdout, "sound");
  for (const [name, [_, message]] of Object.entries(manifests)) {
    const lines = client.stderr.split("\n").filter((l) => l.includes(`/${name}/bundle.yaml:`));
    assertStringIncludes(lines.join("\n"), message);
  }
  assertStringIncludes(client.stderr, 'undeclared-program: The tool runs "cat"');
  assertStringIncludes(client.stderr, "own-folders: ");
  assertNotMatch(client.stderr, STACK);
});

Deno.test("start() lets an overlay replace a shipped tool and says so", async () => {
  await using world = await World.make();
  await world.bundle("mine", {
    tools: { shell__healthz: { script: "echo mine" }, mine__run: { script: "echo" } },
  });
  await world.bundle("theirs", { tools: { mine__run: { script: "echo theirs" } } });
  const bundles = ["shell", "mine", "theirs"].flatMap((name) => ["--bundle", name]);
  const args = world.options(...bundles);
  const listed = await cli(["list", ...args]);
  assertStringIncludes(listed.stderr, 'The tool "shell__healthz" of ');
  assertStringIncludes(listed.stderr, "/bundles/shell/spec_yaml/shell__healthz.yaml");
  // Among the overlay's own bundles there is no order that anybody could know.
  assertStringIncludes(listed.stderr, 'The tool "mine__run" is already defined in');
  const { stdout } = await cli(["call", ...args, "shell__healthz"]);
  assertStringIncludes(stdout, "stdout:\nmine\n");
});

Deno.test("start() follows no link out of a bundle, and guards a bundle behind a link", async () => {
  await using world = await World.make();
  const away = `${world.root}/work/linked`;
  await Deno.mkdir(`${away}/spec_yaml`, { recursive: true });
  await Deno.mkdir(`${away}/scripts`);
  await Deno.writeTextFile(`${away}/scripts/linked__run.sh`, `echo old; echo new > "$TOOL_DIR/s"`);
  await Deno.writeTextFile(
    `${away}/spec_yaml/linked__run.yaml`,
    toolYaml("linked__run", { properties: { dir: { type: "string", path: "write-dir" } } }),
  );
  await Deno.symlink(away, `${world.defs}/linked`);
  await Deno.symlink("/no/where", `${world.defs}/dangling`);
  await Deno.mkdir(`${world.defs}/half/spec_yaml`, { recursive: true });
  await Deno.symlink(`${away}/scripts`, `${world.defs}/half/scripts`);
  await Deno.writeTextFile(
    `${world.defs}/half/spec_yaml/half__run.yaml`,
    toolYaml("half__run", {}).replace("half__run.sh", "linked__run.sh"),
  );
  const bundles = ["linked", "half"].flatMap((name) => ["--bundle", name]);
  await using client = await Client.start({ args: world.options(...bundles) });
  assertEquals(await toolNames(client), ["linked__run"]);
  assertStringIncludes(client.stderr, 'script-outside: The script "./scripts/linked__run.sh"');

  const direct = await client.call("linked__run", { dir: `${away}/scripts` });
  assertEquals([direct.reason, direct.isError], ["policy", true]);
  const above = await client.call("linked__run", { dir: `${world.root}/work` });
  assertEquals(above.status, "success");
  const below = await client.call("linked__run", { dir: `${world.root}/work/linked/scripts` });
  assertEquals(below.reason, "policy");
});

Deno.test("start() leaves out one bundle that cannot be copied", async () => {
  await using world = await World.make();
  const big = await world.bundle("big", { tools: { big__run: { script: "echo" } } });
  await Deno.writeFile(`${big}/data`, new Uint8Array(0));
  await Deno.truncate(`${big}/data`, 65 * 1024 * 1024);
  const odd = await world.bundle("odd", { tools: { odd__run: { script: "echo odd" } } });
  await Deno.symlink("..", `${odd}/scripts/loop`);
  await Deno.symlink(".", `${odd}/scripts/self`);
  await new Deno.Command("mkfifo", { args: [`${odd}/pipe`] }).output();
  await Deno.mkdir(`${odd}/.hidden`);
  await Deno.writeTextFile(`${odd}/.hidden/script.sh`, "echo hidden");
  const hidden = toolYaml("odd__hidden", {}).replace(
    "./scripts/odd__hidden.sh",
    ".hidden/script.sh",
  );
  await spec(world, "odd", "odd__hidden.yaml", hidden);
  const bundles = ["big", "odd"].flatMap((name) => ["--bundle", name]);
  await using client = await Client.start({ args: world.options(...bundles) });
  assertEquals(await toolNames(client), ["odd__hidden", "odd__run"]);
  assertEquals((await client.call("odd__run")).stdout, "odd");
  assertEquals((await client.call("odd__hidden")).stdout, "hidden");
  assertStringIncludes(client.stderr, "bundle-size: The bundle is larger than 64 MiB");
  assertNotMatch(client.stderr, STACK);
});
