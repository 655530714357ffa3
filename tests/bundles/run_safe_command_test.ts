import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { names } from "./_media.ts";
import { HOSTILE, openShelf } from "./_shelf.ts";

const stages = (...list: [string, ...string[]][]) =>
  JSON.stringify(list.map(([command, ...args]) => ({ command, args })));

Deno.test("run_safe_command tools run programs without a shell", async (t) => {
  await using shelf = await openShelf("run_safe_command", {
    more: () => ["--approve", "run_safe_command__*"],
    env: { TOOL_CONFIRM_ACTION: "true", SECRET_KEY: "not for programs" },
  });
  const { client, world } = shelf;
  const work = `${world.root}/work`;
  await Deno.mkdir(work);
  await Deno.writeTextFile(`${work}/words`, "pear\napple\nfig\napple\n");
  await Deno.writeTextFile(`${world.folder}/secret`, "outside");
  const here = { working_dir: work };
  const execute = (command: string, args: string[]) =>
    client.finish("run_safe_command__execute", {
      command,
      args_json: JSON.stringify(args),
      ...here,
    });
  const pipeline = (...list: [string, ...string[]][]) =>
    client.finish("run_safe_command__pipeline", { stages_json: stages(...list), ...here });

  await t.step("healthz tells what can be done", async () => {
    const record = await client.call("run_safe_command__healthz");
    // Run as nobody, who may not see a Python in a home.
    if (record.reason === "sandbox") return;
    const health = JSON.parse(record.stdout);
    assertEquals([health.status, health.missing, health.can.confine_sed], ["ok", [], true]);
    for (const name of ["grep", "sed", "wc"]) assert(health.pipeline_programs.includes(name));
  });

  await t.step("help explains every topic and no other", async () => {
    for (const topic of ["overview", "execute", "pipeline", "approval", "audit"]) {
      const { stdout } = await client.call("run_safe_command__help", { topic });
      assertStringIncludes(stdout, topic === "overview" ? "help" : topic);
    }
    for (const topic of ["../bundle.yaml", "all", "", "audit\n"]) {
      await shelf.refused("help", { topic }, "topic");
    }
  });

  await t.step("execute passes words as they are, and the exit code back", async () => {
    const odd = ["a b", "", "$(id)", "`id`", "x\ny", "*", "-n", "Grüße 🙂", "'\"\\"];
    const printed = await execute("printf", ["<%s>", ...odd]);
    assertEquals(printed.stdout, odd.map((w) => `<${w}>`).join(""));
    const failed = await execute("bash", ["-c", "echo out; echo err >&2; exit 7"]);
    assertEquals([failed.isError, failed.exit_code], [true, 7]);
    assertEquals([failed.stdout, failed.stderr], ["out", "err"]);
  });

  await t.step("execute sees nothing but its folder, and no variable of the server", async () => {
    const { stdout } = await execute("bash", [
      "-c",
      `echo made > made; cat ${world.folder}/secret 2>&1; ls ${world.root}; env; true`,
    ]);
    assertStringIncludes(stdout, "No such file");
    assert(!/outside|SECRET_KEY|TOOL_/.test(stdout.replace(/secret.*/, "")), stdout);
    assertEquals(names(work), ["made", "words"]);
  });

  await t.step("execute refuses what is no program or no list of words", async () => {
    const bad = (command: string, args_json: string, ...words: string[]) =>
      shelf.refused("execute", { command, args_json, ...here }, ...words);
    const noNames = ["cat words", "./words", "/usr/../usr/bin/cat", "/", ...HOSTILE];
    await Promise.all([
      ...noNames.filter((c) => c !== "/etc/passwd").map((c) => bad(c, "[]", "command")),
      bad("no-such-program", "[]", "Cannot find the program"),
      bad("/usr/bin/no-such-program", "[]", "Cannot start"),
      bad("/etc/passwd", "[]", "Cannot start"),
      bad("cat", "words", "args_json", "no JSON"),
      bad("cat", '{"a":1}', "array of strings"),
      bad("cat", "[1]", "array of strings"),
      bad("cat", '["a\\u0000b"]', "NUL"),
      bad("cat", "[".repeat(50_000), "args_json"),
    ]);
    await shelf.refused(
      "execute",
      { command: "id", args_json: "[]", working_dir: "/etc" },
      "roots",
    );
    await shelf.refused("execute", { command: "id", args_json: "[]" }, "working_dir");
  });

  await t.step("pipeline streams any amount, and lets stages end early", async () => {
    const long = await pipeline(["seq", "600000"], ["tac"], ["cat"], ["tac"], ["wc", "-l"]);
    assertEquals([long.isError, long.stdout], [false, "600000"], long.stderr);
    const early = await pipeline(["seq", "600000"], ["cat"], ["head", "-n", "1"]);
    assertEquals([early.isError, early.stdout, early.stderr], [false, "1", ""]);
    const counted = await pipeline(["sort", "words"], ["uniq", "-c"], ["sort", "-rn"]);
    assertEquals(counted.stdout.split("\n")[0].trim(), "2 apple");
    const none = await pipeline(["grep", "kiwi", "words"], ["wc", "-l"]);
    assertEquals([none.isError, none.stdout], [false, "0"]);
    const failed = await pipeline(["cat", "no-such-file"], ["wc", "-l"]);
    assertEquals([failed.isError, failed.exit_code, failed.stdout], [true, 1, "0"]);
    assertStringIncludes(failed.stderr, 'Stage 1 ("cat") ended with exit code 1');
  });

  await t.step("pipeline starts nothing but its list, and writes nothing", async () => {
    const starters: [string, ...string[]][] = [
      ["env", "id"],
      ["xargs", "id"],
      ["awk", 'BEGIN{system("id")}'],
      ["find", ".", "-exec", "id", ";"],
      ["find", ".", "-execdir", "id", ";"],
      ["find", ".", "-ok", "id", ";"],
      ["find", ".", "-delete"],
      ["find", ".", "-fprintf", "x", "y"],
      ["sort", "--compress-program=id", "words"],
      ["sort", "--comp", "id", "words"],
      ["sed", "1e id", "words"],
      ["sed", "s/a/id/e", "words"],
      ["sed", "w made", "words"],
      ["sed", "-i", "s/a/b/", "words"],
      ["sort", "-o", "words", "words"],
      ["tee", "made"],
      ["python3", "-c", "1"],
      ["bash", "-c", "id"],
      ["printenv"],
      ["/usr/bin/id"],
      ["cat", `${world.folder}/secret`],
      ["cat", "../../secret"],
      ["grep", "-f/etc/shadow", "words"],
    ];
    const before = names(work);
    const records = await Promise.all(starters.map((s) => pipeline(s)));
    for (const [i, record] of records.entries()) {
      const said = `${starters[i]!.join(" ")}: ${record.text} ${record.stdout}`;
      assert(record.isError && !/uid=|outside/.test(record.stdout), said);
    }
    assertEquals(names(work), before);
    assertEquals(await Deno.readTextFile(`${work}/words`), "pear\napple\nfig\napple\n");
  });

  await t.step("pipeline refuses what is no list of stages", async () => {
    const bad = (stages_json: string, ...words: string[]) =>
      shelf.refused("pipeline", { stages_json, ...here }, ...words);
    await Promise.all([
      bad("cat words | id", "no JSON"),
      bad("[]", "1 to 10 stages"),
      bad(stages(...Array<[string]>(11).fill(["cat"])), "1 to 10 stages"),
      bad('["cat"]', "stage 1"),
      bad('[{"command":"cat","env":{}}]', '"env"'),
      bad('[{"command":"cat","args":"words"}]', "array of strings"),
      bad('[{"command":"cat"},{"command":"nc"}]', '"nc" in stage 2', "execute"),
    ]);
    await shelf.refused(
      "pipeline",
      { stages_json: "[]", working_dir: `${work}/no` },
      "working_dir",
    );
  });

  await t.step("audit_get reads the log, and audit_rotate begins a new one", async () => {
    const log = await shelf.answer("audit_get", { limit: 1000 });
    assertEquals([log.chain, log.returned], [{ intact: true, fault: null }, log.total]);
    const tools = log.entries.map((e: { tool: string }) => e.tool);
    assert(tools.includes("run_safe_command__pipeline"), tools.join());
    assertEquals((await shelf.answer("audit_get", { limit: 2 })).entries.length, 2);
    const first = await shelf.answer("audit_rotate", { max_files: 1 });
    assertEquals(first.kept.length, 2);
    const second = await shelf.answer("audit_rotate", { max_files: 1 });
    assertEquals([second.removed, second.kept.length], [[first.rotated], 2]);
    const fresh = await shelf.answer("audit_get");
    assertEquals([fresh.total, fresh.files], [1, ["audit.jsonl"]]);
    const both = await shelf.answer("audit_get", { include_rotated: true });
    assertEquals([both.total, both.chain.intact], [3, true]);
    await shelf.refused("audit_get", { limit: 0 }, "limit");
    await shelf.refused("audit_get", { limit: "many" }, "limit");
    await shelf.refused("audit_get", { rotated_file_limit: 51 }, "rotated_file_limit");
    await shelf.refused("audit_rotate", { max_files: 0 }, "max_files");
    await shelf.refused("audit_rotate", { max_files: -1 }, "max_files");
    await shelf.refused("audit_rotate", { path: "/etc" }, "path");
  });
});

Deno.test("run_safe_command tools that change things ask a person", async () => {
  await using shelf = await openShelf("run_safe_command", {
    env: { TOOL_CONFIRM_ACTION: "true", DEFAULT_APPROVALS: "1" },
  });
  const args = { command: "touch", args_json: '["made"]', working_dir: shelf.world.root };
  const record = await shelf.client.call("run_safe_command__execute", args);
  assertEquals([record.isError, record.reason], [true, "policy"], record.text);
  assertStringIncludes(record.message, "--approve run_safe_command__execute");
  await shelf.refused("audit_rotate", {}, "a person said yes");
  assertEquals(names(shelf.world.root), []);
});
