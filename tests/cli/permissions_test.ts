import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { cli } from "../_client.ts";
import { twoBundles, twoBundlesOptions } from "../_two_bundles.ts";
import { World } from "../_world.ts";

/** Runs `permissions` on the two bundles; resolves to what it printed. */
async function permissions(
  world: World,
  env: Record<string, string>,
  ...words: string[]
): Promise<string> {
  const { code, stdout, stderr } = await cli(
    ["permissions", ...words, ...twoBundlesOptions(world)],
    { env },
  );
  assertEquals(code, 0, stderr);
  return stdout;
}

/** The values behind each flag of a printed list. */
function valuesOf(flags: readonly string[], flag: string): string[] {
  return flags.filter((f) => f.startsWith(`${flag}=`))
    .flatMap((f) => f.slice(flag.length + 1).split(","));
}

/** One grant of `--format json --explain`. */
interface Reason {
  value: string;
  written?: string;
  from: string;
}

/** A bundle there: its grants by kind, and its tools that have less. */
interface Explained {
  narrowed?: Record<string, Record<string, Reason[]>>;
}

function parent(path: string): string {
  return path.slice(0, path.lastIndexOf("/")) || "/";
}

function holds(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

Deno.test("permissions --format flags prints no grant without a list, and one line for each flag", async () => {
  await using world = await World.make();
  const env = await twoBundles(world);
  const flags = (await permissions(world, env, "--format", "flags")).trimEnd().split("\n");
  for (const flag of flags) {
    assertMatch(flag, /^--(no-prompt|frozen|cached-only|no-remote|deny-import|[a-z-]+=.+)$/);
  }
  assertEquals(flags.filter((f) => /^(-A|--allow-all|--allow-[a-z]+$)/.test(f)), []);
  assertEquals(flags.filter((f) => /^--allow-(net|sys|ffi|import)/.test(f)), []);
});

Deno.test("permissions --format flags names launchers, declared variables, the plan and the state, and nothing that a tool can write", async () => {
  await using world = await World.make();
  const env = await twoBundles(world);
  const flags = (await permissions(world, env, "--format", "flags")).trimEnd().split("\n");
  const [plan, state] = valuesOf(flags, "--allow-read") as [string, string];
  assertEquals(valuesOf(flags, "--allow-read"), [plan, state]);
  assertMatch(plan, new RegExp(`^${world.state}/plans/[0-9a-f]{32}$`));
  assertEquals(valuesOf(flags, "--allow-write"), [state]);
  assertEquals(valuesOf(flags, "--allow-env"), ["ALPHA_TOKEN"]);
  assertEquals(
    valuesOf(flags, "--allow-run"),
    // `read` is for output files that a caller fetches.
    ["alpha__copy", "alpha__narrow", "beta__count", "read"].map((tool) => `${plan}/launch/${tool}`),
  );
  const { roots, bundles } = JSON.parse(await permissions(world, env, "--format", "json"));
  const writable = [
    ...roots.map((r: { path: string }) => r.path),
    ...Object.values(bundles).flatMap((b) => (b as { write: string[] }).write),
  ];
  assertEquals(writable, [world.root, env.ALPHA_OUT]);
  for (const folder of writable) {
    for (const granted of [plan, state]) {
      assert(
        !holds(folder, granted) && !holds(granted, folder),
        `${folder} and ${granted} overlap`,
      );
    }
  }
});

Deno.test("permissions --explain names the file and the line that each grant stands on", async () => {
  await using world = await World.make();
  const env = await twoBundles(world);
  const { bundles } = JSON.parse(
    await permissions(world, env, "--format", "json", "--explain"),
  );
  let seen = 0;
  for (const bundle of Object.values(bundles) as Explained[]) {
    const { narrowed, ...own } = bundle;
    for (const set of [own, ...Object.values(narrowed ?? {})] as Record<string, Reason[]>[]) {
      for (const grants of Object.values(set)) {
        for (const { value, written, from } of grants) {
          const [, file, line] = /^(\/.*?):(\d+)(?: \(inferred\))?$/.exec(from) ?? [];
          assert(file !== undefined, `No file and line: ${from}`);
          const text = (await Deno.readTextFile(file)).split("\n")[Number(line) - 1];
          assertStringIncludes(text!, written ?? value);
          seen++;
        }
      }
    }
  }
  assert(seen >= 9, `Only ${seen} grants were looked at`);
});

Deno.test("permissions --explain says what each grant of the server itself is for, and what was dropped", async () => {
  await using world = await World.make();
  const env = await twoBundles(world);
  const text = await permissions(world, env, "--explain");
  assertMatch(text, /write \$\{ALPHA_UNSET\}: dropped, .* {2}\/.*\/alpha\/bundle\.yaml:\d+/);
  const flags = (await permissions(world, env, "--format", "flags")).trimEnd().split("\n");
  const own = text.slice(text.indexOf("the server itself\n")).trimEnd().split("\n").slice(1);
  for (const kind of ["run", "read", "write", "env"]) {
    for (const value of valuesOf(flags, `--allow-${kind}`)) {
      const line = own.find((l) => l.startsWith(`  ${kind.padEnd(6)} ${value}  `));
      assert(line !== undefined, `Not explained: ${kind} ${value}`);
      assertMatch(line, /\.yaml:\d+$|\(itself\)$/);
    }
  }
  assertEquals(own.length, 4 + 2 + 1 + 1);
});

Deno.test("one more program in a manifest adds itself to that bundle and its launchers, and nothing else", async () => {
  await using world = await World.make();
  const look = async (run: string[]) => {
    const env = await twoBundles(world, run);
    const list = JSON.parse(await permissions(world, env, "--format", "json", "--write"));
    const flags = (await permissions(world, env, "--format", "flags")).trimEnd().split("\n");
    const launchers = new Map<string, string>();
    for (const path of valuesOf(flags, "--allow-run")) {
      const text = await Deno.readTextFile(path);
      launchers.set(
        path.slice(path.lastIndexOf("/") + 1),
        text.replaceAll(parent(parent(path)), "<plan>"),
      );
    }
    return { list, launchers };
  };
  const before = await look(["bash"]);
  const after = await look(["bash", "wc"]);

  const { alpha } = before.list.bundles;
  alpha.run.push("wc");
  alpha.narrowed.alpha__narrow.run.push("wc");
  assertEquals(after.list, before.list);

  assertEquals(after.launchers.get("beta__count"), before.launchers.get("beta__count"));
  const wc = Deno.realPathSync(
    ["/usr/bin/wc", "/bin/wc"].find((p) => Deno.statSync(p).isFile)!,
  );
  for (const tool of ["alpha__copy", "alpha__narrow"]) {
    const old = before.launchers.get(tool)!;
    const lines = after.launchers.get(tool)!.split("\n");
    const changed = lines.filter((line, i) => line !== old.split("\n")[i]);
    assertEquals(changed.length, 1, changed.join("\n"));
    // Libraries of its own may come along, each as a read-only mount; here it has none.
    assertEquals(
      changed[0]!.replace(` '--ro-bind' '${wc}' '${wc}'`, ""),
      old.split("\n")[lines.indexOf(changed[0]!)],
    );
  }
});

/** Asks about each descriptor, and answers with those that are granted. */
const ASK = `
const granted = JSON.parse(Deno.args[0]).filter((d) => Deno.permissions.querySync(d).state === "granted");
console.log(JSON.stringify(granted));
`;

Deno.test("the printed flags grant a process each item of the list, and neither its parent nor a canary", async () => {
  await using world = await World.make();
  const env = await twoBundles(world);
  const flags = (await permissions(world, env, "--format", "flags", "--write")).trimEnd().split(
    "\n",
  );
  const of = (kind: string) => valuesOf(flags, `--allow-${kind}`);
  const items: Deno.PermissionDescriptor[] = [
    ...of("run").map((command) => ({ name: "run", command }) as const),
    ...of("read").map((path) => ({ name: "read", path }) as const),
    ...of("write").map((path) => ({ name: "write", path }) as const),
    ...of("env").map((variable) => ({ name: "env", variable }) as const),
  ];
  const [plan, state] = of("read") as [string, string];
  const places = [
    "/",
    "/etc/passwd",
    "/proc",
    "/tmp",
    world.folder,
    world.root,
    world.state,
    env.ALPHA_OUT!,
  ];
  const refused: Deno.PermissionDescriptor[] = [
    ...["run", "read", "write", "env", "net", "sys", "ffi", "import"].map((name) =>
      ({ name }) as Deno.PermissionDescriptor
    ),
    ...[...places, parent(plan), parent(state)].flatMap((path) => [
      { name: "read", path } as const,
      { name: "write", path } as const,
    ]),
    ...[plan, `${plan}/launch`, ...of("run")].map((path) => ({ name: "write", path }) as const),
    ...[
      "bash",
      "/bin/bash",
      "/usr/bin/bash",
      "sh",
      "env",
      "bwrap",
      "/usr/bin/bwrap",
      Deno.execPath(),
      `${plan}/launch/other`,
    ]
      .map((command) => ({ name: "run", command }) as const),
    ...["PATH", "HOME", "ALPHA_OUT", "ALPHA_TOKEN_2"].map((variable) =>
      ({ name: "env", variable }) as const
    ),
    { name: "net", host: "example.com" },
    { name: "net", host: "127.0.0.1" },
  ];
  const script = `${world.folder}/ask.ts`;
  await Deno.writeTextFile(script, ASK);
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", ...flags, script, JSON.stringify([...items, ...refused])],
  }).output();
  const decoder = new TextDecoder();
  assertEquals(JSON.parse(decoder.decode(stdout) || decoder.decode(stderr)), items);
});
