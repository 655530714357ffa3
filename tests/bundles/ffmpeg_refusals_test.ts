import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { answer, names, openStudio, run, type Studio, until } from "./_media.ts";
import type { Answer } from "../_client.ts";

const OLD = "what was here before";

/** Every tool that replaces a file, with arguments that make it fail after the start. */
const FAILING: Record<string, Record<string, unknown>> = {
  process_video_for_llm: { input_path: "noise.mp4" },
  process_audio_for_stt: { input_path: "clip.mp4", start_time: "1:00:00" },
  create_video_summary: { input_paths: "clip.mp4,noise.mp4" },
};

Deno.test("a failed ffmpeg call leaves the output file as it was and nothing beside it", async () => {
  await using studio = await openStudio();
  const { client, world } = studio;
  await Deno.writeTextFile(`${world.root}/noise.mp4`, "no media at all");
  await Promise.all(
    Object.entries(FAILING).map(async ([tool, args]) => {
      const folder = `${world.root}/${tool}`;
      await Deno.mkdir(folder);
      await Deno.writeTextFile(`${folder}/old.mp4`, OLD);
      for (const name of ["old.mp4", "new.mp4"]) {
        const record = await client.finish(`ffmpeg__${tool}`, {
          ...args,
          output_path: `${folder}/${name}`,
        });
        assertEquals([record.isError, record.reason, record.exit_code], [true, "exit", 1], tool);
        assert(/^Cannot /m.test(record.stderr), record.stderr);
      }
      assertEquals(names(folder), ["old.mp4"], tool);
      assertEquals(Deno.readTextFileSync(`${folder}/old.mp4`), OLD);
    }),
  );
});

Deno.test("a cancelled ffmpeg call leaves the output file as it was and nothing beside it", async () => {
  await using studio = await openStudio();
  const { client, world } = studio;
  await Deno.writeTextFile(`${world.root}/old.mp4`, OLD);
  const { taskId } = await client.call("ffmpeg__process_video_for_llm", {
    // Slow motion at a high rate: some ten thousand pictures to encode.
    input_path: "clip.mp4",
    output_path: "old.mp4",
    speed_factor: 0.25,
    fps: 120,
  });
  // The first progress shows that ffmpeg runs.
  const running = async () => (await client.call("builtin__bg_task_get", { taskId })).statusMessage;
  while (await running() === undefined) await new Promise((resolve) => setTimeout(resolve, 20));
  assertEquals(names(world.root).length, 3, "there is a staging folder while the call runs");
  await client.call("builtin__bg_task_cancel", { taskId });
  await until(() => names(world.root).length === 2, "the staging folder to go");
  assertEquals(names(world.root), ["clip.mp4", "old.mp4"]);
  assertEquals(Deno.readTextFileSync(`${world.root}/old.mp4`), OLD);
  const record = await client.finished(taskId);
  assertEquals([record.isError, record.reason, record.status], [true, "cancelled", "cancelled"]);
});

async function refused(studio: Studio, input_path: string, ...words: string[]): Promise<Answer> {
  const record = await studio.client.call("ffmpeg__probe_media", { input_path });
  assert(record.isError, `${input_path} was read`);
  assertEquals(record.stdout, "");
  for (const word of words) assertStringIncludes(record.message, word);
  return record;
}

Deno.test("ffmpeg tools read nothing outside the roots, and links only to what is inside", async () => {
  await using studio = await openStudio();
  const { client, world, clip } = studio;
  const outside = `${world.folder}/outside.mp4`;
  await Deno.copyFile(clip, outside);
  await Deno.mkdir(`${world.root}/deep`);
  await Deno.symlink("../clip.mp4", `${world.root}/deep/inside.mp4`);
  await Deno.symlink(outside, `${world.root}/leads out.mp4`);
  await Deno.symlink(world.folder, `${world.root}/folder out`);

  const linked = await answer(client, "probe_media", { input_path: "deep/inside.mp4" });
  assertEquals(linked.input_path, clip, "tools receive real paths");
  const policy = [
    await refused(studio, outside, outside, "outside the roots", `--root ${world.folder}`),
    await refused(studio, "../outside.mp4", "outside the roots"),
    await refused(studio, "leads out.mp4", `"input_path"`, "outside the roots"),
    await refused(studio, "folder out/outside.mp4", "outside the roots"),
    await refused(studio, "/etc/hostname", "outside the roots"),
  ];
  assertEquals(policy.map((r) => r.reason), policy.map(() => "policy"));
  // A name is a name: no protocol of ffmpeg's is asked for.
  for (const name of ["http://127.0.0.1:9/x.mp4", "file:clip.mp4", "concat:clip.mp4|clip.mp4"]) {
    assertEquals((await refused(studio, name, "does not exist")).reason, "input");
  }
});

