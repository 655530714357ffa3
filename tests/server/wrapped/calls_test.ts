import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { World } from "../../_world.ts";
import { cacheOf, ended, idOf, Served, texts, write } from "./_config.ts";

const CONFIG = `
server: {name: demo, description: For tests.}
defaults: {env: {COLOR: red, SHAPE: round}}
tools:
  - name: my-print
    argv: [printf, "<%s>", "{s}", "-n{n}", "{b}", "{list}", "{{x}}", "--", "{late}"]
    params:
      s: {description: A text., deny_pattern: ".*secret.*"}
      n: {type: integer, default: 7}
      b: {type: boolean, default: false}
      list: {type: array, required: false, pattern: "[a-z ]*"}
      late: {default: z}
  - {name: number, argv: [echo, "{n}"], params: {n: {type: integer, enum: [-1, 2]}}}
  - {name: free, argv: [printf, "%s", "{s}"], params: {s: {allow_dash_prefix: true}}}
  - {name: both, argv: [sh, -c, "echo out; echo err >&2"]}
  - {name: fails, argv: [sh, -c, "echo out; echo err >&2; exit 3"]}
  - {name: slow, argv: [sh, -c, "echo begun; sleep 20"], timeout_sec: 0.5}
  - {name: absent, argv: [no-such-program-here]}
  - {name: env, argv: [sh, -c, "echo $COLOR $SHAPE"], env: {COLOR: blue}}
  - {name: stdin, argv: [cat]}
  - {name: cut, argv: [printf, "%s", "{s}"], inline_max_output_bytes: 5, params: {s: {}}}
  - {name: large, argv: [printf, "%s", "{s}"], inline_max_output_bytes: 5, params: {s: {}},
     inline_on_large_output: file}
  - {name: filed, argv: [sh, -c, "echo out; echo err >&2; exit $1", x, "{code}"], output_mode: file,
     params: {code: {type: integer}}}
  - {name: work, mode: job, argv: [sh, -c, "echo begun; exit $1", x, "{code}"], params: {code: {type: integer}}}
  - {name: stubborn, mode: job, argv: [sh, -c, "trap '' TERM; echo begun; while :; do sleep 1; done"]}
  - {name: hasty, mode: job, argv: [sh, -c, "sleep 30"], timeout_sec: 0.5}
`;

/** `[rule of the facts, tool, arguments, the texts or a part of the error]`. */
const CALLS: [string, string, unknown, string[] | RegExp][] = [
  ["3b.7", "my-print", { s: "a b", list: ["x", "y z"] }, ["<a b><-n7><false><x><y z><{x}><--><z>"]],
  ["3b.7 an empty array", "my-print", { s: "", list: [], b: true }, ["<><-n7><true><{x}><--><z>"]],
  ["3a null takes the default", "my-print", { s: "a", n: null }, ["<a><-n7><false><{x}><--><z>"]],
  ["3a a text for an integer", "my-print", { s: "a", n: "42" }, ["<a><-n42><false><{x}><--><z>"]],
  ["3a a JSON text for an array", "my-print", { s: "a", list: '["q"]' }, [
    "<a><-n7><false><q><{x}><--><z>",
  ]],
  ["3b a value is rendered once", "my-print", { s: "{n}" }, ["<{n}><-n7><false><{x}><--><z>"]],
  ["3b.6 embedded", "my-print", { s: "a", n: -5 }, ["<a><-n-5><false><{x}><--><z>"]],
  ["3b.6 after --", "my-print", { s: "a", late: "-z" }, ["<a><-n7><false><{x}><--><-z>"]],
  ["3b.1", "my-print", {}, /required/],
  ["3b.2 a bool", "my-print", { s: "a", n: true }, /"n" is true/],
  ["3b.2 a number for a text", "my-print", { s: 5 }, /"s" is 5/],
  ["3b.2 half an integer", "my-print", { s: "a", n: 5.5 }, /"n"/],
  ["3b.4 per item", "my-print", { s: "a", list: ["ok", "NO"] }, /list/],
  ["3b.5", "my-print", { s: "my secret" }, /"s"/],
  ["3b.6 a text", "my-print", { s: "-x" }, /option/],
  ["3b.6 an item", "my-print", { s: "a", list: ["-x"] }, /list/],
  ["3b.6 an integer", "number", { n: -1 }, /option/],
  ["3b.3", "number", { n: 3 }, /"n"/],
  ["3b.6 allowed", "free", { s: "-x" }, ["-x"]],
  ["3a an unknown argument", "number", { n: 2, m: 1 }, /"m" is no argument/],
  ["3a NUL", "free", { s: "a\0b" }, /NUL/],
  ["3a half a surrogate pair", "free", { s: "\ud800" }, /surrogate/],
  ["3a a line break", "free", { s: "a\nb" }, ["a\nb"]],
  ["4 both streams", "both", {}, ["out\n", "stderr (tail):\nerr\n"]],
  ["4 an exit code", "fails", {}, /code 3\nout\n\nstderr \(tail\):\nerr/],
  ["4 a timeout", "slow", {}, /timed out after 0.5s.*\nbegun/],
  ["4 no program", "absent", {}, /failed to execute/],
  ["4 the tool's variables win", "env", {}, ["blue round\n"]],
  ["4 stdin is empty", "stdin", {}, [""]],
  ["4 exactly the limit", "cut", { s: "12345" }, ["12345"]],
  ["4 over the limit", "cut", { s: "123456" }, [
    "12345\n[output truncated: the first 5 of 6 bytes]",
  ]],
  ["4 file_output_dir outside", "both", { file_output_dir: "/etc" }, /outside the roots/],
  ["4 file_output_dir climbs", "both", { file_output_dir: "/tmp/../etc" }, /file_output_dir/],
  ["4 a relative file_output_dir", "both", { file_output_dir: "x" }, /file_output_dir/],
  ["5 an invalid job_id", "work_status", { job_id: "../x" }, /invalid job_id/],
  [
    "5 a line break in a job_id",
    "work_status",
    { job_id: `${"a".repeat(32)}\n` },
    /invalid job_id/,
  ],
  ["5 an unknown job_id", "work_result", { job_id: "a".repeat(32) }, /unknown job_id/],
  ["5 a start without its argument", "work_start", {}, /required/],
];

