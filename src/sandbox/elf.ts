/**
 * What an ELF file says about the files that it needs to run.
 *
 * Facts about the format are from the System V ABI, "Object Files" and "Program Loading
 * and Dynamic Linking", and elf(5). Programs are never started to be asked: `ldd` is a
 * script that runs the loader of the file it inspects.
 *
 * @module
 */
import { type Files, HOST_FILES, type Reader } from "./files.ts";

/** The part of an ELF file that matters to its loader. */
export interface Elf {
  /** `e_machine`: 62 is x86_64, 183 is aarch64. */
  machine: number;
  /** The loader that the kernel starts (`PT_INTERP`), as written. */
  interpreter?: string;
  /** Names of the libraries (`DT_NEEDED`), in order. */
  needed: string[];
  /** `DT_RPATH`, split at colons, as written. */
  rpath: string[];
  /** `DT_RUNPATH`, split at colons, as written. */
  runpath: string[];
}

const MAGIC = 0x7f454c46;
const CLASS_64 = 2;
const LITTLE_ENDIAN_DATA = 1;
const HEADER_SIZE = 64;
const PT_LOAD = 1;
const PT_DYNAMIC = 2;
const PT_INTERP = 3;
const DT_NULL = 0;
const DT_NEEDED = 1;
const DT_STRTAB = 5;
const DT_RPATH = 15;
const DT_RUNPATH = 29;

/** Larger header tables are no program's: they would only make us read. */
const MAX_TABLE = 1 << 20;
/** PATH_MAX of Linux; a run path may join several, so that it gets some more. */
const MAX_STRING = 1 << 14;

interface Segment {
  type: number;
  offset: number;
  address: number;
  size: number;
}

/** A view of a table, or undefined when the file does not hold it. */
function table(reader: Reader, offset: number, size: number): DataView | undefined {
  if (size > MAX_TABLE) return undefined;
  const bytes = reader.read(offset, size);
  return bytes && new DataView(bytes.buffer);
}

/** The text up to the NUL at `offset`. */
function text(reader: Reader, offset: number): string | undefined {
  const bytes = reader.read(offset, Math.min(MAX_STRING, reader.size - offset));
  const end = bytes?.indexOf(0) ?? -1;
  return end < 0 ? undefined : new TextDecoder().decode(bytes?.subarray(0, end));
}

function segments(reader: Reader, header: DataView): Segment[] | undefined {
  const offset = Number(header.getBigUint64(32, true));
  const entry = header.getUint16(54, true);
  const count = header.getUint16(56, true);
  if (count > 0 && entry < 56) return undefined;
  const view = table(reader, offset, entry * count);
  if (!view) return undefined;
  return Array.from({ length: count }, (_, i) => ({
    type: view.getUint32(i * entry, true),
    offset: Number(view.getBigUint64(i * entry + 8, true)),
    address: Number(view.getBigUint64(i * entry + 16, true)),
    size: Number(view.getBigUint64(i * entry + 32, true)),
  }));
}

/** Tag and value of each entry of the dynamic section, up to `DT_NULL`. */
function dynamicEntries(view: DataView): [tag: number, value: number][] {
  const entries: [number, number][] = [];
  for (let at = 0; at + 16 <= view.byteLength; at += 16) {
    const tag = Number(view.getBigInt64(at, true));
    if (tag === DT_NULL) break;
    entries.push([tag, Number(view.getBigUint64(at + 8, true))]);
  }
  return entries;
}

/** Where in the file the address is loaded from. */
function fileOffset(address: number, list: Segment[]): number | undefined {
  const load = list.find((s) =>
    s.type === PT_LOAD && address >= s.address && address < s.address + s.size
  );
  return load && address - load.address + load.offset;
}

function parse(reader: Reader): Elf | undefined {
  const header = table(reader, 0, HEADER_SIZE);
  if (
    !header || header.getUint32(0) !== MAGIC ||
    header.getUint8(4) !== CLASS_64 || header.getUint8(5) !== LITTLE_ENDIAN_DATA
  ) return undefined;
  const list = segments(reader, header);
  if (!list) return undefined;
  const elf: Elf = {
    machine: header.getUint16(18, true),
    needed: [],
    rpath: [],
    runpath: [],
  };
  const interpreter = list.find((s) => s.type === PT_INTERP);
  if (interpreter) {
    const path = text(reader, interpreter.offset);
    if (path === undefined) return undefined;
    elf.interpreter = path;
  }
  const dynamic = list.find((s) => s.type === PT_DYNAMIC);
  if (!dynamic) return elf;
  const view = table(reader, dynamic.offset, dynamic.size);
  if (!view) return undefined;
  const entries = dynamicEntries(view);
  const strings = entries.find(([tag]) => tag === DT_STRTAB);
  const base = strings && fileOffset(strings[1], list);
  if (base === undefined) return elf;
  const texts = (wanted: number) =>
    entries.filter(([tag]) => tag === wanted)
      .map(([, value]) => text(reader, base + value))
      .filter((value) => value !== undefined);
  elf.needed = texts(DT_NEEDED);
  elf.rpath = texts(DT_RPATH).flatMap((value) => value.split(":"));
  elf.runpath = texts(DT_RUNPATH).flatMap((value) => value.split(":"));
  return elf;
}

interface CacheEntry {
  size: number;
  mtime: number;
  elf: Elf | undefined;
}

const caches = new WeakMap<Files, Map<string, CacheEntry>>();

/**
 * Reads an ELF file: its loader, libraries and search paths.
 *
 * Only the headers and the strings that are asked for are read. Answers are kept for
 * the life of the process, as long as size and modification time stay the same.
 * Needs `--allow-read` for the path.
 *
 * @returns undefined for anything but a readable 64-bit little-endian ELF file.
 */
export function readElf(path: string, files: Files = HOST_FILES): Elf | undefined {
  const info = files.stat(path);
  if (!info?.isFile) return undefined;
  const cache = caches.get(files) ?? new Map<string, CacheEntry>();
  caches.set(files, cache);
  const mtime = info.mtime?.getTime() ?? 0;
  const known = cache.get(path);
  if (known && known.size === info.size && known.mtime === mtime) return known.elf;
  const elf = files.withReader(path, parse);
  cache.set(path, { size: info.size, mtime, elf });
  return elf;
}
