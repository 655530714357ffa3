import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { World } from "../_world.ts";
import { ask, openDirector, refused } from "./_director.ts";

const PREVIEW = 51_200;

Deno.test("director: files, searches and commands", async (t) => {
  await using world = await World.make();
  const at = (name: string) => `${world.root}/${name}`;
  await Deno.writeTextFile(`${world.folder}/outside`, "secret\n");
  await Deno.symlink(`${world.folder}/outside`, at("link"));
  await using client = await openDirector(world);
  const call = (name: string, args: Record<string, unknown> = {}) => ask(client, name, args);
  const fails = (name: string, args: Record<string, unknown>, ...words: string[]) =>
    refused(client, name, args, ...words);

  await t.step("fifteen tools, under bare names", async () => {
    const { tools } = await client.request("tools/list");
    assertEquals(tools.length, 15);
    assert(tools.every((tool: { outputSchema?: unknown }) => tool.outputSchema));
  });

  await t.step("write_file", async () => {
    const path = at("a/b/c.txt");
    await fails("write_file", { path, content: "", create_dirs: false }, "does not exist");
    assertEquals([...Deno.readDirSync(world.root)].map((e) => e.name), ["link"]);
    const made = await call("write_file", { path, content: "héé\n", append: true });
    assertEquals([made.created, made.bytes_written, made.appended], [true, 6, true]);
    await Deno.chmod(path, 0o660);
    await call("write_file", { path, content: "x", append: true });
    assertEquals(await Deno.readTextFile(path), "héé\nx");
    const empty = await call("write_file", { path, content: "" });
    assertEquals([empty.created, Deno.statSync(path).size], [false, 0]);
    assertEquals(Deno.statSync(path).mode! & 0o777, 0o660);
    await fails("write_file", { path: "a.txt", content: "" }, "path");
    await fails("write_file", { path: at("a"), content: "" }, "not a regular file");
    await fails("write_file", { path: "/etc/x", content: "" }, "outside the roots");
    await fails("write_file", { path: at("../outside"), content: "" }, "outside the roots");
    await fails("write_file", { path: at("link"), content: "" }, "outside the roots");
    await fails("write_file", { path: at(".git/hooks/x"), content: "" }, ".git");
    assertEquals(await Deno.readTextFile(`${world.folder}/outside`), "secret\n");
  });

  await t.step("edit_file", async () => {
    const path = at("e.txt");
    const cases: [string, Record<string, unknown>, string][] = [
      ["aaa", { old_text: "aa", new_text: "b" }, "ba"],
      ["x", { old_text: "x", new_text: "$&$1" }, "$&$1"],
      ["\ufeffa\r\nb\r\n", { old_text: "a\r\nb", new_text: "c\r\nd" }, "\ufeffc\r\nd\r\n"],
      ["same", { old_text: "same", new_text: "same" }, "same"],
      ["aXaXa", { old_text: "X", new_text: "", replace_all: true }, "aaa"],
    ];
    for (const [before, args, after] of cases) {
      await Deno.writeTextFile(path, before);
      await call("edit_file", { path, ...args });
      assertEquals(await Deno.readTextFile(path), after);
    }
    await Deno.writeTextFile(path, "b\r\na a");
    const unchanged: [Record<string, unknown>, string][] = [
      [{ old_text: "a", new_text: "b" }, "found 2 times"],
      [{ old_text: "zz", new_text: "b", replace_all: true }, "not found"],
      [{ old_text: "b\na", new_text: "" }, "\\r\\n"],
      [{ old_text: "", new_text: "" }, "old_text"],
    ];
    for (const [args, words] of unchanged) await fails("edit_file", { path, ...args }, words);
    assertEquals(await Deno.readTextFile(path), "b\r\na a");
    const latin = Uint8Array.of(0xe9, 0x41);
    await Deno.writeFile(path, latin);
    await fails("edit_file", { path, old_text: "A", new_text: "B" }, "not UTF-8");
    assertEquals(await Deno.readFile(path), latin);
    await fails("edit_file", { path: at("no"), old_text: "A", new_text: "" }, "does not exist");
    await Deno.writeTextFile(path, "one two three four");
    await Promise.all(
      ["one", "two", "three", "four"].map((w) =>
        call("edit_file", { path, old_text: w, new_text: w.toUpperCase() })
      ),
    );
    assertEquals(await Deno.readTextFile(path), "ONE TWO THREE FOUR");
  });

  await t.step("grep_files", async () => {
    const files: Record<string, string> = {
      "g/dist/own.ts": "hit\r\nmiss\r\nhit",
      "g/dist/node_modules/x.ts": "hit",
      "g/dist/binary.ts": "hit\0",
      "g/dist/big.ts": "hit" + " ".repeat(5 * 1024 * 1024),
      "g/dist/other.js": "HIT",
    };
    for (const [name, text] of Object.entries(files)) {
      await Deno.mkdir(at(name.slice(0, name.lastIndexOf("/"))), { recursive: true });
      await Deno.writeTextFile(at(name), text);
    }
    await Deno.symlink("..", at("g/dist/loop"));
    const path = at("g/dist");
    const all = await call("grep_files", { path, pattern: "hit$", context_lines: 1 });
    assertEquals(all.matches.map((m: { line_number: number }) => m.line_number), [1, 1, 3]);
    assertEquals([all.matches[1].before, all.matches[1].after], [[], ["miss"]]);
    assertEquals([all.files_scanned, all.truncated], [2, false]);
    assertEquals(all.files_skipped, { binary: 1, too_large: 1, unreadable: 0 });
    const exact = await call("grep_files", { path, pattern: "hit", max_results: 3 });
    assertEquals([exact.matches.length, exact.truncated], [3, false]);
    const less = await call("grep_files", { path, pattern: "hit", max_results: 2 });
    assertEquals([less.matches.length, less.truncated], [2, true]);
    const cased = { path, pattern: "HIT", case_sensitive: true, glob: "*.j?" };
    assertEquals((await call("grep_files", cased)).matches.length, 1);
    assertEquals((await call("grep_files", { path, pattern: "", glob: "own*" })).matches.length, 3);
    await fails("grep_files", { path, pattern: "(" }, "no regular expression");
    await fails("grep_files", { path: at("none"), pattern: "x" }, "does not exist");
    await fails("grep_files", { path: "/etc/passwd", pattern: "x" }, "outside the roots");
    await Deno.writeTextFile(at("g/slow"), `${"a".repeat(40)}!`);
    await fails("grep_files", { path: at("g/slow"), pattern: "^(a+)+$" }, "backtracks");
  });

  await t.step("shell_run", async () => {
    const run = (command: string, more = {}) => call("shell_run", { command, ...more });
    const mixed = await run("pwd; cat; echo e >&2; exit 3");
    assertEquals(
      [mixed.isError, mixed.exit_code, mixed.stdout.text, mixed.stderr.text],
      [false, 3, world.root, "e"],
    );
    const killed = await run("kill -9 $$");
    assertEquals([killed.exit_code, killed.signal], [137, "SIGKILL"]);
    const exact = await run(`head -c ${PREVIEW} /dev/zero | tr '\\0' x`);
    assertEquals([exact.stdout.text.length, exact.stdout.truncated], [PREVIEW, undefined]);
    const long = await run(`yes é | head -c 200001; echo short >&2`);
    assertEquals([long.stdout.truncated, long.stderr.truncated], [true, undefined]);
    assert(!long.stdout.text.slice(0, -1).includes("\ufffd"));
    assertEquals(Deno.statSync(long.stdout.full_output_path).size, 200001);
    const late = await fails(
      "shell_run",
      { command: "echo begun; sleep 60 & sleep 60", timeout_ms: 500 },
      "after 500 ms",
    );
    assertEquals([late.stdout.text, late.timed_out], ["begun", true]);
    assert(late.duration_ms < 20_000);
    await fails("shell_run", { command: " " }, "empty");
    await fails("shell_run", { command: "x", timeout_ms: 0 }, "timeout_ms");
    await fails("shell_run", { command: "x", cwd: "/etc/ssl" }, "no folder within the roots");
    await fails("shell_run", { command: "x", shell: "cmd" }, "Windows alone");
    const inside = await run(
      `cat ${world.folder}/outside ${world.state}/* /root/.ssh/* 2>&1; id -u`,
    );
    assert(!inside.stdout.text.includes("secret"));
    assertStringIncludes(inside.stdout.text, "No such file");
    const words = `: ${"x".repeat(200_000)}\necho end`;
    assertEquals((await run(words)).stdout.text, "end");
  });

  await t.step("run_python", async () => {
    const code = 'import sys; print(sys.argv, sys.stdin.read(), "é\\"")';
    const args = ["a b", "-x", "", "--", "é"];
    const ran = await call("run_python", { code, args });
    assertEquals(ran.stdout.text, `${"['-', 'a b', '-x', '', '--', 'é']"}  é"`);
    assertStringIncludes(ran.python_executable, "python");
    const failed = await call("run_python", { code: "raise ValueError('no')" });
    assertEquals([failed.isError, failed.exit_code], [false, 1]);
    assertStringIncludes(failed.stderr.text, "ValueError: no");
    const huge = `x = "${"y".repeat(3_000_000)}"\nprint(len(x))`;
    assertEquals((await call("run_python", { code: huge })).stdout.text, "3000000");
  });

  await t.step("process_list and file_lockers", async () => {
    const { processes } = await call("process_list", { name_filter: "DENO", max_results: 1000 });
    assert(processes.some((p: { pid: number }) => p.pid === Deno.pid), JSON.stringify(processes));
    const some = await call("process_list", { max_results: 1 });
    assertEquals([some.processes.length, some.truncated], [1, true]);
    await Deno.writeTextFile(at("held"), "");
    assertEquals((await call("file_lockers", { path: at("held") })).lockers, []);
    using first = await Deno.open(at("held"), { write: true });
    using second = await Deno.open(at("held"));
    assert(first && second);
    const { lockers, partial } = await call("file_lockers", { path: at("held") });
    assertEquals(lockers.map((l: { pid: number }) => l.pid), [Deno.pid]);
    assertStringIncludes(lockers[0].app_type, "write");
    assertEquals(partial, Deno.uid() !== 0);
    await fails("file_lockers", { path: at("none") }, "does not exist");
    await fails("file_lockers", { path: "/etc/passwd" }, "outside the roots");
    await fails("screenshot", {}, "There is no display");
    await fails("screenshot", { output_path: at("a.jpg") }, "output_path");
  });
});
