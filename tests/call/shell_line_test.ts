import { assertEquals, assertMatch, assertThrows } from "@std/assert";
import fc from "fast-check";
import { displayCommand, quoteCmd, quotePosix, quotePwsh } from "../../src/call/shell_line.ts";

const hostile = [
  "",
  "a b",
  "it's",
  "$(id)",
  "`id`",
  "a;b|c&d>e<f",
  '"',
  "\\",
  "\\'",
  "!!",
  "*",
  "~",
  "-n",
  "%s",
  "#x",
  "{a,b}",
  "a\nb\n",
  "\t\r\x1b[31m\x7f",
  "\u0085\u2028\u2029",
  "日本語 😀",
];

/** What a shell makes of a line: its arguments, each ended by NUL. */
async function argumentsIn(shell: string, line: string): Promise<string[]> {
  const { stdout, success } = await new Deno.Command(shell, {
    args: ["-c", `printf '%s\\0' ${line}`],
    env: { LC_ALL: "C.UTF-8" },
    stdin: "null",
    stderr: "inherit",
  }).output();
  assertEquals(success, true);
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(stdout).split("\0").slice(0, -1);
}

const element = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({
    unit: fc.constantFrom("'", "\\", '"', "$", "`", "\n", " ", "!", "\x1b", "1", "a", "\u0085"),
  }),
  fc.constantFrom(...hostile),
).filter((s) => !s.includes("\0"));
const elements = fc.array(element, { minLength: 1, maxLength: 30 });

for (const shell of ["bash", "sh"]) {
  Deno.test(`quotePosix() keeps every element one argument of ${shell}`, async () => {
    assertEquals(await argumentsIn(shell, quotePosix(hostile)), hostile);
    await fc.assert(
      fc.asyncProperty(
        elements,
        async (argv) => assertEquals(await argumentsIn(shell, quotePosix(argv)), argv),
      ),
      { numRuns: 40 },
    );
  });
}

Deno.test("quotePosix() quotes each element and escapes the single quote", () => {
  assertEquals(quotePosix(["ls", "-l", "it's", ""]), String.raw`'ls' '-l' 'it'\''s' ''`);
  assertThrows(() => quotePosix(["a\0"]), TypeError, 'Cannot quote "\\u0000" for a shell');
});

Deno.test("quotePwsh() doubles each kind of single quote that PowerShell knows", () => {
  assertEquals(
    quotePwsh(["Get-Item", "it's $x `n", "\u2018\u2019\u201a\u201b", ""]),
    "& 'Get-Item' 'it''s $x `n' '\u2018\u2018\u2019\u2019\u201a\u201a\u201b\u201b' ''",
  );
  assertThrows(() => quotePwsh(["\0"]), TypeError, "for PowerShell");
});

Deno.test("quoteCmd() quotes what cmd leaves alone inside double quotes", () => {
  assertEquals(
    quoteCmd(["C:\\Program Files\\x.exe", "a & b", "dir\\", "", "(^|<>)"]),
    '""C:\\Program Files\\x.exe" "a & b" "dir\\\\" "" "(^|<>)""',
  );
});

Deno.test("quoteCmd() refuses what no quoting keeps from cmd", () => {
  for (const character of ["%", '"', "!", "\n", "\r", "\0"]) {
    assertThrows(
      () => quoteCmd(["x", `a${character}b`]),
      TypeError,
      `Cannot quote ${JSON.stringify(character)} for cmd`,
    );
  }
});

Deno.test("displayCommand() shows plain elements bare and quotes the others", () => {
  const cases: [string[], string][] = [
    [["/usr/bin/bash", "./x_1.sh", "--a=b,c:d@e%f+g"], "/usr/bin/bash ./x_1.sh --a=b,c:d@e%f+g"],
    [["echo", "", "a b", "it's"], String.raw`echo '' 'a b' 'it'\''s'`],
    [["x", "~", "*", "日本"], "x '~' '*' '日本'"],
    [["x", "a\nstatus: success"], String.raw`x $'a\nstatus: success'`],
    [["x", "\x1b[2J'\\a\u2028"], String.raw`x $'\x1b[2J\'\\a\u2028'`],
  ];
  for (const [argv, shown] of cases) assertEquals(displayCommand(argv), shown);
});

Deno.test("displayCommand() is one line that bash reads as the same arguments", async () => {
  await fc.assert(
    fc.asyncProperty(elements, async (argv) => {
      const shown = displayCommand(argv);
      assertMatch(shown, /^\P{Cc}*$/u);
      assertEquals(await argumentsIn("bash", shown), argv);
    }),
    { numRuns: 40 },
  );
});
