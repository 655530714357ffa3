import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { EVENT, EVENT_FORMAT, GOOD, lint, openAss, STYLE, STYLE_FORMAT } from "./_ass.ts";

/** The good file with one thing changed: from, to. */
type Change = [string, string];

/** Each rule with a change that breaks it, and the line that is to be named (0: the whole file). */
const RULES: [rule: string, line: number, ...change: Change][] = [
  ["script-info-first", 1, "[Script Info]", "[Events]"],
  ["section-missing", 0, "[V4+ Styles]", "[Fonts]"],
  ["section-duplicate", 9, "\n\n[Events]", "\n[V4+ Styles]\n[Events]"],
  ["section-old", 6, "[V4+ Styles]", "[V4 Styles]"],
  ["section-order", 5, "\n[V4+ Styles]", "[Events]\n[V4+ Styles]"],
  ["script-type", 2, "v4.00+", "v4.00"],
  ["script-type", 0, "ScriptType: v4.00+\n", ""],
  ["play-res", 3, "1920", "0"],
  ["wrap-style", 5, "\n\n[V4+", "\nWrapStyle: 7\n[V4+"],
  ["scaled-border", 5, "\n\n[V4+", "\nScaledBorderAndShadow: 1\n[V4+"],
  ["line-outside", 1, "[Script Info]", "hello\n[Script Info]"],
  ["line-form", 13, "world", "world\nsecond row"],
  ["line-misplaced", 9, `${STYLE}\n`, `${STYLE}\n${EVENT}`],
  ["styles-format", 7, "Fontsize, ", ""],
  ["styles-format-missing", 7, `${STYLE_FORMAT}\n`, ""],
  ["format-duplicate", 12, EVENT_FORMAT, `${EVENT_FORMAT}\n${EVENT_FORMAT}`],
  ["style-none", 0, `${STYLE}\n`, ""],
  ["style-field-count", 8, "Arial,", "Arial, Black,"],
  ["style-name", 8, "Style: Default", "Style: "],
  ["style-duplicate", 9, STYLE, `${STYLE}\n${STYLE}`],
  ["style-font", 8, "Arial", ""],
  ["style-size", 8, ",54,", ",0,"],
  ["style-colour", 8, "&H00101010", "#101010"],
  ["style-flag", 8, ",0,0,0,0,100", ",0,2,0,0,100"],
  ["style-number", 8, "100,100", "100,wide"],
  ["style-border", 8, ",0,1,3,1,2,", ",0,2,3,1,2,"],
  ["style-alignment", 8, ",1,2,40", ",1,10,40"],
  ["events-format", 11, "Start, ", ""],
  ["events-text-last", 11, "Effect, Text", "Text, Effect"],
  ["events-format-missing", 11, `${EVENT_FORMAT}\n`, ""],
  ["event-field-count", 12, EVENT, "Dialogue: 0,0:00:00.50,0:00:02.50,Default"],
  ["event-layer", 12, "Dialogue: 0,", "Dialogue: top,"],
  ["event-time", 12, "0:00:02.50", "00:02,50"],
  ["event-order", 12, "0:00:02.50", "0:00:00.40"],
  ["event-style", 12, "50,Default", "50,default"],
  ["event-margin", 12, ",0,0,0,,", ",0,x,0,,"],
  ["override-brace", 12, "Hello", "{\\b1Hello"],
  ["encoding-nul", 0, "Hello", "\0Hello"],
];

/** Rules that are looked at only when strict. */
const STRICT_RULES: [rule: string, line: number, ...change: Change][] = [
  ["play-res-missing", 0, "PlayResY: 1080\n", ""],
  ["line-endings", 0, "PlayResX: 1920\nPlayResY: 1080\n", "PlayResX: 1920\r\nPlayResY: 1080\r\n"],
  ["section-unknown", 5, "\n[V4+ Styles]", "[Notes]\n[V4+ Styles]"],
  ["style-default", 0, "Default", "Main"],
  ["style-unused", 0, STYLE, `${STYLE}\n${STYLE.replace("Default", "Other")}`],
  ["style-colour-form", 8, "&H00101010", "&H101010"],
  ["event-length", 12, "0:00:02.50", "0:00:00.50"],
  ["event-sorted", 13, EVENT, `${EVENT}\n${EVENT.replace("00.50", "00.20")}`],
  ["event-kind", 13, EVENT, `${EVENT}\nSound: 0,0:00:00.50,0:00:02.50,,,0,0,0,,a.wav`],
  ["event-none", 0, "Dialogue:", "Comment:"],
  ["text-empty", 12, "Hello, world", "{\\an8} \\N"],
  ["override-unknown", 12, "Hello", "{\\bogus1}Hello"],
];

Deno.test("ass__lint finds nothing in a good file, strict or not", async () => {
  await using shelf = await openAss();
  for (const text of [GOOD, `\ufeff${GOOD}`, GOOD.replaceAll("\n", "\r\n"), GOOD.trimEnd()]) {
    for (const strict of [false, true]) {
      assertEquals((await lint(shelf, text, strict)).findings, []);
    }
  }
});

Deno.test("ass__lint finds each fault by its rule, in its line, with a mend", async () => {
  await using shelf = await openAss();
  assert(new Set(RULES.map(([rule]) => rule)).size >= 16);
  for (const [cases, strict] of [[RULES, false], [STRICT_RULES, true]] as const) {
    for (const [rule, line, from, to] of cases) {
      const text = GOOD.replaceAll(from, to);
      assert(text !== GOOD, `${rule}: nothing was changed`);
      const { findings } = await lint(shelf, text, strict);
      const found = findings.find((f) => f.rule === rule && f.line === line);
      assert(found, `${rule} in line ${line}: ${JSON.stringify(findings)}`);
      assertEquals(found.severity, "error");
      assert(found.message.length > 10 && found.mend.length > 5, rule);
      if (!strict) continue;
      const mild = await lint(shelf, text);
      assertEquals(mild.findings.filter((f) => f.rule === rule && f.severity === "error"), []);
    }
  }
});

Deno.test("ass__lint reports encodings, and counts what it does not list", async () => {
  await using shelf = await openAss();
  const rules = async (bytes: Uint8Array) => (await lint(shelf, bytes)).findings.map((f) => f.rule);
  assertEquals(await rules(new Uint8Array()), ["file-empty"]);
  assertEquals(await rules(new Uint8Array([0xff, 0xfe, 0x5b, 0])), ["encoding-utf16"]);
  const latin = Uint8Array.from(GOOD.replace("Hello", "Gr\xfc\xdfe"), (c) => c.charCodeAt(0));
  assertEquals(await rules(latin), ["encoding-utf8"]);
  const file = `${shelf.world.root}/many.ass`;
  await Deno.writeTextFile(file, GOOD + '"no" colon \\ here\n'.repeat(300));
  const { stdout, exit_code } = await shelf.client.call("ass__lint", { ass_file_path: file });
  const report = JSON.parse(stdout);
  assertEquals([exit_code, report.error_count, report.findings.length], [1, 300, 200]);
  assertStringIncludes(report.findings[0].message, '"no" colon \\ here'.slice(0, 10));
});
