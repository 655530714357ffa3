/**
 * Instructions of classic BPF as seccomp(2) takes them, and the few shapes that filters are made of.
 *
 * Facts are from linux/filter.h, linux/bpf_common.h and linux/seccomp.h. No Deno permission
 * is needed.
 *
 * @module
 */

/** One instruction, `struct sock_filter`. Jumps count the instructions that are skipped, at most 255. */
export interface Instruction {
  code: number;
  jumpTrue: number;
  jumpFalse: number;
  value: number;
}

const LOAD = 0x20; // BPF_LD | BPF_W | BPF_ABS
const RETURN = 0x06; // BPF_RET | BPF_K

/** Codes of jumps. */
export const JUMP = {
  always: 0x05, // BPF_JMP | BPF_JA
  equal: 0x15, // BPF_JMP | BPF_JEQ | BPF_K
  atLeast: 0x35, // BPF_JMP | BPF_JGE | BPF_K
  anyBit: 0x45, // BPF_JMP | BPF_JSET | BPF_K
} as const;

/** Answers of a filter: SECCOMP_RET_KILL_PROCESS and SECCOMP_RET_ALLOW. */
export const ANSWER = { kill: 0x80000000, allow: 0x7fff0000 } as const;

const ERRNO = 0x00050000; // SECCOMP_RET_ERRNO, the number in the low 16 bits

/** Offsets in `struct seccomp_data`; of an argument the low half, machines being little-endian. */
export const OFFSET = {
  call: 0,
  architecture: 4,
  argument: (index: number): number => 16 + 8 * index,
} as const;

/** Leaves room below 255 for the instructions around a list of comparisons. */
export const MAX_LIST = 200;

/** Loads 32 bits of what the filter sees. */
export function load(offset: number): Instruction {
  return { code: LOAD, jumpTrue: 0, jumpFalse: 0, value: offset };
}

/** Compares the loaded number. */
export function jump(
  code: number,
  value: number,
  jumpTrue: number,
  jumpFalse: number,
): Instruction {
  return { code, jumpTrue, jumpFalse, value };
}

/** Ends the filter. */
export function answer(value: number): Instruction {
  return jump(RETURN, value, 0, 0);
}

/** Ends the filter: the call fails with this error. */
export function refuse(errno: number): Instruction {
  return answer(ERRNO | errno);
}

/** Leaves with `errno` when the loaded number is in the list, else goes on behind it. */
export function refuseAny(numbers: number[], errno: number): Instruction[] {
  const blocks: Instruction[] = [];
  for (let start = 0; start < numbers.length; start += MAX_LIST) {
    const part = numbers.slice(start, start + MAX_LIST);
    blocks.push(
      // Each comparison that holds jumps over the rest of the list and the jump after it.
      ...part.map((n, i) => jump(JUMP.equal, n, part.length - i, 0)),
      jump(JUMP.always, 1, 0, 0),
      refuse(errno),
    );
  }
  return blocks;
}

/** Runs `body`, which must answer in every case, when the loaded call is `call`. */
export function onCall(call: number, body: Instruction[]): Instruction[] {
  return [jump(JUMP.equal, call, 0, body.length), ...body];
}

/** The program as seccomp(2) takes it: an array of `struct sock_filter`, little-endian. */
export function assemble(program: readonly Instruction[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(program.length * 8));
  program.forEach(({ code, jumpTrue, jumpFalse, value }, i) => {
    view.setUint16(i * 8, code, true);
    view.setUint8(i * 8 + 2, jumpTrue);
    view.setUint8(i * 8 + 3, jumpFalse);
    view.setUint32(i * 8 + 4, value >>> 0, true);
  });
  return new Uint8Array(view.buffer);
}
