/** An interpreter of the classic BPF that seccomp admits (linux/bpf_common.h), and names for its answers. */
export interface Call {
  nr: number;
  arch: number;
  args?: (number | bigint)[];
}

/** `struct seccomp_data`, little-endian. */
function seccompData(call: Call): DataView {
  const view = new DataView(new ArrayBuffer(64));
  view.setUint32(0, call.nr >>> 0, true);
  view.setUint32(4, call.arch >>> 0, true);
  (call.args ?? []).forEach((arg, i) =>
    view.setBigUint64(16 + i * 8, BigInt.asUintN(64, BigInt(arg)), true)
  );
  return view;
}

/** Runs the filter; throws on what the kernel would refuse to load or what would never end. */
export function runFilter(filter: Uint8Array, call: Call): number {
  const program = new DataView(filter.buffer, filter.byteOffset, filter.byteLength);
  const data = seccompData(call);
  const length = filter.byteLength / 8;
  let accumulator = 0;
  for (let pc = 0; pc < length;) {
    const code = program.getUint16(pc * 8, true);
    const jt = program.getUint8(pc * 8 + 2);
    const jf = program.getUint8(pc * 8 + 3);
    const k = program.getUint32(pc * 8 + 4, true);
    pc++;
    if (code === 0x20) accumulator = data.getUint32(k, true);
    else if (code === 0x05) pc += k;
    else if (code === 0x15) pc += accumulator === k ? jt : jf;
    else if (code === 0x35) pc += accumulator >= k ? jt : jf;
    else if (code === 0x45) pc += (accumulator & k) !== 0 ? jt : jf;
    else if (code === 0x06) return k;
    else throw new Error(`Unknown instruction 0x${code.toString(16)} at ${pc - 1}`);
  }
  throw new Error("The filter ran past its end");
}

/** What linux/seccomp.h calls the answer. */
export function answerName(answer: number): string {
  if (answer === 0x7fff0000) return "allow";
  if (answer === 0x80000000) return "kill";
  if ((answer & 0xffff0000) === 0x00050000) {
    const names: Record<number, string> = { 1: "EPERM", 38: "ENOSYS", 97: "EAFNOSUPPORT" };
    return names[answer & 0xffff] ?? `errno ${answer & 0xffff}`;
  }
  return `0x${answer.toString(16)}`;
}

/** Every jump leads forward to an instruction and the last one answers: what `bpf_check_classic` asks. */
export function faults(filter: Uint8Array): string[] {
  const view = new DataView(filter.buffer, filter.byteOffset, filter.byteLength);
  const length = filter.byteLength / 8;
  const found: string[] = [];
  for (let i = 0; i < length; i++) {
    const code = view.getUint16(i * 8, true);
    const k = view.getUint32(i * 8 + 4, true);
    const targets = code === 0x05
      ? [k]
      : (code & 7) === 5
      ? [view.getUint8(i * 8 + 2), view.getUint8(i * 8 + 3)]
      : [];
    if (targets.some((t) => i + 1 + t >= length)) found.push(`jump out of the program at ${i}`);
    if (code === 0x20 && (k % 4 !== 0 || k >= 64)) found.push(`bad load at ${i}`);
  }
  if (view.getUint16((length - 1) * 8, true) !== 0x06) found.push("no answer at the end");
  if (length > 4096) found.push("longer than BPF_MAXINSNS");
  return found;
}
