import { assert, assertEquals } from "@std/assert";
import { answer, make, names, openStudio, probe } from "./_media.ts";

/** Half a frame of the clip, in seconds; sound is cut in frames of its own. */
const NEAR = 0.06;

function assertNear(actual: number, expected: number, tolerance = NEAR) {
  assert(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected} ± ${tolerance}`);
}

Deno.test("ffmpeg__healthz succeeds over MCP", async () => {
  await using studio = await openStudio();
  const health = await answer(studio.client, "healthz", {});
  assertEquals(health.status, "ok");
  assertEquals(health.missing, []);
  assertEquals(studio.client.noise, []);
});

Deno.test("ffmpeg__probe_media tells what ffprobe tells", async () => {
  await using studio = await openStudio();
  const { client, clip } = studio;
  const [all, audio, truth] = await Promise.all([
    answer(client, "probe_media", { input_path: clip }),
    answer(client, "probe_media", { input_path: "clip.mp4", stream_type: "audio" }),
    probe(clip),
  ]);
  assertEquals(all.input_path, clip);
  const [video, sound] = all.media.streams;
  assertEquals([video.codec_name, video.width, video.height], ["h264", 320, 240]);
  assertEquals(Number(video.nb_frames), truth.video!.frames);
  assertEquals(truth.video!.frames, 200);
  assertEquals([sound.codec_name, sound.sample_rate, sound.channels], ["aac", "44100", 2]);
  assertEquals(Number(all.media.format.duration), truth.duration);
  assertEquals(Number(all.media.format.size), Deno.statSync(clip).size);
  assertEquals(audio.media.streams.map((s: { codec_type: string }) => s.codec_type), ["audio"]);
});

Deno.test("ffmpeg__process_video_for_llm cuts, shrinks, thins out, speeds up and marks", async () => {
  await using studio = await openStudio();
  const { client, world } = studio;
  await make(`${world.root}/mark.png`, ..."-f lavfi -i color=red:s=64x64 -frames:v 1".split(" "));
  const small = await answer(client, "process_video_for_llm", {
    input_path: "clip.mp4",
    output_path: "small.mp4",
    start_time: "00:05",
    end_time: "11",
    max_resolution: 160,
    fps: 5,
    speed_factor: 2,
    watermark_path: "mark.png",
  });
  assertEquals(small.output_path, `${world.root}/small.mp4`);
  const truth = await probe(`${world.root}/small.mp4`);
  assertNear(truth.duration, 3);
  assertEquals(truth.video, { codec: "h264", width: 160, height: 120, fps: 5, frames: 15 });
  assertEquals(truth.audio, { codec: "aac", rate: 48000, channels: 2 });
  assertEquals(Math.round(small.duration_sec * 1000), Math.round(truth.duration * 1000));
  assertEquals([small.width, small.height, small.fps], [160, 120, 5]);
  assertEquals(small.size_bytes, Deno.statSync(`${world.root}/small.mp4`).size);
  const pixel = await red(`${world.root}/small.mp4`, 160 - 10, 120 - 10);
  assert(pixel, "the mark is not in the lower right corner");
});

/** Whether a pixel of the first picture is red. */
async function red(path: string, x: number, y: number): Promise<boolean> {
  const { stdout } = await new Deno.Command("ffmpeg", {
    args: [
      ...["-nostdin", "-v", "error", "-i", `file:${path}`, "-frames:v", "1"],
      ...["-vf", `crop=1:1:${x}:${y}:exact=1,format=rgb24`, "-f", "rawvideo", "-"],
    ],
  }).output();
  const [r, g, b] = stdout;
  return r! > 180 && g! < 80 && b! < 80;
}

Deno.test("ffmpeg__process_video_for_llm drops sound, never enlarges and writes WebM", async () => {
  await using studio = await openStudio();
  const { client, world } = studio;
  await Promise.all([
    answer(client, "process_video_for_llm", {
      input_path: "clip.mp4",
      output_path: "silent.mkv",
      end_time: "3",
      strip_audio: true,
      max_resolution: 4000,
    }),
    answer(client, "process_video_for_llm", {
      input_path: "clip.mp4",
      output_path: "short.webm",
      start_time: "18.5",
    }),
  ]);
  const silent = await probe(`${world.root}/silent.mkv`);
  assertEquals(silent.video, { codec: "h264", width: 320, height: 240, fps: 10, frames: 30 });
  assertEquals(silent.audio, undefined);
  const short = await probe(`${world.root}/short.webm`);
  assertEquals(short.video!.codec, "vp9");
  assertEquals(short.audio!.codec, "opus");
  assertNear(short.duration, 1.5);
  assertEquals(names(world.root), ["clip.mp4", "short.webm", "silent.mkv"]);
});

Deno.test("ffmpeg__process_audio_for_stt writes what recognisers want", async () => {
  await using studio = await openStudio();
  const { client, world } = studio;
  const pause = "aevalsrc='if(between(t,2,8),0,0.5*sin(2000*t))':d=10:s=44100";
  await make(`${world.root}/pause.wav`, "-f", "lavfi", "-i", pause);
  const stt = (args: Record<string, unknown>) => answer(client, "process_audio_for_stt", args);
  await Promise.all([
    stt({ input_path: "clip.mp4", output_path: "a.wav" }),
    stt({
      input_path: "clip.mp4",
      output_path: "b.mp3",
      start_time: "0:04.5",
      end_time: "00:00:12",
      sample_rate: 22050,
      channels: 2,
    }),
    stt({ input_path: "clip.mp4", output_path: "c.bin", audio_format: "flac", end_time: "2" }),
    stt({ input_path: "clip.mp4", output_path: "d.ogg", end_time: "2" }),
    stt({ input_path: "pause.wav", output_path: "e.wav", remove_silence: true }),
  ]);
  const at = (name: string) => probe(`${world.root}/${name}`);
  const wav = await at("a.wav");
  assertEquals(wav.audio, { codec: "pcm_s16le", rate: 16000, channels: 1 });
  assertNear(wav.duration, 20);
  const mp3 = await at("b.mp3");
  assertEquals(mp3.audio, { codec: "mp3", rate: 22050, channels: 2 });
  assertNear(mp3.duration, 7.5, 0.15);
  assertEquals((await at("c.bin")).audio, { codec: "flac", rate: 16000, channels: 1 });
  assertEquals((await at("d.ogg")).audio!.codec, "opus");
  // Four seconds of tone, and what is left of the pause.
  assertNear((await at("e.wav")).duration, 4.3, 0.4);
});

Deno.test("ffmpeg__extract_frames_for_vision writes frames with their times", async () => {
  await using studio = await openStudio();
  const { client, world } = studio;
  const folder = `${world.root}/frames`;
  const frames = (args: Record<string, unknown>) =>
    answer(client, "extract_frames_for_vision", { input_path: "clip.mp4", ...args });
  const [steady, keys] = await Promise.all([
    frames({ output_dir: "frames", start_time: "4", end_time: "14", fps: 0.5, max_resolution: 64 }),
    frames({ output_dir: folder, keyframes_only: true }),
  ]);
  assertEquals(steady.frame_count, 5);
  assertEquals(
    steady.frames.map((f: { time_sec: number }) => f.time_sec),
    [4, 6, 8, 10, 12],
  );
  assertEquals([steady.width, steady.height], [64, 48]);
  assertEquals(keys.frame_count, 10);
  assertEquals(names(folder).length, 15);
  for (const [list, width, height] of [[steady, 64, 48], [keys, 320, 240]] as const) {
    const { video } = await probe(list.frames[0].path);
    assertEquals([video!.codec, video!.width, video!.height], ["mjpeg", width, height]);
  }
});

Deno.test("ffmpeg__split_video makes one part more than points", async () => {
  await using studio = await openStudio();
  const { client, world } = studio;
  const [copied, exact] = await Promise.all([
    answer(client, "split_video", {
      input_path: "clip.mp4",
      split_points: "12, 00:04",
      output_dir: "copied",
    }),
    answer(client, "split_video", {
      input_path: "clip.mp4",
      split_points: "6.5",
      output_dir: "exact",
      output_prefix: "part",
      reencode: true,
    }),
  ]);
  assertEquals(copied.part_count, 3);
  assertEquals(names(`${world.root}/copied`), ["clip_001.mp4", "clip_002.mp4", "clip_003.mp4"]);
  const lengths = copied.parts.map((p: { path: string }) => probe(p.path));
  // The points are key frames here, so that copying is exact but for a frame of sound.
  for (const [i, seconds] of [4, 8, 8].entries()) {
    assertNear((await lengths[i]).duration, seconds, 0.15);
    assertEquals((await lengths[i]).video.frames, seconds * 10);
  }
  assertEquals(exact.part_count, 2);
  assertEquals(names(`${world.root}/exact`), ["part_001.mp4", "part_002.mp4"]);
  const [first, second] = await Promise.all([
    probe(`${world.root}/exact/part_001.mp4`),
    probe(`${world.root}/exact/part_002.mp4`),
  ]);
  assertEquals([first.video!.frames, second.video!.frames], [65, 135]);
  assertEquals([first.video!.codec, second.audio!.codec], ["h264", "aac"]);
});

Deno.test("ffmpeg__create_video_summary joins clips of unlike videos", async () => {
  await using studio = await openStudio();
  const { client, world } = studio;
  const tall = "-f lavfi -i testsrc=s=120x240:r=25:d=7 -c:v libx264 -preset ultrafast".split(" ");
  await make(`${world.root}/tall.mkv`, ...tall, "-pix_fmt", "yuv420p");
  const summary = (args: Record<string, unknown>) => answer(client, "create_video_summary", args);
  const [both, silent] = await Promise.all([
    summary({
      input_paths: "clip.mp4,tall.mkv",
      output_path: "both.mp4",
      interval_sec: 5,
      clip_duration_sec: 1,
    }),
    summary({
      input_paths: "clip.mp4",
      output_path: "silent.mkv",
      interval_sec: 10,
      clip_duration_sec: 2,
      merge_audio: false,
    }),
  ]);
  assertEquals(both.clip_count, 6);
  const truth = await probe(`${world.root}/both.mp4`);
  assertEquals(truth.video, { codec: "h264", width: 320, height: 240, fps: 10, frames: 60 });
  assertEquals(truth.audio, { codec: "aac", rate: 48000, channels: 2 });
  assertNear(truth.duration, 6);
  assertEquals(silent.clip_count, 2);
  const quiet = await probe(`${world.root}/silent.mkv`);
  assertEquals(quiet.video!.frames, 40);
  assertEquals(quiet.audio, undefined);
});
