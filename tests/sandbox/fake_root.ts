/** Little file systems of other distributions, and the smallest ELF files that say what a test needs. */
import { dirname } from "@std/path";
import { type Files, filesUnder } from "../../src/sandbox/files.ts";

export interface FakeElf {
  machine?: number;
  /** EI_CLASS: 2 is 64-bit. */
  elfClass?: number;
  /** EI_DATA: 1 is little-endian. */
  data?: number;
  interpreter?: string;
  needed?: string[];
  rpath?: string;
  runpath?: string;
}

/** An ELF file of headers, strings and a dynamic section, loaded at address 0x10000. */
export function fakeElf(options: FakeElf = {}): Uint8Array {
  const base = 0x10000;
  const encoder = new TextEncoder();
  let strings = "\0";
  const put = (text: string) => {
    const at = strings.length;
    strings += text + "\0";
    return at;
  };
  const entries: [number, number][] = (options.needed ?? []).map((n) => [1, put(n)]);
  if (options.rpath !== undefined) entries.push([15, put(options.rpath)]);
  if (options.runpath !== undefined) entries.push([29, put(options.runpath)]);
  const interpreterAt = options.interpreter === undefined ? 0 : put(options.interpreter);
  const headers = 64 + 3 * 56;
  const stringBytes = encoder.encode(strings);
  const dynamicAt = headers + stringBytes.length;
  entries.push([5, base + headers], [10, stringBytes.length], [0, 0]);
  const size = dynamicAt + entries.length * 16;
  const view = new DataView(new ArrayBuffer(size));
  view.setUint32(0, 0x7f454c46);
  view.setUint8(4, options.elfClass ?? 2);
  view.setUint8(5, options.data ?? 1);
  view.setUint16(18, options.machine ?? 62, true);
  view.setBigUint64(32, 64n, true);
  view.setUint16(54, 56, true);
  view.setUint16(56, options.interpreter === undefined ? 2 : 3, true);
  const segment = (i: number, type: number, offset: number, length: number) => {
    const at = 64 + i * 56;
    view.setUint32(at, type, true);
    view.setBigUint64(at + 8, BigInt(offset), true);
    view.setBigUint64(at + 16, BigInt(base + offset), true);
    view.setBigUint64(at + 32, BigInt(length), true);
  };
  segment(0, 1, 0, size);
  segment(1, 2, dynamicAt, entries.length * 16);
  if (options.interpreter !== undefined) {
    segment(2, 3, headers + interpreterAt, options.interpreter.length + 1);
  }
  new Uint8Array(view.buffer).set(stringBytes, headers);
  entries.forEach(([tag, value], i) => {
    view.setBigUint64(dynamicAt + i * 16, BigInt(tag), true);
    view.setBigUint64(dynamicAt + i * 16 + 8, BigInt(value), true);
  });
  return new Uint8Array(view.buffer);
}

/** What a path of a fake root is: a program or library, text, a link, or a folder. */
export type FakeFile = FakeElf | string | { link: string } | { script: string } | null;

/** Runs `use` with the files of a fresh root, which is removed afterwards. Links must be relative. */
export function withRoot(tree: Record<string, FakeFile>, use: (files: Files) => void): void {
  const root = Deno.realPathSync(Deno.makeTempDirSync());
  try {
    for (const [path, file] of Object.entries(tree)) {
      const at = root + path;
      Deno.mkdirSync(dirname(at), { recursive: true });
      if (file === null) Deno.mkdirSync(at, { recursive: true });
      else if (typeof file === "string") Deno.writeTextFileSync(at, file);
      else if ("link" in file) Deno.symlinkSync(file.link, at);
      else if ("script" in file) Deno.writeTextFileSync(at, file.script, { mode: 0o755 });
      else Deno.writeFileSync(at, fakeElf(file), { mode: 0o755 });
    }
    use(filesUnder(root));
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
}
