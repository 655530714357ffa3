/**
 * Media made and measured by ffmpeg and ffprobe themselves, beside the tools under test.
 *
 * @module
 */
import { Client, type StartOptions } from "../_client.ts";
import { World } from "../_world.ts";

/** Runs a program to its end; returns what it printed, trimmed. A failure is thrown. */
export async function run(
  program: string,
  args: readonly string[],
  env?: Record<string, string>,
): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(program, {
    args: [...args],
    stdin: "null",
    ...(env && { clearEnv: true, env }),
  }).output();
  if (!success) throw new Error(`${program}: ${new TextDecoder().decode(stderr)}`);
  return new TextDecoder().decode(stdout).trim();
}

/** Makes a file with ffmpeg. Names are taken as they are. */
export async function make(path: string, ...args: string[]): Promise<string> {
  await run("ffmpeg", ["-nostdin", "-v", "error", "-y", ...args, `file:${path}`]);
  return path;
}

/** 20 seconds of 320×240 at 10 frames a second, a key frame every 2 seconds, a stereo tone. */
export function makeClip(path: string): Promise<string> {
  return make(
    path,
    ...["-f", "lavfi", "-i", "testsrc2=s=320x240:r=10:d=20"],
    ...["-f", "lavfi", "-i", "sine=f=440:r=44100:d=20"],
    ...["-c:v", "libx264", "-preset", "ultrafast", "-g", "20", "-pix_fmt", "yuv420p"],
    ...["-c:a", "aac", "-ac", "2", "-shortest", "-f", "mp4"],
  );
}

/** What ffprobe says of a file. */
export interface Probed {
  /** Seconds. */
  duration: number;
  container: string;
  video?: { codec: string; width: number; height: number; fps: number; frames: number };
  audio?: { codec: string; rate: number; channels: number };
}

/** Measures a file; frames are counted, not taken from the header. */
export async function probe(path: string): Promise<Probed> {
  const { format, streams } = JSON.parse(
    await run("ffprobe", [
      ...["-v", "error", "-count_packets", "-show_format", "-show_streams", "-of", "json"],
      `file:${path}`,
    ]),
  );
  const probed: Probed = { duration: Number(format.duration), container: format.format_name };
  for (const s of streams) {
    if (s.codec_type === "video") {
      const [frames, seconds] = s.avg_frame_rate.split("/").map(Number);
      probed.video = {
        codec: s.codec_name,
        width: s.width,
        height: s.height,
        fps: frames / seconds,
        frames: Number(s.nb_read_packets),
      };
    } else {
      probed.audio = { codec: s.codec_name, rate: Number(s.sample_rate), channels: s.channels };
    }
  }
  return probed;
}

/** A world with a clip in its root and a server of the ffmpeg bundle. */
export interface Studio extends AsyncDisposable {
  world: World;
  client: Client;
  /** `<root>/clip.mp4`. */
  clip: string;
}

/** Opens a studio. */
export async function openStudio(options: Partial<StartOptions> = {}): Promise<Studio> {
  const world = await World.make();
  const [clip, client] = await Promise.all([
    makeClip(`${world.root}/clip.mp4`),
    Client.start({ ...options, args: world.options("--bundle", "ffmpeg") }),
  ]);
  return {
    world,
    client,
    clip,
    [Symbol.asyncDispose]: async () => {
      await client.close();
      await world[Symbol.asyncDispose]();
    },
  };
}

/** Calls a tool that must succeed; returns the JSON that it printed. */
export async function answer(client: Client, tool: string, args: Record<string, unknown>) {
  const record = await client.finish(`ffmpeg__${tool}`, args);
  if (record.isError) throw new Error(`${tool}: ${record.message}\n${record.stderr}`);
  // deno-lint-ignore no-explicit-any
  return JSON.parse(record.stdout) as any;
}

/** The names in a folder, sorted. */
export function names(folder: string): string[] {
  return [...Deno.readDirSync(folder)].map((entry) => entry.name).sort();
}

/** Waits for a condition that no event tells of; throws when it does not come within 30 seconds. */
export async function until(condition: () => boolean, what: string): Promise<void> {
  const end = performance.now() + 30_000;
  while (!condition()) {
    if (performance.now() > end) throw new Error(`Waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
