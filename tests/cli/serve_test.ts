import {
  assert,
  assertEquals,
  assertMatch,
  assertNotMatch,
  assertStringIncludes,
} from "@std/assert";
import { digestPlanText } from "../../src/plan/files.ts";
import { Client } from "../_client.ts";
import { World } from "../_world.ts";
import { endOf, planOfTwoBundles, serveWith } from "./_serve.ts";

const SERVE = new URL("../../src/cli/serve.ts", import.meta.url).pathname;
const CONFIG = new URL("../../deno.json", import.meta.url).pathname;

/** A refusal is sentences on stderr: no stack, no JSON, and an exit code that says so. */
function assertRefused({ code, stderr }: { code: number; stderr: string }, says: string) {
  assertEquals(code, 2, stderr);
  assertMatch(stderr, /^(shell-as-mcp: .*\n)+$/);
  assertNotMatch(stderr, /\bat .*\.ts:\d+|Uncaught/);
  assertStringIncludes(stderr, says);
}

Deno.test("serve refuses -A", async () => {
  await using world = await World.make();
  const plan = await planOfTwoBundles(world);
  const command = ["run", "-A", `--config=${CONFIG}`, SERVE, "--plan", plan.folder];
  assertRefused(await endOf(command), "--allow-run without a list");
});

Deno.test("serve refuses every grant without a list", async () => {
  await using world = await World.make();
  const plan = await planOfTwoBundles(world);
  for (const kind of ["run", "read", "write", "env", "net", "sys", "ffi", "import"]) {
    const wide = serveWith(
      plan,
      // A list is wider with a second one, but not without any.
      (flag) => flag.startsWith(`--allow-${kind}=`) || flag === `--deny-${kind}` ? undefined : flag,
      `--allow-${kind}`,
    );
    assertRefused(await endOf(wide), `--allow-${kind} without a list`);
  }
});

Deno.test("serve refuses a wider grant beside those that it needs", async () => {
  await using world = await World.make();
  const plan = await planOfTwoBundles(world);
  const parent = plan.folder.slice(0, plan.folder.lastIndexOf("/"));
  const launchers = `${plan.folder}/launch`;
  const wider = [
    [`--allow-read=${parent}`, `--allow-read="${parent}"`],
    [`--allow-read=${world.state}`, `--allow-read="${parent}"`],
    [`--allow-write=${world.state}`, `--allow-write="${world.state}"`],
    [`--allow-write=${plan.folder}`, `--allow-write="${launchers}"`],
    ["--allow-run=/usr/bin/bash", `--allow-run="/usr/bin/bash"`],
    ["--allow-read=/etc/passwd", `--allow-read="/etc/passwd"`],
  ] as const;
  for (const [flag, says] of wider) {
    assertRefused(await endOf(serveWith(plan, (f) => f, flag)), says);
  }
});

Deno.test("serve runs no call when it refuses, however early the call comes", async () => {
  await using world = await World.make();
  const plan = await planOfTwoBundles(world);
  await Deno.writeTextFile(`${world.root}/from`, "text");
  const command = serveWith(plan, (f) => f, "--allow-run=/usr/bin/bash");
  const params = {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "t", version: "1" },
  };
  const call = {
    name: "alpha__copy",
    arguments: { from: `${world.root}/from`, to: `${world.root}/to` },
  };
  assertRefused(
    await endOf(
      command,
      { jsonrpc: "2.0", id: 1, method: "initialize", params },
      { jsonrpc: "2.0", method: "notifications/initialized" },
      { jsonrpc: "2.0", id: 2, method: "tools/call", params: call },
    ),
    "/usr/bin/bash",
  );
  assertEquals([...Deno.readDirSync(world.root)].map((e) => e.name), ["from"]);
});

Deno.test("serve without the flag of one launcher serves all other tools and names the flag", async () => {
  await using world = await World.make();
  const plan = await planOfTwoBundles(world);
  const launcher = `${plan.folder}/launch/beta__count`;
  const command = serveWith(plan, (flag) => flag.replace(`,${launcher}`, ""));
  await using client = await Client.start({ args: [], command });
  const { tools } = await client.request("tools/list");
  assertEquals(tools.map((t: { name: string }) => t.name), ["alpha__copy", "alpha__narrow"]);
  assertEquals((await client.call("alpha__narrow")).stdout, "narrow");
  const refused = await client.call("beta__count", { input_path: "x" });
  assertEquals([refused.isError, refused.reason], [true, "policy"]);
  assertStringIncludes(refused.message, `--allow-run="${launcher}"`);
  assertStringIncludes(client.stderr, `"beta__count" is not served: --allow-run="${launcher}"`);
});

