import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { answer, names, openStudio, probe } from "./_media.ts";

/** Names that a careless script would take for an option, a URL, a pattern, a list or a quotation. */
const ODD_NAMES = [
  "two  blanks .mp4",
  "it's single.mp4",
  'a "double" one.mp4',
  "-x.mp4",
  "--version",
  "one,two.mp4",
  "Grüße 你好 🙂 e\u0301.mp4",
  "100%d %03d.mp4",
  "$HOME `id` $(id).mp4",
  "back\\slash.mp4",
  "*[a-z]?{b,c}.mp4",
  "http:x.mp4",
  "concat:a|b.mp4",
  "pipe:0",
  "semi;colon&amp=1#frag.mp4",
  "line\nbreak.mp4",
  "~",
];

Deno.test("ffmpeg tools read, write and list files of any name", async () => {
  await using studio = await openStudio();
  const { client, world, clip } = studio;
  const work = async (name: string, index: number) => {
    await Deno.copyFile(clip, `${world.root}/${name}`);
    // `~` alone means the home folder, and `./` is how every shell spells the file.
    const input = name === "~" ? "./~" : name;
    const folder = `out${index} ${name}`;
    const sound = await answer(client, "process_audio_for_stt", {
      input_path: input,
      output_path: `${folder}/${name}`,
      end_time: "1",
      audio_format: "wav",
    });
    assertEquals(sound.output_path, `${world.root}/${folder}/${name}`);
    assertEquals(names(`${world.root}/${folder}`), [name]);
    assertEquals((await probe(sound.output_path)).audio!.codec, "pcm_s16le");
  };
  // Two at a time, as many as there are processors in the smallest runner.
  for (let i = 0; i < ODD_NAMES.length; i += 2) {
    await Promise.all(ODD_NAMES.slice(i, i + 2).map((name, k) => work(name, i + k)));
  }
  assertEquals(client.noise, []);
});

Deno.test("ffmpeg tools that make many files keep odd names apart", async () => {
  await using studio = await openStudio();
  const { client, world, clip } = studio;
  const name = `-i %d 'x' "y", ü.mp4`;
  await Deno.copyFile(clip, `${world.root}/${name}`);
  const output_dir = `-o %03d 'z', "`;
  const frames = await answer(client, "extract_frames_for_vision", {
    input_path: name,
    output_dir,
    fps: 0.2,
  });
  assertEquals(frames.frame_count, 4);
  for (const { path } of frames.frames) assert(Deno.statSync(path).size > 0, path);
  const parts = await answer(client, "split_video", {
    input_path: name,
    output_dir,
    split_points: "10",
  });
  assertEquals(
    parts.parts.map((p: { path: string }) => p.path),
    [1, 2].map((n) => `${world.root}/${output_dir}/${name.slice(0, -4)}_00${n}.mp4`),
  );
  assertEquals(names(`${world.root}/${output_dir}`).length, 6);
});

Deno.test("a comma in input_paths separates, in input_path it does not", async () => {
  await using studio = await openStudio();
  const { client, world, clip } = studio;
  await Deno.copyFile(clip, `${world.root}/a,b.mp4`);
  const list = await client.finish("ffmpeg__create_video_summary", {
    input_paths: "a,b.mp4",
    output_path: "sum.mp4",
  });
  assert(list.isError);
  assertStringIncludes(list.message, `${world.root}/a"`);
  assertEquals(names(world.root), ["a,b.mp4", "clip.mp4"]);
  const one = await answer(client, "probe_media", { input_path: "a,b.mp4" });
  assertEquals(one.status, "ok");
});

Deno.test("output_dir falls back to FFMPEG_OUTPUT_DIR, which the call makes", async () => {
  const outputs = await Deno.makeTempDir({ prefix: "sam-" });
  try {
    const first = `${outputs}/not/yet here`;
    await using studio = await openStudio({
      env: { FFMPEG_OUTPUT_DIR: first, SHELL_AS_MCP_OUTPUT_DIR: `${outputs}/second` },
    });
    const { client } = studio;
    const call = (args: Record<string, unknown>) =>
      answer(client, "extract_frames_for_vision", { input_path: studio.clip, fps: 0.1, ...args });
    assertEquals((await call({})).output_dir, first);
    assertEquals(names(first).length, 2);
    // A relative folder is one below it; an empty value counts as none.
    assertEquals((await call({ output_dir: "below" })).output_dir, `${first}/below`);
    assertEquals((await call({ output_dir: "" })).output_dir, first);
    // The call's own word beats the variable.
    const own = `${studio.world.root}/own`;
    assertEquals((await call({ output_dir: own })).output_dir, own);
    // Files go there as well when they are named without a folder.
    const sound = await answer(client, "process_audio_for_stt", {
      input_path: studio.clip,
      output_path: "sound.wav",
      end_time: "1",
    });
    assertEquals(sound.output_path, `${first}/sound.wav`);
    assertEquals(names(`${outputs}/second`), []);
  } finally {
    await Deno.remove(outputs, { recursive: true });
  }
});

Deno.test("output_dir falls back to SHELL_AS_MCP_OUTPUT_DIR, then says what is missing", async () => {
  const outputs = await Deno.makeTempDir({ prefix: "sam-" });
  try {
    const folder = `${outputs}/shared`;
    await using studio = await openStudio({
      env: { FFMPEG_OUTPUT_DIR: "", SHELL_AS_MCP_OUTPUT_DIR: folder },
    });
    const split = await answer(studio.client, "split_video", {
      input_path: studio.clip,
      split_points: "10",
    });
    assertEquals(split.output_dir, folder);
    assertEquals(names(folder), ["clip_001.mp4", "clip_002.mp4"]);
  } finally {
    await Deno.remove(outputs, { recursive: true });
  }
  await using bare = await openStudio();
  for (
    const [tool, args] of [
      ["split_video", { split_points: "10" }],
      ["extract_frames_for_vision", {}],
    ] as const
  ) {
    const record = await bare.client.finish(`ffmpeg__${tool}`, { input_path: "clip.mp4", ...args });
    assert(record.isError);
    assertStringIncludes(record.stderr, "Missing output_dir");
    assertStringIncludes(record.stderr, "FFMPEG_OUTPUT_DIR");
    assertStringIncludes(record.stderr, "SHELL_AS_MCP_OUTPUT_DIR");
  }
  assertEquals(names(bare.world.root), ["clip.mp4"]);
});
