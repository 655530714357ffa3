import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { assertGolden } from "../_golden.ts";
import { commandHelp, completions, helpText, meant, SHELLS } from "../../src/cli/help.ts";
import { COMMANDS, main } from "../../src/cli/main.ts";
import { CLIENT_NAMES } from "../../src/cli/clients.ts";
import { OPTIONS } from "../../src/cli/option_table.ts";

const TABLES = { commands: COMMANDS, options: OPTIONS };
const golden = (name: string) => new URL(`golden/${name}`, import.meta.url);

Deno.test("help and every command's --help are what the tables say", async () => {
  const pages = [helpText(TABLES), ...Object.keys(COMMANDS).map((n) => commandHelp(n, TABLES))];
  await assertGolden(pages.join("\n\n=====\n\n") + "\n", golden("help.txt"));
  for (const line of pages.join("\n").split("\n")) {
    // An option's own line may be longer: it is one word.
    assert(line.length <= 80 || line.startsWith("  --") || line.startsWith("shell-as-mcp "), line);
  }
});

Deno.test("every option of a command is known, and names commands that there are", () => {
  for (const { name, commands } of OPTIONS) {
    for (const command of commands ?? []) {
      assert(Object.hasOwn(COMMANDS, command), `${name}: ${command}`);
    }
  }
  assertEquals(OPTIONS.find((o) => o.name === "client")!.value!.split("|"), [...CLIENT_NAMES]);
});

Deno.test("completions() prints scripts that their shells read", async () => {
  for (const shell of SHELLS) {
    const text = completions(shell, TABLES);
    for (const { name } of OPTIONS) {
      assertStringIncludes(text, shell === "fish" ? `-l ${name}` : `--${name}`);
    }
  }
  const script = `${completions("bash", TABLES)}
complete_words() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _shell_as_mcp; echo "\${COMPREPLY[@]}"; }
complete_words shell-as-mcp uni
complete_words shell-as-mcp install --client co
complete_words shell-as-mcp lint --form`;
  const { stdout } = await new Deno.Command("bash", { args: ["-c", script] }).output();
  assertEquals(new TextDecoder().decode(stdout), "uninstall\ncodex\n--format\n");
});

Deno.test("main() says the nearest right name of a command and of an option", async () => {
  const said: string[] = [];
  const { error } = console;
  console.error = (text: string) => said.push(text);
  try {
    assertEquals(await main(["instal"]), 2);
    assertEquals(await main(["list", "--bundel=x"]), 2);
    assertEquals(await main(["help", "doctr"]), 2);
  } finally {
    console.error = error;
  }
  assertStringIncludes(said[0]!, 'did you mean "install"?');
  assertStringIncludes(said[1]!, 'Unknown option "--bundel"; did you mean "--bundle"?');
  assertStringIncludes(said[2]!, 'did you mean "doctor"?');
  assertEquals(meant("zzzzzz", ["a", "b"]), "there are a, b");
});