Deno.test("ffmpeg tools refuse to write over their own input", async () => {
  await using studio = await openStudio();
  const { client, world, clip } = studio;
  const before = await Deno.readFile(clip);
  await Deno.symlink("clip.mp4", `${world.root}/alias.mp4`);
  await Deno.link(clip, `${world.root}/twin.mp4`);
  const cases: [string, Record<string, unknown>][] = [
    ["process_video_for_llm", { input_path: "clip.mp4", output_path: clip }],
    ["process_video_for_llm", { input_path: "alias.mp4", output_path: "clip.mp4" }],
    ["process_audio_for_stt", { input_path: "clip.mp4", output_path: "alias.mp4" }],
    ["create_video_summary", { input_paths: "clip.mp4,alias.mp4", output_path: "./clip.mp4" }],
  ];
  for (const [tool, args] of cases) {
    const record = await client.finish(`ffmpeg__${tool}`, args);
    assertEquals([record.isError, record.reason], [true, "input"], JSON.stringify(record));
    assertStringIncludes(record.message, `are the same file "${clip}"`);
    assertStringIncludes(record.message, "give the output another name");
  }
  assertEquals(names(world.root), ["alias.mp4", "clip.mp4", "twin.mp4"]);
  assertEquals(await Deno.readFile(clip), before);
  // A hard link is another file of the same bytes: replacing it leaves the input alone.
  await answer(client, "process_video_for_llm", {
    input_path: "clip.mp4",
    output_path: "twin.mp4",
    end_time: "1",
    strip_audio: true,
  });
  assertEquals(await Deno.readFile(clip), before);
});

Deno.test("media files that name other files reveal nothing of them", async () => {
  await using studio = await openStudio();
  const { client, world, clip } = studio;
  const secret = "canary-0f7c1d";
  await Deno.writeTextFile(`${world.root}/secret.txt`, `${secret}\n`.repeat(50));
  const hostname = Deno.hostname();
  for (const target of ["/etc/hostname", `${world.root}/secret.txt`, clip]) {
    const lists = {
      "hls.avi":
        `#EXTM3U\n#EXT-X-TARGETDURATION:20\n#EXTINF:20,\nfile://${target}\n#EXT-X-ENDLIST\n`,
      "concat.mp4":
        `#EXTM3U\n#EXT-X-TARGETDURATION:20\n#EXTINF:20,\nconcat:${target}|${target}\n#EXT-X-ENDLIST\n`,
      "ffconcat.gif": `ffconcat version 1.0\nfile '${target}'\n`,
    };
    for (const [input_path, list] of Object.entries(lists)) {
      await Deno.writeTextFile(`${world.root}/${input_path}`, list);
      const record = await client.finish("ffmpeg__process_video_for_llm", {
        input_path,
        output_path: "out.mp4",
      });
      assert(record.isError, list);
      assertStringIncludes(record.stderr, "it is no media file");
      const text = record.stdout + record.stderr;
      assert(!text.includes(secret) && !text.includes(hostname), text);
    }
  }
  // The lists are good ones: ffprobe left to itself follows this one to the clip.
  const list = ["-f", "concat", "-safe", "0", `file:${world.root}/ffconcat.gif`];
  const seen = await run("ffprobe", ["-v", "error", "-show_entries", "stream=codec_name", ...list]);
  assertStringIncludes(seen, "h264");
  assert(!names(world.root).includes("out.mp4"));
});

Deno.test("ffmpeg tools tell progress to those who ask, and it rises", async () => {
  await using studio = await openStudio();
  const { client } = studio;
  const video = { input_path: "clip.mp4", output_path: "a.mp4", end_time: "5" };
  const split = { input_path: "clip.mp4", output_dir: "parts", split_points: "5,10,15" };
  await answer(client, "process_video_for_llm", video);
  assertEquals(client.notifications, [], "nobody asked");
  const tell = async (tool: string, args: unknown, progressToken: number | string) => {
    const { task } = await client.request("tools/call", {
      name: `ffmpeg__${tool}`,
      arguments: args,
      task: {},
      _meta: { progressToken },
    });
    const result = await client.request("tasks/result", { taskId: task.taskId });
    assertEquals(result.isError, false);
    assertStringIncludes(result.content[0].text, "stderr: (empty)", "progress lines are no text");
    const isOver = () => client.notifications.some((n) => n.params.status === "completed");
    await until(isOver, "the end to be told");
    const notes = client.notifications.splice(0);
    const told = notes.filter((n) => n.method === "notifications/progress").map((n) => n.params);
    for (const [i, note] of told.entries()) {
      assertEquals(note.progressToken, progressToken);
      assert(i === 0 || note.progress > told[i - 1].progress, JSON.stringify(told));
    }
    return told;
  };
  const encoded = await tell("process_video_for_llm", video, 7);
  assertEquals([encoded.at(-1).progress, encoded.at(-1).total], [100, 100]);
  const parts = await tell("split_video", split, "text");
  assertEquals([parts[0].progress, parts.at(-1).progress], [1, 4]);
  assertEquals([parts.at(-1).total, parts.at(-1).message], [4, "Parts written"]);
});
