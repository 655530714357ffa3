import { assertEquals } from "@std/assert";
import { HEAD, lintSketches, scripted, spotsOf } from "./_lint.ts";

const run = (...programs: unknown[]) => ({ permissions: { run: ["bash", ...programs] } });

/** A script's lines after its head, and the places where it calls what is not declared. */
const CALLS: [string, string, string[]][] = [
  ["plainly", "jq . f\n", ["3:1"]],
  ["after &&", "true && jq . f\n", ["3:9"]],
  ["after a pipe", "printf x | jq .\n", ["3:12"]],
  ["in $( )", 'echo "$(jq . f)"\n', ["3:9"]],
  ["in backticks", 'x=`jq . f`\necho "$x"\n', ["3:4"]],
  ["in <( )", 'read -r l < <(jq . f)\necho "$l"\n', ["3:15"]],
  ["in a function", "f() { jq . f; }\nf\n", ["3:7"]],
  ["in an if", "if jq -e . f; then echo a; fi\n", ["3:4"]],
  ["in a loop", 'while read -r l; do jq . <<<"$l"; done\n', ["3:21"]],
  ["behind exec", "exec jq . f\n", ["3:6"]],
  ["behind command", "command jq . f\n", ["3:9"]],
  ["behind a variable's setting", "LC_ALL=C jq . f\n", ["3:10"]],
  ["in a trap", "trap 'jq . f' EXIT\n", ["3:1"]],
  ["by a variable", 'tool=jq\n"$tool" . f\n', ["4:1"]],
  ["by a loop's variable", 'for t in jq; do "$t" . f; done\n', ["3:17"]],
  ["by what command -v found", 't=$(command -v jq)\n"$t" . f\n', ["4:1"]],
  ["by an array", 'c=(jq -e)\nc+=(.)\n"${c[@]}" f\n', ["5:1"]],
  ["by a path", "/usr/bin/jq . f\n", ["3:1"]],
  ["through a function that runs its arguments", 'go() {\n  shift 1\n  "$@"\n}\ngo 1 jq . f\n', [
    "7:6",
  ]],
  ["in a subshell in the background", "(jq . f) &\nwait\n", ["3:2"]],
  ["in a negation", "! jq . f\n", ["3:3"]],
];

for (const [how, body, places] of CALLS) {
  Deno.test(`lintBundles() finds a call of jq ${how}`, async () => {
    const expected = places.map((p) => `undeclared-command ${p}`);
    assertEquals(await spotsOf(scripted(body, run())), expected);
    assertEquals(await spotsOf(scripted(body, run("jq"))), []);
  });
}

Deno.test("lintBundles() looks through env, timeout, nohup, xargs, nice and find", async () => {
  const body = "env -i -u A X=1 timeout -k 2 5 nohup nice -n 3 jq . f\n" +
    "printf a | xargs -0 -n 1 jq\nfind . -exec jq . {} \\;\ntime jq . f\n";
  const programs = ["env", "timeout", "nohup", "nice", "xargs", "find"];
  assertEquals(await spotsOf(scripted(body, run(...programs))), [
    "undeclared-command 3:48",
    "undeclared-command 4:26",
    "undeclared-command 5:14",
    "undeclared-command 6:6",
  ]);
  assertEquals(await spotsOf(scripted(body, run(...programs, "jq"))), []);
});

const RIGHT: [string, ReturnType<typeof scripted>][] = [
  ["is only looked up", scripted("command -v jq >/dev/null || exit 1\n", run())],
  ["is a function", scripted("jq() { echo a; }\njq\n", run())],
  [
    "is in a comment, a text or a here-document",
    scripted('# jq\necho \'jq .\' "jq"\nread -r l <<E\njq .\nE\necho "$l"\n', run()),
  ],
  ["is optional in the declaration", scripted("jq . f\n", run({ name: "jq", optional: true }))],
  ["is declared by a variable's default", scripted("jq . f\n", run("${JQ_CMD:-jq}"))],
  [
    "is arithmetic",
    scripted('jq=1\nif ((jq && !jq)); then echo a; fi\necho "${jq:+$((jq * 2))}"\n', run()),
  ],
  ["is one of any", scripted("jq . f\n", { permissions: { run: "any" } })],
  ["is a word of a case", scripted("case a in jq) echo b ;; jq*) echo c ;; esac\n", run())],
  ["is an item of an array", scripted('a=(jq)\necho "${a[0]}"\n', run())],
];

for (const [what, sketch] of RIGHT) {
  Deno.test(`lintBundles() finds nothing where jq ${what}`, async () => {
    assertEquals(await spotsOf(sketch), []);
  });
}

