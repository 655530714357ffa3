/**
 * Values of arguments stay values: none is run, and none reaches a variable that was not declared for it.
 */
import { assert, assertEquals } from "@std/assert";
import { Client } from "../_client.ts";
import { thisPerson } from "../_user.ts";
import { World } from "../_world.ts";

/** Printed by a value that was run. */
const RAN = "RAN-BY-A-VALUE";

const VALUES = [
  `$(echo ${RAN})`,
  "`echo " + RAN + "`",
  `"; echo ${RAN}; "`,
  `'; echo ${RAN}; '`,
  `a\necho ${RAN}\n`,
  `() { :; }; echo ${RAN}`,
  `x[$(echo ${RAN})]`,
  `%s%n$(echo ${RAN})`,
  `\${IFS}\${x:-$(echo ${RAN})}`,
  `| echo ${RAN}`,
  `& echo ${RAN}`,
  `BASH_ENV=/tmp/x`,
  `--`,
  `*`,
  `~`,
  `\\`,
  `{a,b}`,
  `!!`,
  `\u0007\u001b]0;x`,
];

Deno.test("values of arguments are handed over as they are, and reach nothing else", async (t) => {
  await using world = await World.make();
  const value = { value: { type: "string" } };
  await world.bundle("value", {
    permissions: { run: ["bash", "cat"] },
    tools: {
      value__variable: {
        properties: value,
        script: `printf '%s' "$TOOL_VALUE" | cat -v; printf '|'; compgen -e | { mapfile -t all;
          printf '%s ' "\${all[@]}"; }`,
      },
      value__argument: {
        properties: { ...value, value: { type: "string", allowDashPrefix: true } },
        script: `printf '%s' "$1" | cat -v; printf '|%s' "$#"`,
        execution: {
          script: {
            path: "./scripts/value__argument.sh",
            interpreter: "bash",
            args: ["{{value}}"],
          },
          env: {},
        },
      },
      value__stdin: {
        properties: value,
        script: `cat -v; printf '|'`,
        execution: { stdin: "value", env: {} },
      },
    },
  });
  await using client = await Client.start((await thisPerson()).start(...world.only()));
  const seen = new Set<string>();
  for (const value of VALUES) {
    await t.step(JSON.stringify(value), async () => {
      for (const tool of ["value__variable", "value__argument", "value__stdin"]) {
        const { stdout, status, result } = await client.call(tool, { value });
        assertEquals(status, "success", JSON.stringify(result));
        const end = stdout.lastIndexOf("|");
        // cat -v spells control characters; line breaks stay.
        const shown = value.replaceAll("\u0007", "^G").replaceAll("\u001b", "^[");
        assertEquals(stdout.slice(0, end), shown, tool);
        if (tool === "value__argument") assertEquals(stdout.slice(end), "|1");
        if (tool === "value__variable") seen.add(stdout.slice(end + 1));
      }
    });
  }
  assertEquals(seen.size, 1, "The variables differ between calls");
  const names = [...seen][0]!.split(" ");
  assert(names.includes("TOOL_VALUE"));
  for (const name of ["BASH_ENV", "ENV", "LD_PRELOAD", "SHELLOPTS", "IFS", "PS4", "HOSTNAME"]) {
    assert(!names.includes(name), `"${name}" is set`);
  }
});

Deno.test("a tool that would hand a value to a variable that runs code is not served", async () => {
  await using world = await World.make();
  const names = ["BASH_ENV", "ENV", "LD_PRELOAD", "PATH", "IFS", "PERL5OPT", "GCONV_PATH"];
  const tools = Object.fromEntries(
    names.map((name) => [`bad__${name.toLowerCase().replace("perl5opt", "perl")}`, {
      properties: { value: { type: "string" } },
      script: ":",
      execution: { env: { fromParams: { [name]: "value" } } },
    }]),
  );
  await world.bundle("bad", { tools });
  await using client = await Client.start((await thisPerson()).start(...world.only()));
  const served = (await client.request("tools/list")).tools.map((t: { name: string }) => t.name);
  assertEquals(served.filter((name: string) => name.startsWith("bad__")), []);
  for (const name of names) assert(client.stderr.includes(`"${name}"`), client.stderr);
});
