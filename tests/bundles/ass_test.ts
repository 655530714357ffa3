import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { EVENT, GOOD, lint, openAss } from "./_ass.ts";
import { names, probe, run } from "./_media.ts";
import { HOSTILE, openShelf } from "./_shelf.ts";

Deno.test("ass__create_template writes a file that the linter likes, and keeps what is there", async () => {
  await using shelf = await openAss();
  const { world } = shelf;
  const title = 'A "title" \\N & {x}';
  const made = await shelf.answer("create_template", {
    output_path: "new/a b.ass",
    title,
    play_res_y: 720,
    play_res_x: 1280,
  });
  const path = `${world.root}/new/a b.ass`;
  assertEquals([made.output_path, made.title, made.replaced], [path, title, false]);
  const text = await Deno.readTextFile(path);
  assertStringIncludes(text, `Title: ${title}\n`);
  assertStringIncludes(text, "PlayResX: 1280\nPlayResY: 720\n");
  assertEquals([...text.matchAll(/^Style: (\w+),/gm)].map((m) => m[1]), made.styles);
  assertEquals(made.styles, ["Default", "Title", "Note"]);
  assertEquals((await lint(shelf, text, true)).findings, []);

  await shelf.refused("create_template", { output_path: path, title: "x" }, "it exists");
  assertEquals(await Deno.readTextFile(path), text);
  const again = await shelf.answer("create_template", { output_path: path, overwrite: true });
  assertEquals(again.replaced, true);
  assertStringIncludes(await Deno.readTextFile(path), "Title: Untitled\n");
});

Deno.test("ass tools join a relative output to output_dir, ASS_OUTPUT_DIR, the global one", async () => {
  const cases: [string[], Record<string, unknown>, string][] = [
    [
      ["ASS_OUTPUT_DIR", "SHELL_AS_MCP_OUTPUT_DIR"],
      { output_dir: "given" },
      "ASS_OUTPUT_DIR/given",
    ],
    [["ASS_OUTPUT_DIR", "SHELL_AS_MCP_OUTPUT_DIR"], {}, "ASS_OUTPUT_DIR"],
    [["SHELL_AS_MCP_OUTPUT_DIR"], {}, "SHELL_AS_MCP_OUTPUT_DIR"],
    [[], { output_dir: "given" }, "root/given"],
    [[], {}, "root"],
  ];
  for (const [set, args, expected] of cases) {
    await using shelf = await openShelf("ass", {
      variables: (world) =>
        Object.fromEntries(set.map((name) => [name, `${world.folder}/${name}`])),
    });
    const made = await shelf.answer("create_template", { output_path: "sub/t.ass", ...args });
    assertEquals(made.output_path, `${shelf.world.folder}/${expected}/sub/t.ass`);
    assert(Deno.statSync(made.output_path).size > 100);
  }
});

Deno.test("ass__get_spec prints every part, and an example that the linter likes", async () => {
  await using shelf = await openAss();
  const spec = async (args: Record<string, unknown>) => {
    const record = await shelf.client.call("ass__get_spec", args);
    assertEquals(record.isError, false, record.text);
    return record.stdout as string;
  };
  const parts = ["script_info", "v4_styles", "events", "tags", "colors", "example"];
  const texts = await Promise.all(parts.map((section) => spec({ section })));
  const all = await spec({});
  for (const [i, text] of texts.entries()) {
    assert(text.length > 300, parts[i]);
    assertStringIncludes(all, text.trim());
  }
  const example = texts[5]!;
  assertEquals(
    (await lint(shelf, example.slice(example.indexOf("[Script Info]")), true)).findings,
    [],
  );
  await shelf.refused("get_spec", { section: "../../bundle" }, "section");
});

/** The picture of one second, as the share of pixels that are nearly white. */
async function white(path: string, second: number): Promise<number> {
  const luma = await run("ffmpeg", [
    ...["-nostdin", "-v", "error", "-ss", String(second), "-i", `file:${path}`, "-frames:v", "1"],
    ...["-vf", "format=gray,lutyuv=y='if(gt(val,200),255,0)',signalstats,metadata=print:file=-"],
    ...["-f", "null", "-"],
  ]);
  return Number(/YAVG=([\d.]+)/.exec(luma)![1]) / 255;
}

