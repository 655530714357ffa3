import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { Answer, Client } from "../_client.ts";
import { openShelf } from "./_shelf.ts";

const RECORD = "shell-as-mcp/record";

/** Calls one of the two JSON tools; returns its JSON, with the record's reason beside it. */
async function ask(client: Client, name: string, args: Record<string, unknown>): Promise<Answer> {
  const result = await client.request("tools/call", { name, arguments: args });
  const { reason, sandbox } = result._meta?.[RECORD] ?? {};
  return {
    ...result.structuredContent,
    isError: result.isError,
    reason,
    sandbox,
    text: result.content[0].text,
  };
}

const codes = (answer: Answer): number[] => answer.results.map((r: Answer) => r.code).sort();

const FILES: Record<string, string> = {
  "dirty.sh": "echo $x\n",
  "-S": "#!/bin/sh\n[[ $1 == a ]]\n",
  "main.sh": "#!/bin/sh\n. ./lib.sh\n",
  "lib.sh": "#!/bin/sh\necho $1\n",
  "sub dir/it's.sh": "#!/bin/dash\nlocal x=1\n",
  "directive.sh": "# shellcheck shell=sh\n[[ a == b ]]\n",
  ".shellcheckrc": "disable=SC2086\n",
};

Deno.test("shellcheck__lint tells findings from failures, and none of the known faults is left", async () => {
  await using shelf = await openShelf("shellcheck", {
    prepare: async ({ root }) => {
      await Deno.mkdir(`${root}/sub dir`);
      for (const [name, text] of Object.entries(FILES)) {
        await Deno.writeTextFile(`${root}/${name}`, text);
      }
      const large = new Uint8Array(10_000_001).fill(10);
      await Deno.writeFile(`${root}/large.sh`, large);
    },
  });
  const { client, world } = shelf;
  const lint = (args: Record<string, unknown>) => ask(client, "shellcheck__lint", args);
  const text = (script_content: string, more = {}) => lint({ script_content, ...more });

  // The published fields, and `ok` and `clean` beside them.
  const clean = await text("#!/bin/sh\necho hi\n");
  assertEquals([clean.success, clean.ok, clean.clean, clean.isError], [true, true, true, false]);
  assertEquals([clean.message, clean.results, clean.exit_code], ["No issues found", [], 0]);
  const dirty = await text("echo $x\n");
  assertEquals([dirty.success, dirty.ok, dirty.clean, dirty.isError], [false, true, false, false]);
  assertEquals([dirty.message, dirty.exit_code], [`Found ${dirty.results.length} issue(s)`, 1]);
  assertEquals(codes(dirty), [2086, 2154]);
  assertEquals(dirty.results[0].file, "-");

  // S1, S3: codes are checked, and a failure is none of "clean".
  for (const exclude of ["SC2086, SC2154", "2086 2154", "sc2086,2154", "SC2086,,SC2154,"]) {
    assertEquals((await text("echo $x\n", { exclude })).clean, true, exclude);
  }
  assertEquals(codes(await text("echo $x\n", { include: "SC2086" })), [2086]);
  for (const bad of ["bogus", "all", "-S", "SC20860", "2086;2154", "--version"]) {
    for (const name of ["exclude", "include"]) {
      const answer = await text("echo $x\n", { [name]: bad });
      assertEquals([answer.isError, answer.ok, answer.success, answer.reason], [
        true,
        false,
        false,
        "input",
      ]);
      assertStringIncludes(answer.error, `"${name}" holds "${bad.split(/[\s,]/)[0]}`);
    }
  }

  // S2: a name that begins with a dash is a name. S4: the shebang counts, then the directive.
  const dashed = await lint({ file_path: "-S" });
  assertEquals([dashed.ok, codes(dashed).includes(3010)], [true, true], dashed.text);
  assertEquals(dashed.results[0].file, `${world.root}/-S`);
  assertEquals(codes(await lint({ file_path: "-S", shell: "bash" })), []);
  assert(codes(await lint({ file_path: "directive.sh" })).includes(3010));
  assert(codes(await text(FILES["directive.sh"]!)).includes(3010));
  assertEquals(codes(await text("[[ $1 == a ]]\n")), []);
  assertEquals(codes(await lint({ file_path: "sub dir/it's.sh" })).includes(2168), true);
  // A file beside the script that nobody named changes nothing.
  assertEquals(codes(await lint({ file_path: "dirty.sh" })), [2086, 2154]);

  // S5: sourced files are followed.
  assertEquals(codes(await lint({ file_path: "main.sh" })), [1091]);
  const sourced = await lint({ file_path: "main.sh", check_sourced: true });
  assertEquals([codes(sourced), sourced.results[0].file.endsWith("/lib.sh")], [[2086], true]);
  const given = await text(FILES["main.sh"]!, { check_sourced: true, source_dir: "." });
  assertEquals(codes(given), [2086]);

  // S6: a tab is one column.
  assertEquals((await text("\techo $1\n")).results[0].column, 7);

  // S8: nothing outside the roots. S9: no answer is left out. S10: ash is a shell here.
  for (const file_path of ["/etc/shadow", "../outside.sh"]) {
    const answer = await lint({ file_path });
    assertEquals([answer.isError, answer.reason], [true, "policy"]);
    assertStringIncludes(answer.text, "outside the roots");
  }
  const surrogate = await text("echo \ud800");
  assertEquals([surrogate.isError, surrogate.reason], [true, "input"]);
  assertEquals((await text("echo $1\n", { shell: "ash" })).ok, true);

  // What is wrong is said before anything is run.
  for (
    const [args, words] of [
      [{}, "must be given"],
      [{ file_path: "", script_content: "" }, "must be given"],
      [{ file_path: "none.sh", script_content: "x" }, "not both"],
      [{ script_content: "x", source_dir: "." }, "check_sourced"],
      [{ file_path: "none.sh" }, "none.sh"],
      [{ file_path: "sub dir" }, "sub dir"],
      [{ file_path: "large.sh" }, "10000001 bytes"],
      [{ script_content: "é".repeat(6_000_000) }, "12000000 bytes"],
      [{ script_content: "x", shell: "zsh" }, "shell"],
      [{ script_content: "x", severity: "bogus" }, "severity"],
      [{ script_content: "x", bogus: 1 }, "bogus"],
    ] as const
  ) {
    const answer = await lint(args);
    assertEquals([answer.isError, answer.clean], [true, undefined], answer.text);
    assertStringIncludes(answer.text, words);
  }

  // The rest of the options.
  assertEquals(codes(await text("echo $x\n", { severity: "warning" })), [2154]);
  assert(codes(await text('#!/bin/sh\nx=1\necho "$x"\n', { enable_all: true })).includes(2250));
  const summary = await text("echo $x\n", { summary: true });
  assertEquals(summary.results, []);
  assertEquals(summary.codes, { SC2086: 1, SC2154: 1 });
  assertEquals(summary.counts, { error: 0, warning: 1, info: 1, style: 0 });
  const first = await text("echo $x\n", { max_results: 1 });
  assertEquals([first.results.length, first.total, first.left_out], [1, 2, 1]);
  assertStringIncludes((await text("echo $1\n", { diff: true })).diff, '+echo "$1"\n');

  // The same text, options and version are not checked again; others are.
  const again = await text("#!/bin/sh\necho hi\n");
  assertEquals([again.cached, again.clean], [true, true]);
  assertEquals((await text("#!/bin/sh\necho hi\n", { enable_all: true })).cached, false);
  assertEquals((await lint({ file_path: "dirty.sh" })).cached, false);

  // S7: a long script ends in a clear limit. Other calls go on meanwhile.
  const long = text(`#!/bin/sh\n${'if [ $a = "b" ]; then echo $c; fi\n'.repeat(20_000)}`, {
    timeout_ms: 1500,
  });
  assertEquals((await text("echo quick\n")).ok, true);
  const limited = await long;
  assertEquals([limited.isError, limited.reason, limited.ok], [true, "timeout", false]);
  assertStringIncludes(limited.error, "1500 ms");

  const info = await ask(client, "shellcheck__info", {});
  assertEquals([info.isError, info.ok, info.command], [false, true, "shellcheck"]);
  assertEquals(info.supported_shells, ["ash", "bash", "dash", "ksh", "sh"]);
  assert(/version: \d+\.\d+\.\d+/.test(info.shellcheck_version));
  assertEquals(client.noise, []);
});