Deno.test("a job outlives its server, and keeps the exit code that nobody asked for", async () => {
  await using world = await World.make();
  const config = await write(
    world,
    "r.yaml",
    `server: {name: r}\ntools: [{name: k, mode: job, argv: [sh, -c, "echo begun; sleep 2; echo late; exit 6"]}]\n`,
  );
  let id: string;
  {
    await using first = await Served.open(world, ["--config", config]);
    id = idOf(await first.call("k_start"));
    while (!texts(await first.call("k_status", { job_id: id }))[0]!.includes("begun")) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  await using second = await Served.open(world, ["--config", config]);
  const result = await ended(second, "k", id);
  assertEquals(texts(result), ["state: exited with code 6", "begun\nlate\n"]);
  assertEquals(await Deno.readTextFile(`${cacheOf(world)}/r/jobs/${id}/exit_code`), "6\n");
});

Deno.test("a configuration is served with its texts, folders and jobs", async (t) => {
  await using world = await World.make();
  const config = await write(world, "c.yaml", CONFIG);
  await using served = await Served.open(world, ["--config", config]);

  await t.step("calls", async () => {
    await Promise.all(CALLS.map(async ([name, tool, args, expected]) => {
      const result = await served.call(tool, args);
      if (Array.isArray(expected)) {
        assertEquals([name, result.isError, ...texts(result)], [name, false, ...expected]);
      } else {
        assert(result.isError, name);
        assertMatch(texts(result).join("\n"), expected, name);
      }
      assertEquals(result.structuredContent, undefined);
    }));
  });

  await t.step("schemas carry enum, pattern and default", () => {
    const listed = new Map(served.registry.list().map((tool) => [tool.name, tool]));
    const number = listed.get("number")!.inputSchema as { properties: Record<string, unknown> };
    assertEquals((number.properties["n"] as { enum: number[] }).enum, [-1, 2]);
    const names = [...listed.keys()].filter((n) => n.startsWith("work"));
    assertEquals(names.sort(), ["work_cancel", "work_result", "work_start", "work_status"]);
    assertEquals([...listed.keys()].filter((n) => n.startsWith("builtin")), []);
  });

  await t.step("folders", async () => {
    const large = texts(await served.call("large", { s: "1234567" }))[0]!;
    assertStringIncludes(large, "output: 7 bytes (> 5)");
    const file = /file: (.*)/.exec(large)![1]!;
    assertMatch(
      file,
      new RegExp(`^${cacheOf(world)}/demo/outputs/large-\\d{8}T\\d{6}-[0-9a-f]{6}/stdout.log$`),
    );
    assertEquals(await Deno.readTextFile(file), "1234567");

    const failed = texts(await served.call("filed", { code: 4 })).join("\n");
    const folder = /output saved to: (.*)/.exec(failed)![1]!;
    assertEquals(await Deno.readTextFile(`${folder}/stderr.log`), "err\n");
    const meta = JSON.parse(await Deno.readTextFile(`${folder}/meta.json`));
    assertEquals([meta.tool, meta.exit_code, meta.argv.at(-1)], ["filed", 4, "4"]);

    const asked = `${world.root}/deep/out`;
    const inRoot = texts(await served.call("both", { file_output_dir: asked }))[0]!;
    assertStringIncludes(inRoot, `file: ${asked}/outputs/both-`);
    const left = [...Deno.readDirSync(`${world.state}/state/spill`)];
    assertEquals(left.map((e) => e.name), []);
  });

  await t.step("jobs", async () => {
    const [good, bad, stubborn, hasty] = await Promise.all([
      served.call("work_start", { code: 0 }),
      served.call("work_start", { code: 5 }),
      served.call("stubborn_start"),
      served.call("hasty_start"),
    ]).then((all) => all.map(idOf));
    assertEquals(texts(await ended(served, "work", good!)), [
      "state: exited with code 0",
      "begun\n",
    ]);
    const failed = await ended(served, "work", bad!);
    assertEquals([failed.isError, ...texts(failed)], [
      true,
      "state: exited with code 5",
      "begun\n",
    ]);
    const folder = `${cacheOf(world)}/demo/jobs/${bad}`;
    assertEquals(await Deno.readTextFile(`${folder}/exit_code`), "5\n");
    assertEquals([...Deno.readDirSync(folder)].map((e) => e.name).sort(), [
      "exit_code",
      "meta.json",
      "pid",
      "stderr.log",
      "stdout.log",
    ]);
    // A job of one tool is none of another's.
    assertMatch(texts(await served.call("hasty_status", { job_id: good }))[0]!, /unknown job_id/);
    assertMatch(texts(await served.call("stubborn_cancel", { job_id: stubborn }))[0]!, /cancelled/);
    assertMatch(
      texts(await served.call("stubborn_cancel", { job_id: stubborn }))[0]!,
      /already exited/,
    );
    assertEquals(texts(await ended(served, "hasty", hasty!))[0], "state: timed out");
  });
});
