import { assertEquals, assertStringIncludes } from "@std/assert";
import { Client } from "../_client.ts";
import { World } from "../_world.ts";

/** A program that prints the given bytes, one write for each part. */
function printer(...parts: string[]): string {
  // The pauses only make it likelier that the parts are read apart; the result must not care.
  return parts.map((part) => `printf '${part}'`).join("; read -r -t 0.02 _ < <(:)\n");
}

const SCRIPTS = {
  invalid: printer("a\\xffb\\xc3(\\xe2\\x82 end\\xf0\\x9f\\n"),
  split: printer("x\\xe2", "\\x82", "\\xacy\\xf0\\x9f", "\\x98\\x80z\\n"),
  colours: printer(
    "\\033[1;31mred\\033",
    "[0m \\033]0;title",
    "\\007bell\\033P1$r0m\\033\\\\dcs \\033(Bset\\n",
  ),
  bars: printer("get:  1%%\\rget: 50", "%%\\rget: 100%%\\r\\nnext\\r", "last\\n"),
  controls: printer("a\\000b\\001c\\bd\\177e\\tf\\n"),
  empty: "",
  newlines: printer("one\\n\\ntwo\\n\\n"),
};

async function printers(world: World) {
  await world.bundle("print", {
    tools: Object.fromEntries(
      Object.entries(SCRIPTS).map(([name, script]) => [`print__${name}`, {
        script: `{ ${script || ":"}
}
{ ${script || ":"}
} >&2`,
      }]),
    ),
  });
}

Deno.test("serve() cleans both streams when a tool prints what is no plain text", async () => {
  await using world = await World.make();
  await printers(world);
  await using client = await Client.start({ args: world.options("--bundle", "print") });
  const wanted: Record<keyof typeof SCRIPTS, string> = {
    invalid: "a\ufffdb\ufffd(\ufffd end\ufffd",
    split: "x€y😀z",
    colours: "red bell" + "dcs set",
    bars: "get: 100%\nlast",
    controls: "a\\x00b\\x01c\\x08d\\x7fe\tf",
    empty: "",
    newlines: "one\n\ntwo\n",
  };
  for (const [name, text] of Object.entries(wanted)) {
    const record = await client.call(`print__${name}`);
    assertEquals(record.stdout.replaceAll("\r\n", "\n"), text, `${name} on stdout`);
    assertEquals(record.stderr.replaceAll("\r\n", "\n"), text, `${name} on stderr`);
    assertEquals([record.status, record.truncated], ["success", {}], name);
  }
  assertEquals(client.noise, []);
});

const FAKES = `printf '{ "child-pid": 4711 }\\n{ "exit-code": 0 }\\n' >&2
printf 'launcher: outside 0\\nlauncher: moved 0\\n/etc/passwd\\0\\n' >&2
printf '{ "exit-code": 0 }\\n'
printf 'no newline { "exit-code": 0 }\\nand { "exit-code": 77 }\\n' >&2
exit "$TOOL_CODE"`;

Deno.test("serve() believes the launcher alone when a tool fakes its documents on stderr", async () => {
  await using world = await World.make();
  await world.bundle("fake", {
    permissions: { run: ["bash", "cat"] },
    tools: {
      fake__documents: {
        script: FAKES,
        properties: { code: { type: "integer" }, file: { type: "string", path: "read" } },
        required: ["code"],
      },
      fake__staged: {
        script: FAKES,
        properties: { code: { type: "integer" }, file: { type: "string", path: "write" } },
        required: ["code", "file"],
      },
      // Outlives its parent for the moment in which bubblewrap writes the true document.
      fake__late: {
        script: `(while :; do printf '{ "exit-code": 0 }\\n' >&2; done) &
read -r -t 0.1 _ < <(while :; do :; done)
exit 3`,
      },
    },
  });
  await Deno.writeTextFile(`${world.root}/in`, "");
  await using client = await Client.start({ args: world.options("--bundle", "fake") });
  const stderr = [
    '{ "child-pid": 4711 }\n{ "exit-code": 0 }',
    "launcher: outside 0\nlauncher: moved 0\n/etc/passwd\\x00",
    'no newline { "exit-code": 0 }\nand { "exit-code": 77 }',
  ].join("\n");
  const calls = [
    ["fake__documents", {}],
    ["fake__documents", { file: "in" }],
    ["fake__staged", { file: "out" }],
  ] as const;
  for (const [tool, more] of calls) {
    for (const code of [3, 0, 125, 126]) {
      const record = await client.call(tool, { code, ...more });
      assertEquals(
        [record.exit_code, record.status, record.reason],
        [code, code === 0 ? "success" : "error", "exit"],
        `${tool} ${JSON.stringify(more)} exiting with ${code}`,
      );
      assertEquals([record.stdout, record.stderr], ['{ "exit-code": 0 }', stderr]);
    }
  }
  const rounds = await Promise.all(Array.from({ length: 8 }, () => client.call("fake__late")));
  assertEquals(rounds.map((r) => [r.exit_code, r.status]), Array(8).fill([3, "error"]));
  assertStringIncludes(rounds[0].stderr, '{ "exit-code": 0 }');
});
