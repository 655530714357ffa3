import { assertEquals } from "@std/assert";
import { HEAD, scripted, spotsOf } from "./_lint.ts";

const ONE = { inputs: ["x"] };

const RIGHT: [string, ReturnType<typeof scripted>][] = [
  ["has positional parameters in functions", scripted('f() { echo "$1" "$@"; }\nf a\n')],
  ["sets its own arguments", scripted('set -- a b\necho "$1"\n')],
  [
    "declares arguments",
    scripted('echo "$1" "$TOOL_X"\n', {
      ...ONE,
      tool: {
        execution: {
          script: { path: "./scripts/b__t.sh", interpreter: "bash", args: ["{{x}}"] },
          env: { fromParams: { TOOL_X: "x" } },
        },
      },
    }),
  ],
  ["tests a value in [[ ]]", scripted("[[ $TOOL_X == a ]] || exit 1\n", ONE)],
  ["chooses by a value", scripted("case $TOOL_X in a) echo b ;; esac\n", ONE)],
  ["assigns a value", scripted('y=$TOOL_X\necho "$y"\n', ONE)],
  ["counts the letters of a value", scripted("echo ${#TOOL_X}\n", ONE)],
  ["reads a value from a here-string", scripted('read -r l <<<$TOOL_X\necho "$l"\n', ONE)],
  ["writes a value into a here-document", scripted('read -r l <<E\n$TOOL_X\nE\necho "$l"\n', ONE)],
  ["evaluates a fixed text", scripted("eval 'echo a'\n")],
  ["gives bash -c a fixed text", scripted('bash -c "echo a"\n')],
  [
    "gives a value to grep behind --",
    scripted('grep -- "$TOOL_X" /etc/hosts\n', { ...ONE, permissions: { run: ["bash", "grep"] } }),
  ],
  [
    "gives a value as an option's",
    scripted('grep -e "$TOOL_X" --label="$TOOL_X" /etc/hosts\n', {
      ...ONE,
      permissions: { run: ["bash", "grep"] },
    }),
  ],
  [
    "gives a real path to cat",
    scripted('cat "$TOOL_X"\n', {
      permissions: { run: ["bash", "cat"] },
      tool: { properties: { x: { type: "string", path: "read" } } },
    }),
  ],
  [
    "gives a number to sleep",
    scripted('sleep "$TOOL_X"\n', {
      permissions: { run: ["bash", "sleep"] },
      tool: { properties: { x: { type: "integer" } } },
    }),
  ],
  ["looks a variable's name up", scripted('n=TOOL_X\necho "${!n}"\n', ONE)],
  ["tests a variable for being set", scripted("[[ -v TOOL_X ]] || exit 1\n", ONE)],
  [
    "computes with an input",
    scripted("((TOOL_X > 3)) || exit 1\n", { tool: { properties: { x: { type: "integer" } } } }),
  ],
  [
    "checks its confirmation",
    scripted("[[ ${TOOL_CONFIRM_ACTION:-} == true ]] || exit 2\n", { inputs: ["confirm_action"] }),
  ],
  [
    "checks a copy of its confirmation",
    scripted('c=${TOOL_CONFIRM_ACTION:-}\n[ "$c" = true ] || exit 2\n', {
      inputs: ["confirm_action"],
    }),
  ],
  ["is of sh", scripted("", { tool: { script: "#!/bin/sh\nset -eu\necho a\n" } })],
  [
    "has comments before set",
    scripted("", {
      tool: { script: "#!/usr/bin/env bash\n# What it does.\n\nset -euo pipefail\necho a\n" },
    }),
  ],
  ["has awkward quoting", scripted("echo $'a\\\\' \"it's\" $'\\'' \"$((10#7 + 1))\"\n")],
];

for (const [what, sketch] of RIGHT) {
  Deno.test(`lintBundles() finds nothing in a script that ${what}`, async () => {
    assertEquals(await spotsOf(sketch), []);
  });
}

Deno.test("lintBundles() follows what a script sources", async () => {
  const found = await spotsOf({
    b: {
      tools: {
        b__t: {
          properties: { x: { type: "string" } },
          script: `${HEAD}source "\${BASH_SOURCE[0]%/*}/_lib.sh"\nshow\n`,
        },
      },
      files: { "scripts/_lib.sh": `${HEAD}show() { echo $TOOL_X; }\n` },
    },
  }, (folder) => Deno.chmod(`${folder}/b/scripts/_lib.sh`, 0o755));
  assertEquals(found, ["script-unquoted 3:15"]);
});

Deno.test("lintBundles() wants a person asked before a tool destroys", async () => {
  const annotations = { destructiveHint: true };
  const tool = { tool: { annotations } };
  assertEquals((await spotsOf(scripted("echo a\n", { tool }))).map((s) => s.split(" ")[0]), [
    "destructive-unconfirmed",
  ]);
  const asked = { tool: { annotations }, execution: { confirm: "human" } };
  assertEquals(await spotsOf(scripted("echo a\n", { tool: asked })), []);
  const named = {
    tool: { annotations },
    properties: { x: { type: "string", path: "write" } },
  };
  assertEquals(await spotsOf(scripted('echo a >"$TOOL_X"\n', { tool: named })), []);
});
