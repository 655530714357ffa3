import { assert, assertEquals, assertNotMatch, assertStringIncludes } from "@std/assert";
import { cli, Client } from "../_client.ts";
import { World } from "../_world.ts";

/** A stack trace is for the people who write this program. */
const STACK = /\n {4}at /;

async function callee(world: World) {
  await world.bundle("args", {
    tools: {
      args__show: {
        script: `printf '%s|' "$TOOL_TEXT" "$TOOL_COUNT" "$TOOL_KIND" "$TOOL_FLAG" "$TOOL_LIST"`,
        properties: {
          text: { type: "string" },
          count: { type: "integer" },
          kind: { type: "string", enum: ["a", "b"] },
          flag: { type: "boolean" },
          list: { type: "array" },
          file: { type: "string", path: "read" },
        },
        required: ["text"],
      },
    },
  });
}

Deno.test("serve() answers each wrong argument with its own sentence and lives on", async () => {
  await using world = await World.make();
  await callee(world);
  await using client = await Client.start({ args: world.options("--bundle", "args") });
  const cases: [Record<string, unknown>, string, string][] = [
    [{ text: "a\0b" }, "input", '"text" is "a\\u{0000}b", but must not contain a NUL character'],
    [{ text: "a\ud800b" }, "input", "must not contain a lone surrogate"],
    [{ text: "x".repeat(200 * 1024) }, "input", 'The variable "TOOL_TEXT" with its name takes'],
    [{ text: "€".repeat(50_000) }, "input", "takes 150010 bytes, but at most 131071"],
    [{}, "input", '"text" is required, but was not given'],
    [{ text: null }, "input", '"text" is required, but was not given'],
    [{ text: 5 }, "input", '"text" is 5, but must be a string'],
    [
      { text: "x", texxt: "y" },
      "input",
      '"texxt" is no argument of this tool; did you mean "text"?',
    ],
    [{ text: "x", "": 1 }, "input", "is no argument of this tool; it takes"],
    [{ text: "x", kind: "c" }, "input", '"kind" is "c", but must be one of "a", "b"'],
    [{ text: "x", count: "twelve" }, "input", '"count" is "twelve", but must be an integer'],
    [{ text: "x", count: 1.5 }, "input", '"count" is 1.5, but must be an integer'],
    [{ text: "x", count: 2 ** 60 }, "input", '"count" is 1152921504606847000, but must be'],
    [{ text: "x", flag: "yes" }, "input", '"flag" is "yes", but must be true or false'],
    [{ text: "x", list: "a,b" }, "input", '"list" is "a,b", but must be an array of strings'],
    [{ text: "x", list: ["a", 5] }, "input", 'Item 2 of "list" is 5, but must be a string'],
    [{ text: "x", file: "../up" }, "policy", "which is outside the roots"],
    [{ text: "x", file: "/etc/passwd" }, "policy", "start the server with --root /etc"],
    [{ text: "x", file: "none" }, "input", "which does not exist or cannot be seen"],
    [{ text: "x", __proto__x: 1 }, "input", '"__proto__x" is no argument of this tool'],
  ];
  for (const [args, reason, message] of cases) {
    const record = await client.call("args__show", args);
    assertEquals([record.isError, record.reason, record.exit_code], [true, reason, -1], message);
    assertStringIncludes(record.message, message);
    assert(record.message.length < 500, "the message repeats the value");
  }
  // What leaves no doubt is taken.
  const good = await client.call("args__show", {
    text: "x",
    count: "12",
    flag: "true",
    list: '["p","q"]',
    kind: "b",
  });
  assertEquals([good.stdout, good.status], ['x|12|b|true|["p","q"]|', "success"]);
  assertNotMatch(client.stderr, STACK);
  assertEquals(client.noise, []);
});

