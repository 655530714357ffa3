import { assertEquals } from "@std/assert";
import { githubReport } from "../../src/lint/formats/github.ts";
import { jsonReport } from "../../src/lint/formats/json.ts";
import { sarifReport } from "../../src/lint/formats/sarif.ts";
import { textReport } from "../../src/lint/formats/text.ts";
import { type Finding, settle } from "../../src/lint/problem.ts";

const FINDINGS: Finding[] = [
  {
    rule: "script-eval",
    level: "error",
    file: "/w/b/scripts/a b.sh",
    line: 3,
    column: 5,
    message: '"eval" reads 100%\n::error::x',
    mend: "Call the program",
  },
  {
    rule: "wide-grant",
    level: "info",
    file: "/other/bundle.yaml",
    line: 1,
    column: 1,
    message: "A\u001b[31m \u202Eshell",
    mend: "Read it",
  },
];

Deno.test("textReport() prints a line each, and no control characters", () => {
  assertEquals(
    textReport(FINDINGS, "/w"),
    'b/scripts/a b.sh:3:5: error script-eval: "eval" reads 100%\\u{a}::error::x. Call the program.\n' +
      "/other/bundle.yaml:1:1: info wide-grant: A\\u{1b}[31m \\u{202e}shell. Read it.\n",
  );
});

Deno.test("githubReport() prints one command each, which no text can break out of", () => {
  assertEquals(
    githubReport([...FINDINGS, { ...FINDINGS[0]!, level: "warning", file: "/w/a,b:c.sh" }], "/w"),
    '::error file=b/scripts/a b.sh,line=3,col=5,title=script-eval::"eval" reads 100%25%0A::error::x. Call the program.\n' +
      "::notice file=/other/bundle.yaml,line=1,col=1,title=wide-grant::A\u001b[31m \u202Eshell. Read it.\n" +
      '::warning file=a%2Cb%3Ac.sh,line=3,col=5,title=script-eval::"eval" reads 100%25%0A::error::x. Call the program.\n',
  );
});

Deno.test("jsonReport() gives an array of findings", () => {
  assertEquals(JSON.parse(jsonReport(FINDINGS, "/w")), [
    { ...FINDINGS[0], file: "b/scripts/a b.sh" },
    FINDINGS[1],
  ]);
  assertEquals(jsonReport([], "/w"), "[]\n");
});

Deno.test("sarifReport() gives one run with rules and results", () => {
  const rules = [{ id: "script-eval", title: "No code", why: "It runs", mend: "Do not" }];
  assertEquals(JSON.parse(sarifReport(FINDINGS, "/w", { name: "t", version: "1.0.0" }, rules)), {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [{
      tool: {
        driver: {
          name: "t",
          version: "1.0.0",
          rules: [
            {
              id: "script-eval",
              shortDescription: { text: "No code." },
              fullDescription: { text: "It runs." },
              help: { text: "Do not." },
            },
            { id: "wide-grant" },
          ],
        },
      },
      columnKind: "utf16CodeUnits",
      results: [
        {
          ruleId: "script-eval",
          ruleIndex: 0,
          level: "error",
          message: { text: '"eval" reads 100%\n::error::x. Call the program.' },
          locations: [{
            physicalLocation: {
              artifactLocation: { uri: "b/scripts/a%20b.sh" },
              region: { startLine: 3, startColumn: 5 },
            },
          }],
        },
        {
          ruleId: "wide-grant",
          ruleIndex: 1,
          level: "note",
          message: { text: "A\u001b[31m \u202Eshell. Read it." },
          locations: [{
            physicalLocation: {
              artifactLocation: { uri: "file:///other/bundle.yaml" },
              region: { startLine: 1, startColumn: 1 },
            },
          }],
        },
      ],
    }],
  });
});

Deno.test("settle() sorts by file, line, column and rule, and keeps each finding once", () => {
  const at = (file: string, line: number, rule: string): Finding => ({
    ...FINDINGS[0]!,
    file,
    line,
    rule,
  });
  const list = [
    at("b", 1, "x"),
    at("a", 10, "x"),
    at("a", 2, "y"),
    at("a", 2, "x"),
    at("a", 2, "x"),
  ];
  assertEquals(settle(list).map((f) => `${f.file}${f.line}${f.rule}`), [
    "a2x",
    "a2y",
    "a10x",
    "b1x",
  ]);
});