Deno.test("lintBundles() tells what is declared and never called", async () => {
  const { findings } = await lintSketches(scripted("sleep 1\n", run("sleep", "jq", "git")));
  const surplus = findings.filter((f) => f.rule === "surplus-command");
  assertEquals(surplus.map((f) => [f.level, f.message]), [
    ["warning", 'No tool calls "jq"'],
    ["warning", 'No tool calls "git"'],
  ]);
});

Deno.test("lintBundles() wants hosts for network programs", async () => {
  const open = run("curl", "git");
  assertEquals(await spotsOf(scripted("curl -s https://a.example\n", run("curl"))), [
    "network-undeclared 3:1",
  ]);
  const net = { permissions: { ...open.permissions, net: ["a.example"] } };
  assertEquals(await spotsOf(scripted("curl -s https://a.example\ngit fetch\n", net)), []);
  assertEquals(await spotsOf(scripted("curl --version\ngit status\n", open)), []);
});

Deno.test("lintBundles() finds fixed places that are written", async () => {
  const body = "echo a >/var/log/x\necho a >>/opt/x\necho a | tee /etc/x\ncp a /usr/x\n";
  const permissions = { run: ["bash", "tee", "cp"] };
  assertEquals(await spotsOf(scripted(body, { permissions })), [
    "write-undeclared 3:9",
    "write-undeclared 4:10",
    "write-undeclared 5:14",
    "write-undeclared 6:6",
  ]);
  const write = ["/var/log", "/opt/x", "/etc/x", "/usr"];
  assertEquals(await spotsOf(scripted(body, { permissions: { ...permissions, write } })), []);
  const free =
    'echo a >/tmp/x 2>/dev/null\necho b >&2\ncp /etc/hosts /tmp/y\nread -r l </etc/hosts\necho "$l"\n';
  assertEquals(await spotsOf(scripted(free, { permissions: { run: ["bash", "cp"] } })), []);
});

Deno.test("lintBundles() finds variables that nobody sets", async () => {
  const body = 'echo "${API_KEY:-}" "$HOME" "$BASH_VERSION" "$lower"\nREAD=1\necho "$READ"\n';
  assertEquals(await spotsOf(scripted(body)), ["variable-undeclared 3:7"]);
  const declared = { permissions: { run: ["bash"], env: ["API_KEY"] } };
  assertEquals(await spotsOf(scripted(body, declared)), []);
  const set = { tool: { execution: { env: { static: { API_KEY: "none" } } } } };
  assertEquals(await spotsOf(scripted(body, set)), []);
});

Deno.test("lintBundles() says in words what wide grants are", async () => {
  const wide = async (permissions: Record<string, unknown>) =>
    (await lintSketches(scripted("echo a\n", { permissions }))).findings
      .filter((f) => f.rule === "wide-grant").map((f) => [f.level, f.message.split(":")[0]!]);
  assertEquals(await wide({ run: ["bash", "python3"] }), [
    ["info", '"bash" is a shell'],
    ["info", '"python3" is an interpreter'],
  ]);
  assertEquals((await wide({ run: "any" }))[0]?.[0], "info");
});

Deno.test("lintBundles() says which commands cannot be known", async () => {
  const body = 'c=${TOOL_X:-}\n"$c" a\n"${PREFIX:-}jq" b\n';
  const { findings } = await lintSketches(scripted(body, { inputs: ["x"] }));
  const unknown = findings.filter((f) => f.rule === "dynamic-command");
  assertEquals(unknown.map((f) => [f.level, f.line, f.column]), [["info", 4, 1], ["info", 5, 1]]);
});

Deno.test("lintBundles() compares a Python script's imports with the grants", async () => {
  const script =
    "#!/usr/bin/env python3\nimport json, subprocess\nfrom urllib.request import urlopen\n";
  const sketch = (permissions: Record<string, unknown>) => ({
    b: { permissions, tools: { b__t: { script, interpreter: "python3" } } },
  });
  assertEquals(await spotsOf(sketch({ run: ["python3"] })), [
    "python-imports 2:1",
    "python-imports 3:1",
  ]);
  assertEquals(await spotsOf(sketch({ run: ["python3", "jq"], net: ["a.example"] })), []);
});

Deno.test("lintBundles() does not compare a smoke test with the grants", async () => {
  const files = { "scripts/b__smoke_test__linux_x86_64.sh": `${HEAD}curl a\njq . f\n` };
  const chmod = (folder: string) =>
    Deno.chmod(`${folder}/b/scripts/b__smoke_test__linux_x86_64.sh`, 0o755);
  assertEquals(await spotsOf(scripted("echo a\n", { files }), chmod), []);
});
