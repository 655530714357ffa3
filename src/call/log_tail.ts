/**
 * Follows the progress lines that a job prints into its file.
 *
 * Deno permissions: `--allow-read` for the file.
 *
 * @module
 */
import { type Progress, ProgressLines } from "./progress_lines.ts";

const POLL_MS = 250;
const BUFFER_BYTES = 64 * 1024;

/** Reports each new progress line of a growing file, until it is disposed of. */
export function followProgress(
  path: string,
  onProgress: (progress: Progress) => void,
): Disposable {
  const lines = new ProgressLines(onProgress);
  const buffer = new Uint8Array(BUFFER_BYTES);
  const file = Deno.openSync(path);
  const read = () => {
    for (let n = file.readSync(buffer); n; n = file.readSync(buffer)) {
      lines.push(buffer.subarray(0, n));
    }
  };
  const timer = setInterval(read, POLL_MS);
  return {
    [Symbol.dispose]() {
      clearInterval(timer);
      read();
      file.close();
    },
  };
}
