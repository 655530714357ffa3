/**
 * Both ends of a stream that was written to a file: memory stays flat, however long it is.
 *
 * Deno permissions: `--allow-read` for the file.
 *
 * @module
 */
import { type Excerpt, EXCERPT_BYTES, TAIL_BYTES } from "./texts.ts";

/**
 * Reads the ends of a file; one that is not there is empty.
 *
 * @param headBytes How much of its beginning is wanted
 * @param tailBytes How much of its end
 */
export function readExcerpt(
  path: string,
  headBytes: number,
  tailBytes = Math.max(TAIL_BYTES, EXCERPT_BYTES),
): Excerpt {
  let file: Deno.FsFile;
  try {
    file = Deno.openSync(path);
  } catch {
    return { head: new Uint8Array(), tail: new Uint8Array(), size: 0 };
  }
  using opened = file;
  const { size } = opened.statSync();
  return {
    head: readAt(opened, 0, Math.min(size, headBytes)),
    tail: readAt(opened, Math.max(0, size - tailBytes), Math.min(size, tailBytes)),
    size,
  };
}

function readAt(file: Deno.FsFile, offset: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  file.seekSync(offset, Deno.SeekMode.Start);
  let at = 0;
  // read(2) may give fewer bytes than it was asked for.
  while (at < length) {
    const count = file.readSync(bytes.subarray(at));
    if (count === null) break;
    at += count;
  }
  return bytes.subarray(0, at);
}
