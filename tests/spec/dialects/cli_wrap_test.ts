import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { parseConfig } from "../../../src/spec/dialects/cli_wrap/config.ts";
import { fromPython } from "../../../src/spec/dialects/cli_wrap/python_pattern.ts";
import { compilePattern } from "../../../src/spec/pattern.ts";
import { RULES } from "../../../src/spec/rules.ts";
import { GOOD_ROWS, LOAD_ROWS } from "./_load_rows.ts";

Deno.test("parseConfig() tells what breaks each rule, and where", () => {
  for (const [name, text, rule, line] of LOAD_ROWS) {
    const { config, problems } = parseConfig(text, "c.yaml");
    const found = problems.filter((p) => p.rule === rule);
    assert(found.length > 0, `${name}: ${JSON.stringify(problems)}`);
    if (line !== undefined) assertEquals(found[0]!.line, line, name);
    assertEquals(config === undefined, rule !== "config-unused", name);
  }
});

Deno.test("parseConfig() takes what the published program takes or should have taken", () => {
  for (const [name, text] of GOOD_ROWS) {
    const { config, problems } = parseConfig(text, "c.yaml");
    assertEquals([name, problems, config === undefined], [name, [], false]);
  }
});

Deno.test("The table has a row for each rule of configurations and L1 to L29", () => {
  const tried = new Set(LOAD_ROWS.map((r) => r[2]));
  const own = RULES.map((r) => r.id).filter((id) => id.startsWith("config-"));
  assertEquals(own.filter((id) => !tried.has(id)), []);
  for (let n = 1; n <= 29; n++) {
    assert(LOAD_ROWS.some(([name]) => name.split(" ")[0] === `L${n}`), `L${n}`);
  }
  assert(LOAD_ROWS.length + GOOD_ROWS.length >= 120);
});

Deno.test("parseConfig() tells all faults of a file at once, with line and column", () => {
  const text = `server: {}
defaults: {timeout_sec: 5}
tools:
  - name: a b
    argv: [5]
  - name: ok
    argv: [echo, "{p:>3}"]
    params: {p: {type: float, min: 1}}
`;
  const { problems } = parseConfig(text, "c.yaml");
  const places = problems.map((p) => `${p.line}:${p.rule}`);
  for (
    const place of [
      "1:config-server",
      "2:unknown-key",
      "4:config-tool-name",
      "5:wrong-type",
      "7:argv-template",
      "8:wrong-value",
      "8:unknown-key",
    ]
  ) assert(places.includes(place), `${place} in ${places}`);
  assert(problems.every((p) => p.column >= 1 && p.mend !== ""));
});

/** `[pattern, what Python's fullmatch takes, what it does not]`. */
const PATTERNS: [string, string[], string[]][] = [
  ["a.c", ["abc"], ["a\nc", "abcd", "abc\n"]],
  ["(?s)a.c", ["a\nc"], ["ac"]],
  ["(?i)abc", ["ABC"], ["ab"]],
  ["(?P<n>a+)-(?P<m>b)", ["aa-b"], ["a-"]],
  ["\\d+", ["12", "٣"], ["x"]],
  ["(?a)\\d+", ["12"], ["٣"]],
  ["\\w+", ["é_1"], ["a-b"]],
  ["[\\w.-]+", ["a.b-ö"], ["a b"]],
  ["\\s", ["\u00a0", "\v", "\x1c"], ["x"]],
  ["[\\s\\S]*", ["a\nb", ""], []],
  ["\\W", ["-"], ["é"]],
  ["^a$", ["a"], ["a\n"]],
  ["^(a|b)$", ["b"], ["c"]],
  ["a\\Z", ["a"], ["a\n"]],
  ["a{,2}", ["", "aa"], ["aaa", "a{,2}"]],
  ["\\x41\\u00e9\\101", ["AéA"], ["A"]],
  ["[[:x]+", ["[:x"], ["a"]],
  ["[]a]", ["]", "a"], ["b"]],
  ["(?#note)a", ["a"], ["b"]],
  ["[\\b]", ["\b"], ["b"]],
  ["\\-\\.\\/", ["-./"], ["x"]],
];

Deno.test("fromPython() keeps the meaning of a pattern", () => {
  for (const [source, takes, refuses] of PATTERNS) {
    const pattern = compilePattern(fromPython(source));
    for (const value of takes) assert(pattern.test(value), `${source} takes ${value}`);
    for (const value of refuses) assert(!pattern.test(value), `${source} refuses ${value}`);
  }
});

Deno.test("fromPython() says why there is no equal", () => {
  const refused = {
    "(?=a)": "looking ahead",
    "(?<=a)b": "looking behind",
    "(a)\\1": "back-references",
    "(?>a)": "atomic",
    "(a)(?(1)b)": "conditions",
    "(?x)a": "verbose",
    "a$b": '"\\Z"',
    "\\bword": "(?a)",
    "a(?i)b": "at its start",
    "(?<n>a)": "(?P<name>",
    "\\p{L}": "no escape",
    "a\\": "single",
  };
  for (const [source, reason] of Object.entries(refused)) {
    const error = assertThrows(() => fromPython(source), SyntaxError);
    assertStringIncludes(error.message, reason);
  }
});
