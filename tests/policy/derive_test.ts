import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { loadBundle } from "../../src/bundle/load.ts";
import { type Derived, deriveGrants, type OperatorGrant } from "../../src/policy/derive.ts";
import { formatOrigin, valuesOf } from "../../src/policy/grant.ts";
import { type BundleSketch, World } from "../_world.ts";
import { hostWith } from "./_host.ts";

const OWN = { program: "/opt/program", base: "/var/state", deno: "/opt/bin/deno" };

/** Derives the grants of the bundle's only tool. */
async function derive(
  world: World,
  sketch: BundleSketch,
  env: Record<string, string> = {},
  operator: OperatorGrant[] = [],
): Promise<Derived> {
  const folder = await world.bundle("demo", sketch);
  const bundle = loadBundle(folder, "demo")!;
  assertEquals(bundle.problems, []);
  const [tool] = bundle.tools;
  assert(tool);
  return deriveGrants(bundle, tool, hostWith(env, { home: world.folder }), OWN, operator);
}

/** A bundle with one tool that prints nothing. */
function one(
  permissions: Record<string, unknown>,
  execution: Record<string, unknown> = {},
): BundleSketch {
  return {
    permissions: { run: ["bash"], ...permissions },
    tools: { demo__run: { script: ":", execution } },
  };
}

/** The line on which a text stands in a file, counted from 1. */
function lineOfText(file: string, text: string): number {
  return Deno.readTextFileSync(file).split("\n").findIndex((l) => l.includes(text)) + 1;
}

Deno.test("deriveGrants() names file and line behind every grant", async () => {
  await using world = await World.make();
  await Deno.mkdir(`${world.folder}/data`);
  const { grants, problems } = await derive(
    world,
    one({
      run: ["bash", { name: "jq", optional: true }],
      env: ["TOKEN"],
      read: ["${DATA}"],
      write: [`${world.folder}/new/place`],
      home: ["root"],
      net: ["api.example.org"],
      host: ["hardware"],
    }),
    { DATA: `${world.folder}/data` },
  );
  assertEquals(problems, []);
  const manifest = `${world.defs}/demo/bundle.yaml`;
  const declared = (text: string) => ({
    how: "declared",
    file: manifest,
    line: lineOfText(manifest, text),
  } as const);
  assertEquals(grants.grants, [
    { kind: "run", value: "bash", origin: declared("bash") },
    { kind: "run", value: "jq", origin: declared("jq"), optional: true },
    { kind: "env", value: "TOKEN", origin: declared("TOKEN") },
    {
      kind: "read",
      value: `${world.folder}/data`,
      origin: declared("${DATA}"),
      written: "${DATA}",
    },
    { kind: "write", value: `${world.folder}/new/place`, origin: declared("new/place") },
    { kind: "home", value: world.root, origin: declared("- root"), written: "root" },
    { kind: "host", value: "hardware", origin: declared("hardware") },
    { kind: "net", value: "api.example.org", origin: declared("api.example.org") },
  ]);
  assertEquals(
    formatOrigin(grants.grants[2]!.origin),
    `${manifest}:${lineOfText(manifest, "TOKEN")}`,
  );
});

Deno.test("deriveGrants() lets a tool's own keys stand for the bundle's, key by key", async () => {
  await using world = await World.make();
  const { grants } = await derive(
    world,
    one(
      { run: ["bash", "jq"], env: ["A", "B"], net: ["a.example.org", "b.example.org"] },
      { permissions: { run: ["bash"], env: [], net: ["b.example.org"] } },
    ),
  );
  assertEquals(valuesOf(grants.grants, "run"), ["bash"]);
  assertEquals(valuesOf(grants.grants, "env"), []);
  assertEquals(valuesOf(grants.grants, "net"), ["b.example.org"]);
  const { origin } = grants.grants[0]!;
  assert(origin.file.endsWith("/spec_yaml/demo__run.yaml"));
  assertEquals(lineOfText(origin.file, "- bash"), origin.line);
});

Deno.test("deriveGrants() narrows run: any to what a tool lists", async () => {
  await using world = await World.make();
  const all = await derive(world, one({ run: "any" }));
  assertEquals([all.grants.runAny, valuesOf(all.grants.grants, "run")], [true, ["any"]]);
  const some = await derive(world, one({ run: "any" }, { permissions: { run: ["bash"] } }));
  assertEquals([some.grants.runAny, valuesOf(some.grants.grants, "run")], [false, ["bash"]]);
});

Deno.test("deriveGrants() drops what comes to nothing, and says why", async () => {
  await using world = await World.make();
  await Deno.symlink("/no/where", `${world.folder}/dangling`);
  const { grants, problems } = await derive(
    world,
    one({
      run: ["bash", "${TOOL_CMD}"],
      read: ["${UNSET}", "/no/such/file", "${COMMA}"],
      write: ["${UNSET}/below", `${world.folder}/dangling`],
      home: [".config/none"],
      net: ["${URL}"],
    }),
    { COMMA: "/a,b", URL: "https://" },
  );
  assertEquals(problems, []);
  assertEquals(grants.dropped.map((d) => [d.kind, d.written, d.reason]), [
    ["run", "${TOOL_CMD}", 'the variable "TOOL_CMD" is not set'],
    ["read", "${UNSET}", 'the variable "UNSET" is not set'],
    ["read", "/no/such/file", '"/no/such/file" does not exist'],
    ["read", "${COMMA}", '"/a,b" does not exist'],
    ["write", "${UNSET}/below", 'the variable "UNSET" is not set'],
    ["write", `${world.folder}/dangling`, `"${world.folder}/dangling" does not exist`],
    ["home", ".config/none", `"${world.folder}/.config/none" does not exist`],
    ["net", "${URL}", '"https://" names no host'],
  ]);
  assertEquals(grants.grants.map((g) => g.value), ["bash"]);
});