Deno.test("main() says what is wrong with a command line and exits with 2", async () => {
  await using world = await World.make();
  await callee(world);
  await Deno.writeTextFile(`${world.folder}/file`, "");
  await Deno.mkdir(`${world.folder}/a,b`);
  await Deno.mkdir(`${world.state}/inside`, { recursive: true });
  await Deno.mkdir(`${world.folder}/open`);
  await Deno.chmod(`${world.folder}/open`, 0o777);
  await Deno.symlink("/no/where", `${world.folder}/dangling`);
  const { folder, state } = world;
  const list = (...more: string[]) => ["list", ...world.options("--bundle", "args", ...more)];
  const stated = (dir: string) => ["list", "--spec-dir", world.defs, "--state-dir", dir];
  const cases: [string[], string, Record<string, string>?][] = [
    [["frobnicate"], 'Unknown command "frobnicate"; there are start, '],
    [["toString"], 'Unknown command "toString"'],
    [list("--nope"), 'Unknown option "--nope"'],
    [list("-x"), 'Unknown option "-x"'],
    [list("extra"), '"list" takes options only, not "extra"'],
    [["list", "--root"], "The option --root needs a value"],
    [["list", "--root", "--explain"], "The option --root needs a value"],
    [["list", "--root="], "The option --root needs a value"],
    [list("--sandbox", "maybe"), '--sandbox is "maybe", but must be one of auto, required, off'],
    [list("--log-level", "loud"), '--log-level is "loud", but must be one of debug, info'],
    [list("--max-concurrent-tasks", "0"), "but must be a whole number from 1 to 100000"],
    [list("--grant", "args"), '--grant is "args", but must be BUNDLE:KIND=VALUE'],
    [list("--grant", "args:fly=high"), "with a kind of run, env, read, write, home, net, host"],
    [list("--bundle", "nosuch"), 'There is no bundle "nosuch"; there are args, '],
    [list("--root", "/no/such"), 'The root "/no/such" (--root /no/such) does not exist'],
    [list("--root", `${folder}/file`), "cannot be used: it is not a folder"],
    [list("--root", `${folder}/a,b`), "it contains a comma, on which Deno's flags split"],
    [list("--root", folder), `and the server's own folder "${state}" overlap`],
    [list("--root", `${state}/inside:ro`), `and the server's own folder "${state}" overlap`],
    [list("--root", "/"), 'The root "/" (--root /)'],
    [list("--root", "/:ro"), 'The root "/" (--root /:ro)'],
    [list(), '--sandbox is "x", but must be one of', { SHELL_AS_MCP_SANDBOX: "x" }],
    [list(), "cannot be an output directory: it and the server's own folder", {
      FFMPEG_OUTPUT_DIR: `${state}/out`,
    }],
    [list(), "cannot be an output directory: it is not a folder", {
      YTDLP_OUTPUT_DIR: `${folder}/file`,
    }],
    [stated(`${folder}/file`), "is not a folder; choose another with --state-dir"],
    [stated(`${folder}/file/below`), "leads through a file or a broken link"],
    [stated(`${folder}/dangling`), "leads through a file or a broken link"],
    [stated(`${folder}/a,b`), "it contains a comma, on which Deno's flags split"],
    [stated(`${folder}/open`), `run: chmod go-w "${folder}/open"`],
    [["call", ...world.options("--bundle", "args")], "call needs the name of a tool"],
    [
      ["call", ...world.options("--bundle", "args"), "args__no"],
      'There is no tool "args__no"; there are args__show',
    ],
    [["call", ...world.options("--bundle", "args"), "args__show", "{"], "are no JSON"],
    [
      ["call", ...world.options("--bundle", "args"), "args__show", "--text"],
      "--text needs a value",
    ],
    [["serve"], "The server was given more than it needs: --allow-run without a list"],
  ];
  const ran = await inTurns(cases, ([args, _, env]) => cli(args, env ? { env } : {}));
  for (const [i, { code, stdout, stderr }] of ran.entries()) {
    const [args, message] = cases[i]!;
    assertStringIncludes(stderr, `shell-as-mcp: `, args.join(" "));
    assertStringIncludes(stderr, message, args.join(" "));
    assertEquals([code, stdout], [2, ""], args.join(" "));
    assertNotMatch(stderr, STACK);
  }
});

/** Two at a time: as many as a small machine has processors. */
async function inTurns<T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const next = items.entries();
  const work = async () => {
    for (const [i, item] of next) results[i] = await run(item);
  };
  await Promise.all([work(), work()]);
  return results;
}
