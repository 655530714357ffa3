/**
 * The end of a log, however long the log is.
 *
 * Deno permissions: `--allow-read` for the file.
 *
 * @module
 */
import { TextCleaner } from "../../call/decode.ts";
import { withoutPartialStart } from "../../call/utf8_border.ts";

const BLOCK_BYTES = 64 * 1024;
/** More is never read: a thousand lines may be long ones. */
const MAX_BYTES = 1024 * 1024;
const LINE_FEED = 0x0a;

/** The last lines of a file, cleaned, without the last line end. A file that is not there is empty. */
export async function lastLines(path: string, count: number): Promise<string> {
  if (count <= 0) return "";
  let file: Deno.FsFile;
  try {
    file = await Deno.open(path);
  } catch {
    return "";
  }
  using open = file;
  const { size } = await open.stat();
  let bytes = new Uint8Array();
  let from = size;
  while (from > 0 && bytes.length < MAX_BYTES && lineEnds(bytes) <= count) {
    const length = Math.min(BLOCK_BYTES, from);
    from -= length;
    const block = new Uint8Array(length + bytes.length);
    block.set(bytes, length);
    await open.seek(from, Deno.SeekMode.Start);
    for (let at = 0; at < length;) {
      const n = await open.read(block.subarray(at, length));
      if (n === null) break;
      at += n;
    }
    bytes = block;
  }
  const cleaner = new TextCleaner();
  const whole = from > 0 ? withoutPartialStart(bytes) : bytes;
  const text = cleaner.push(whole) + cleaner.end();
  return text.replace(/\n$/, "").split("\n").slice(-count).join("\n");
}

function lineEnds(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) count++;
  return count;
}