Deno.test("ass__smoke_test shows the lines when they are due, whatever the files are called", async () => {
  await using shelf = await openAss();
  const { world } = shelf;
  const odd = `${world.root}/it's [a]:b,c;d=e \\ %d`;
  await Deno.mkdir(odd);
  const late = EVENT.replaceAll("0:00:0", "0:01:0");
  const hidden = EVENT.replace("Hello", "{\\alpha&HFF&}Hello");
  await Deno.writeTextFile(`${odd}/in'put.ass`, `${GOOD}${hidden}\n${late}\n`);
  const made = await shelf.answer("smoke_test", {
    ass_file_path: `${odd}/in'put.ass`,
    output_path: `${odd}/out:put.mp4`,
    duration_sec: 4,
    resolution: "640x360",
    background_color: "#203040",
  });
  assertEquals(made.output_path, `${odd}/out:put.mp4`);
  assertEquals([made.lines_expected, made.lines_seen, made.lines_unseen], [2, 2, []]);
  const { video, duration } = await probe(made.output_path);
  assertEquals([video!.width, video!.height, video!.frames, duration], [640, 360, 100, 4]);
  assert(await white(made.output_path, 1.5) > 0.0003, "the line is there");
  assertEquals([await white(made.output_path, 0.2), await white(made.output_path, 3)], [0, 0]);
  assertEquals(made.pictures_with_text, 50);
  assertEquals(names(odd), ["in'put.ass", "out:put.mp4"]);
});

Deno.test("ass__smoke_test says which lines stay unseen, and fails when none is seen", async () => {
  await using shelf = await openAss();
  const { world } = shelf;
  const shifted = EVENT.replaceAll("0:00:0", "0:00:1").replace("Hello, world", "{\\alpha&HFF&}no");
  await Deno.writeTextFile(`${world.root}/part.ass`, `${GOOD}${shifted}\n`);
  await Deno.writeTextFile(`${world.root}/none.ass`, GOOD.replace("Hello", "{\\alpha&HFF&}"));
  await Deno.writeTextFile(`${world.root}/old.mp4`, "old");
  const small = { resolution: "320x180", output_path: "old.mp4" };
  await shelf.refused("smoke_test", { ass_file_path: "none.ass", ...small }, "became visible");
  await shelf.refused(
    "smoke_test",
    { ass_file_path: "old.mp4", ...small, output_path: "n.mp4" },
    "Nothing to see",
  );
  assertEquals(names(world.root), ["none.ass", "old.mp4", "part.ass"]);
  assertEquals(Deno.readTextFileSync(`${world.root}/old.mp4`), "old");
  const made = await shelf.answer("smoke_test", {
    ass_file_path: "part.ass",
    ...small,
    duration_sec: 13,
  });
  assertEquals([made.lines_expected, made.lines_seen, made.lines_unseen], [2, 1, [13]]);
});

Deno.test("ass tools refuse bad inputs with a reason, and write nothing", async () => {
  await using shelf = await openAss();
  const { world } = shelf;
  await Deno.writeTextFile(`${world.root}/good.ass`, GOOD);
  const smoke = { ass_file_path: "good.ass", output_path: "o.mp4" };
  const cases: [string, Record<string, unknown>, string][] = [
    ["create_template", { output_path: "a.txt" }, "end it with .ass"],
    ["create_template", { output_path: `${world.folder}/a.ass` }, "outside the roots"],
    ["create_template", { output_path: "a.ass", play_res_x: 0 }, "play_res_x"],
    ["create_template", { output_path: "a.ass", title: "two\nScriptType: x" }, "title"],
    ["lint", { ass_file_path: "none.ass" }, "does not exist"],
    ["lint", { ass_file_path: "/etc/passwd" }, "outside the roots"],
    ["lint", { ass_file_path: "good.ass", strict: "maybe" }, "strict"],
    ["smoke_test", { ...smoke, duration_sec: 0 }, "duration_sec"],
    ["smoke_test", { ...smoke, duration_sec: 301 }, "duration_sec"],
    ["smoke_test", { ...smoke, resolution: "641x360" }, "even"],
    ["smoke_test", { ...smoke, background_color: "red,movie=/etc/passwd" }, "background_color"],
    ["smoke_test", { ...smoke, background_color: "nosuchcolour" }, "nosuchcolour"],
    ["smoke_test", { ...smoke, output_path: "good.ass" }, "good.ass"],
    ["smoke_test", { ...smoke, output_path: "o.sh" }, "end it with .mp4"],
    ["get_spec", { section: "fonts" }, "section"],
    ["healthz", { x: 1 }, "x"],
  ];
  for (const [action, args, words] of cases) await shelf.refused(action, args, words);
  for (const text of HOSTILE) {
    await shelf.refused("lint", { ass_file_path: text });
    await shelf.refused("smoke_test", { ...smoke, resolution: text });
    await shelf.refused("smoke_test", { ...smoke, background_color: text });
    await shelf.refused("create_template", { output_path: text });
    await shelf.refused("get_spec", { section: text });
  }
  assertEquals(names(world.root), ["good.ass"]);
  assertEquals(Deno.readTextFileSync(`${world.root}/good.ass`), GOOD);
});

Deno.test("ass__healthz succeeds over MCP", async () => {
  await using shelf = await openAss();
  const health = await shelf.answer("healthz");
  assertEquals([health.status, health.missing, health.install], ["ok", [], null]);
});