Deno.test("serve without the flag of a variable serves the tools that do not read it", async () => {
  await using world = await World.make();
  const plan = await planOfTwoBundles(world);
  const command = serveWith(plan, (flag) => flag.startsWith("--allow-env=") ? undefined : flag);
  await using client = await Client.start({ args: [], command });
  const { tools } = await client.request("tools/list");
  assertEquals(tools.map((t: { name: string }) => t.name), ["alpha__narrow", "beta__count"]);
  assertStringIncludes(client.stderr, `"alpha__copy" is not served: --allow-env="ALPHA_TOKEN"`);
});

Deno.test("serve serves all tools without the flag of a variable that none of them reads", async () => {
  await using world = await World.make();
  const plan = await planOfTwoBundles(world, "--grant", "alpha:env=ALPHA_UNREAD");
  const command = serveWith(plan, (flag) => flag.replace(",ALPHA_UNREAD", ""));
  await using client = await Client.start({ args: [], command });
  const { tools } = await client.request("tools/list");
  assertEquals(tools.map((t: { name: string }) => t.name), plan.tools.map((t) => t.name));
});

Deno.test("serve without the state folder's flag refuses", async () => {
  await using world = await World.make();
  const plan = await planOfTwoBundles(world);
  const command = serveWith(plan, (flag) => flag.startsWith("--allow-write=") ? undefined : flag);
  assertRefused(await endOf(command), `--allow-write="${plan.stateFolder}"`);
});

Deno.test("serve refuses a plan that was changed after it was written", async () => {
  await using world = await World.make();
  const plan = await planOfTwoBundles(world);
  const file = `${plan.folder}/plan.json`;
  const text = await Deno.readTextFile(file);
  await Deno.chmod(file, 0o644);
  await Deno.writeTextFile(
    file,
    text.replace('"maxOutputBytes": 1048576', '"maxOutputBytes": 1048577'),
  );
  assertRefused(await endOf(serveWith(plan)), "was changed after it was written");
});

Deno.test("serve refuses a plan of another version of this program", async () => {
  await using world = await World.make();
  const plan = await planOfTwoBundles(world);
  const text = (await Deno.readTextFile(`${plan.folder}/plan.json`))
    .replace(/"program": "[^"]*"/, '"program": "0.0.1"');
  const parent = plan.folder.slice(0, plan.folder.lastIndexOf("/"));
  const folder = `${parent}/${await digestPlanText(text, plan.folder)}`;
  await Deno.mkdir(folder);
  await Deno.writeTextFile(`${folder}/plan.json`, text.replaceAll(plan.folder, folder));
  assertRefused(await endOf(serveWith({ ...plan, folder })), "0.0.1");
});

Deno.test("serve refuses to start without a plan", async () => {
  await using world = await World.make();
  const plan = await planOfTwoBundles(world);
  const command = serveWith(plan);
  assertRefused(await endOf(command.slice(0, command.indexOf("--plan"))), "--plan FOLDER");
  const gone = serveWith({ ...plan, folder: `${plan.folder}x` });
  assertRefused(await endOf(gone), `Cannot read the plan "${plan.folder}x/plan.json"`);
});

Deno.test("serve says with its exit code that it refused, also when nobody speaks to it", async () => {
  await using world = await World.make();
  const plan = await planOfTwoBundles(world);
  const child = await new Deno.Command(Deno.execPath(), {
    args: serveWith(plan, (f) => f, "--allow-run=/usr/bin/bash"),
    stdin: "null",
  }).output();
  assertEquals(child.code, 2);
});

Deno.test("serve loads no package before the first message says which", async () => {
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", `--config=${CONFIG}`, SERVE],
  }).output();
  const { roots, modules } = JSON.parse(new TextDecoder().decode(stdout));
  const found = new Set<string>(roots);
  for (const specifier of found) {
    const module = modules.find((m: { specifier: string }) => m.specifier === specifier);
    for (const { code, isDynamic } of module?.dependencies ?? []) {
      if (code?.specifier && !isDynamic) found.add(code.specifier);
    }
  }
  assert(found.size > 30, "The walk went wrong");
  assertEquals([...found].filter((s) => !s.startsWith("file:")), []);
});
