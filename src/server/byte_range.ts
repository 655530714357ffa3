/**
 * Ranges of resources, as queries on their URIs: `?offset=N&length=M`, in bytes.
 *
 * Pure. @module
 */
import { withoutPartialEnd } from "../call/utf8_border.ts";
import { MAX_RANGE_BYTES } from "../sandbox/launcher_read.ts";
import type { JsonObject } from "../spec/types.ts";

/** Which bytes are asked for. */
export interface ByteRange {
  offset: number;
  length: number;
}

/** What is read where no length is asked for. */
const DEFAULT_BYTES = 256 * 1024;
const MOST_OFFSET = 10 ** 15 - 1;
/** The key of what a range tells of its place, in `_meta`. */
const RANGE_KEY = "shell-as-mcp/range";

/** A URI without its range, and the range; undefined when it is none. */
export function rangeOf(uri: string): { file: string; range: ByteRange } | undefined {
  const [file, query, ...more] = uri.split("?");
  if (more.length > 0) return undefined;
  const range = { offset: 0, length: DEFAULT_BYTES };
  for (const part of query === undefined ? [] : query.split("&")) {
    const [, name, digits] = /^(offset|length)=(0|[1-9][0-9]{0,15})$/.exec(part) ?? [];
    if (name !== "offset" && name !== "length") return undefined;
    range[name] = Number(digits);
  }
  if (range.offset > MOST_OFFSET || range.length < 1) return undefined;
  return { file: file!, range: { ...range, length: Math.min(range.length, MAX_RANGE_BYTES) } };
}

/** One range as `resources/read` gives it. */
export interface RangeContents {
  uri: string;
  mimeType: string;
  text?: string;
  blob?: string;
  _meta: JsonObject;
}

/**
 * The contents of a range: text where a text file's bytes are clean text, else base64. Text
 * ends at the end of a character, and `next` goes on from there.
 *
 * @param size The file's whole size in bytes
 */
export function rangeContents(
  file: string,
  mimeType: string,
  offset: number,
  bytes: Uint8Array,
  size: number,
): RangeContents {
  const text = mimeType.startsWith("text/") ? textOf(bytes, offset + bytes.length < size) : null;
  const length = text ? text.bytes : bytes.length;
  const end = offset + length;
  const place: JsonObject = { offset, length, size };
  if (length > 0 && end < size) {
    place.next = `${file}?offset=${end}&length=${Math.max(bytes.length, 4)}`;
  }
  return {
    uri: `${file}?offset=${offset}&length=${Math.max(length, 1)}`,
    mimeType: text
      ? mimeType
      : mimeType.startsWith("text/")
      ? "application/octet-stream"
      : mimeType,
    ...(text ? { text: text.text } : { blob: bytes.toBase64() }),
    _meta: { [RANGE_KEY]: place },
  };
}

/** Terminals obey the others; whoever wants them takes the bytes. */
// deno-lint-ignore no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

function textOf(bytes: Uint8Array, goesOn: boolean): { text: string; bytes: number } | null {
  const kept = goesOn ? withoutPartialEnd(bytes) : bytes;
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(kept);
    const isEmpty = kept.length === 0 && bytes.length > 0;
    return isEmpty || CONTROLS.test(text) ? null : { text, bytes: kept.length };
  } catch {
    return null;
  }
}