/** Stands in for shellcheck where the real one cannot be brought to it: it does what the script says. */
const ODD = `#!/bin/bash
[[ $1 != --version ]] || { echo 'version: 9.9.9'; exit 0; }
IFS= read -r what
case $what in
  exit*) echo 'odd words' >&2; exit "\${what#exit }" ;;
  text) echo '{this is not json!!!' ; exit 1 ;;
  nothing) exit 0 ;;
  many) printf '{"comments":['
    for ((i = 1; i < 10000; i++)); do
      printf '{"file":"-","line":%d,"level":"info","code":2086,"message":"%0250d نص ข้อความ 文本 \\\\"\\\\\\\\","fix":null},' "$i" "$i"
    done
    printf '{"file":"-","line":10000,"level":"style","code":2001,"message":"last","fix":null}]}'; exit 1 ;;
  sleep) : >"$0.running"; sleep 60 ;;
esac
`;

Deno.test("SHELLCHECK_CMD names the program; its failures are failures and 10,000 findings come whole", async () => {
  await using shelf = await openShelf("shellcheck", {
    prepare: async ({ folder }) => {
      await Deno.writeTextFile(`${folder}/odd-shellcheck`, ODD);
      await Deno.chmod(`${folder}/odd-shellcheck`, 0o755);
    },
    variables: ({ folder }) => ({ SHELLCHECK_CMD: `${folder}/odd-shellcheck` }),
    more: () => ["--grant", "shellcheck:run=sleep"],
  });
  const { client, world } = shelf;
  const lint = (script_content: string) => ask(client, "shellcheck__lint", { script_content });
  for (const code of [2, 3, 4, 77]) {
    const answer = await lint(`exit ${code}`);
    assertEquals([answer.isError, answer.ok, answer.success], [true, false, false]);
    assertEquals([answer.exit_code, answer.results], [code, []]);
    assertStringIncludes(answer.error, "odd words");
  }
  for (const what of ["text", "nothing"]) {
    const answer = await lint(what);
    assertEquals([answer.isError, answer.ok], [true, false]);
    assertStringIncludes(answer.error, "Cannot read what shellcheck printed");
  }
  const many = await lint("many");
  assertEquals([many.ok, many.total, many.results.length, many.left_out], [
    true,
    10_000,
    10_000,
    0,
  ]);
  assert(JSON.stringify(many.results).length > 3_000_000);
  assertStringIncludes(many.results[9_998].message, 'نص ข้อความ 文本 "\\');
  const info = await ask(client, "shellcheck__info", {});
  assertEquals(info.command, `${world.folder}/odd-shellcheck`);
  assertStringIncludes(info.shellcheck_version, "9.9.9");

  // S11: cancelled, the check is a dead process.
  const { id, answer } = await client.send("tools/call", {
    name: "shellcheck__lint",
    arguments: { script_content: "sleep" },
  });
  const sleeping = () =>
    [...Deno.readDirSync("/proc")].some(({ name }) => {
      try {
        return Deno.readTextFileSync(`/proc/${name}/cmdline`).includes(
          `${world.folder}/odd-shellcheck\0--norc`,
        );
      } catch {
        return false;
      }
    });
  while (!sleeping()) await new Promise((resolve) => setTimeout(resolve, 20));
  await client.notify("notifications/cancelled", { requestId: id });
  while (sleeping()) await new Promise((resolve) => setTimeout(resolve, 20));
  void answer;
});

Deno.test("without shellcheck the tools say how to install it, and are listed all the same", async () => {
  await using shelf = await openShelf("shellcheck", {
    variables: ({ folder }) => ({ SHELLCHECK_CMD: `${folder}/none` }),
  });
  const { client } = shelf;
  for (const [name, args] of [["lint", { script_content: "echo hi" }], ["info", {}]] as const) {
    const answer = await ask(client, `shellcheck__${name}`, args);
    assertEquals([answer.isError, answer.clean, answer.reason], [true, undefined, "spawn"]);
    assertStringIncludes(answer.text, `${shelf.world.folder}/none`);
  }
});
