/**
 * Runs a program whose output is known to be small, as probes and version checks are.
 *
 * @module
 */
import { pump } from "./pump.ts";
import { spawn, type SpawnOptions } from "./spawn.ts";

const MAX_BYTES = 1024 * 1024;
/** How long the pipes may stay open after the process has ended. */
const LINGER_MS = 200;

/** What a short program printed, and how it ended. */
export interface Output {
  code: number;
  stdout: string;
  stderr: string;
  timedOut: boolean;
}

/** Runs a program to its end, or kills it after `timeoutMs`. Keeps the first MiB of each stream. */
export async function output(options: SpawnOptions & { timeoutMs: number }): Promise<Output> {
  const { stdout, stderr, ...end } = await outputBytes(options);
  const decoder = new TextDecoder();
  return { ...end, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

/** {@linkcode output}, with the bytes as they are. */
export async function outputBytes(
  options: SpawnOptions & { timeoutMs: number },
): Promise<Record<"stdout" | "stderr", Uint8Array> & Pick<Output, "code" | "timedOut">> {
  const child = spawn(options);
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    child.kill("SIGKILL");
  }, options.timeoutMs);
  const texts = [keep(child.stdout), keep(child.stderr)];
  const { code } = await child.status;
  clearTimeout(timer);
  const linger = setTimeout(() => texts.forEach((t) => t.stop()), LINGER_MS);
  await Promise.all(texts.map((t) => t.done));
  clearTimeout(linger);
  return { code, stdout: texts[0]!.bytes(), stderr: texts[1]!.bytes(), timedOut };
}

function keep(stream: ReadableStream<Uint8Array<ArrayBuffer>>) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const running = pump(stream, (chunk) => {
    if (size < MAX_BYTES) chunks.push(chunk.slice(0, MAX_BYTES - size));
    size += chunk.length;
    return Promise.resolve();
  });
  return {
    done: running.done,
    stop: () => running.stop(),
    bytes: () => {
      const bytes = new Uint8Array(chunks.reduce((n, c) => n + c.length, 0));
      let at = 0;
      for (const chunk of chunks) {
        bytes.set(chunk, at);
        at += chunk.length;
      }
      return bytes;
    },
  };
}