Deno.test("deriveGrants() resolves variables that hold paths and URLs", async () => {
  await using world = await World.make();
  await Deno.symlink(world.root, `${world.folder}/link`);
  const { grants } = await derive(
    world,
    one({ write: ["${LINK}", "${REL}"], net: ["${BASE}", "${PORT}", "${PLAIN}"] }),
    {
      LINK: `${world.folder}/link/new`,
      REL: "out",
      INIT_CWD: world.root,
      BASE: "https://API.example.org/v1?x",
      PORT: "http://10.0.0.1:8080/",
      PLAIN: "host.example.org:99",
    },
  );
  assertEquals(valuesOf(grants.grants, "write"), [`${world.root}/new`, `${world.root}/out`]);
  assertEquals(valuesOf(grants.grants, "net"), [
    "api.example.org",
    "10.0.0.1:8080",
    "host.example.org:99",
  ]);
});

Deno.test("deriveGrants() grants nobody the server's own folders", async () => {
  await using world = await World.make();
  const cases: [Record<string, unknown>, string][] = [
    [{ write: ["/var/state/x"] }, "launchers and state"],
    [{ write: ["/var"] }, "launchers and state"],
    [{ write: ["/opt/program/bundles"] }, "write over the server's own program"],
    [{ write: ["/opt"] }, "write over the server's own program"],
    [{ write: ["/opt/bin"] }, "write over the server's own program"],
    [{ write: ["${DIR}"] }, "launchers and state"],
    [{ read: ["/var"] }, "launchers and state"],
  ];
  for (const [permissions, message] of cases) {
    const { grants, problems } = await derive(world, one(permissions), { DIR: "/var/state" });
    assertEquals(problems.map((p) => p.rule), ["own-folders"], JSON.stringify(permissions));
    assertStringIncludes(problems[0]!.message, message);
    assertEquals(problems[0]!.file, `${world.defs}/demo/bundle.yaml`);
    assertEquals(grants.grants.map((g) => g.kind), ["run"]);
  }
  const place = await derive(world, one({}, { workingDirectory: "/var/state" }));
  assertEquals(place.problems.map((p) => p.rule), ["own-folders"]);
  const operator = { bundle: "demo", kind: "write", value: "/var/state" } as const;
  assertEquals((await derive(world, one({}), {}, [operator])).problems.length, 1);
});

Deno.test("deriveGrants() takes the working directory for a grant, unless it is private", async () => {
  await using world = await World.make();
  const writes = async (workingDirectory: string) =>
    valuesOf((await derive(world, one({}, { workingDirectory }))).grants.grants, "write");
  assertEquals(await writes("/srv/work"), ["/srv/work"]);
  assertEquals(await writes("/tmp/work"), []);
  assertEquals(await writes("."), []);
});

Deno.test("deriveGrants() wants declared what the tool's YAML names", async () => {
  await using world = await World.make();
  const { problems } = await derive(world, {
    permissions: { run: ["sh"], env: ["KNOWN"] },
    tools: {
      demo__run: {
        execution: {
          command: { executable: "cat", args: [] },
          shell: { mode: "shell", name: "bash" },
          env: { fromRuntime: { A: ["KNOWN", "UNKNOWN"] } },
        },
      },
    },
  });
  const file = `${world.defs}/demo/spec_yaml/demo__run.yaml`;
  assertEquals(problems.map((p) => [p.rule, p.line, p.message.split('"')[1]]), [
    ["undeclared-program", lineOfText(file, "executable: cat"), "cat"],
    ["undeclared-program", lineOfText(file, "name: bash"), "bash"],
    ["undeclared-variable", lineOfText(file, "A:"), "UNKNOWN"],
  ]);
});

Deno.test("deriveGrants() adds what the operator grants to this bundle, and shows it as such", async () => {
  await using world = await World.make();
  const operator: OperatorGrant[] = [
    { bundle: "demo", kind: "run", value: "jq" },
    { bundle: "other", kind: "run", value: "perl" },
    { bundle: "demo", kind: "run", value: "any" },
    { bundle: "demo", kind: "read", value: world.root },
  ];
  const { grants } = await derive(world, one({}), {}, operator);
  assertEquals(grants.runAny, true);
  assertEquals(grants.grants.slice(1).map((g) => [g.value, formatOrigin(g.origin)]), [
    ["jq", "--grant demo:run=jq (operator)"],
    ["any", "--grant demo:run=any (operator)"],
    [world.root, `--grant demo:read=${world.root} (operator)`],
  ]);
});

Deno.test("deriveGrants() gives a tool the host of a parameter only when it has that parameter", async () => {
  await using world = await World.make();
  const sketch = one({ net: [{ fromParam: "url" }] });
  assertEquals((await derive(world, sketch)).grants.netFromParams, []);
  sketch.tools.demo__run!.properties = { url: { type: "string" } };
  const { grants } = await derive(world, sketch);
  assertEquals([grants.netFromParams, valuesOf(grants.grants, "net")], [["url"], ["{url}"]]);
});
