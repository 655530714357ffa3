/**
 * The system-call filter of the sandbox, as a classic BPF program.
 *
 * Facts are from linux/filter.h, linux/bpf_common.h, linux/seccomp.h, linux/audit.h,
 * linux/sched.h and seccomp(2). A filter sees the numbers of a call and of its arguments,
 * never what they point to.
 *
 * @module
 */
import { type Architecture, INSPECTED_CALLS, REFUSED_CALLS } from "./syscalls.ts";

/** Numbers of address families (linux/socket.h) that tools may be allowed. */
export const AF = { UNIX: 1, INET: 2, INET6: 10, NETLINK: 16 } as const;

/** One instruction, `struct sock_filter`. Jumps count the instructions that are skipped, at most 255. */
interface Instruction {
  code: number;
  jumpTrue: number;
  jumpFalse: number;
  value: number;
}

const LOAD = 0x20; // BPF_LD | BPF_W | BPF_ABS
const JUMP_ALWAYS = 0x05; // BPF_JMP | BPF_JA
const JUMP_EQUAL = 0x15; // BPF_JMP | BPF_JEQ | BPF_K
const JUMP_AT_LEAST = 0x35; // BPF_JMP | BPF_JGE | BPF_K
const JUMP_ANY_BIT = 0x45; // BPF_JMP | BPF_JSET | BPF_K
const RETURN = 0x06; // BPF_RET | BPF_K

const KILL_PROCESS = 0x80000000; // SECCOMP_RET_KILL_PROCESS
const ALLOW = 0x7fff0000; // SECCOMP_RET_ALLOW
const ERRNO = 0x00050000; // SECCOMP_RET_ERRNO, the number in the low 16 bits

const EPERM = 1;
const ENOSYS = 38;
const EAFNOSUPPORT = 97;

/** Offsets in `struct seccomp_data`; of an argument the low half, machines being little-endian. */
const OFFSET = { call: 0, architecture: 4, argument0: 16, argument1: 24 };

/** AUDIT_ARCH_X86_64 and AUDIT_ARCH_AARCH64 (linux/audit.h). */
const AUDIT_ARCHITECTURE: Record<Architecture, number> = {
  x86_64: 0xc000003e,
  aarch64: 0xc00000b7,
};

/** Calls of the x32 ABI carry this bit (__X32_SYSCALL_BIT, asm/unistd.h). */
const X32_BIT = 0x40000000;

/** CLONE_NEWTIME, NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET (linux/sched.h). */
const CLONE_NAMESPACES = 0x00000080 | 0x00020000 | 0x02000000 | 0x04000000 |
  0x08000000 | 0x10000000 | 0x20000000 | 0x40000000;

/** Both write to a terminal as if someone had typed there (asm-generic/ioctls.h). */
const TIOCSTI = 0x5412;
const TIOCLINUX = 0x541c;

/** Leaves room below 255 for the instructions around a list of comparisons. */
const MAX_LIST = 200;

const load = (offset: number): Instruction => ({
  code: LOAD,
  jumpTrue: 0,
  jumpFalse: 0,
  value: offset,
});
const jump = (
  code: number,
  value: number,
  jumpTrue: number,
  jumpFalse: number,
): Instruction => ({ code, jumpTrue, jumpFalse, value });
const answer = (value: number): Instruction => jump(RETURN, value, 0, 0);
const refuse = (errno: number): Instruction => answer(ERRNO | errno);

/** Leaves with `errno` when the loaded number is in the list, else goes on behind it. */
function refuseAny(numbers: number[], errno: number): Instruction[] {
  const blocks: Instruction[] = [];
  for (let start = 0; start < numbers.length; start += MAX_LIST) {
    const part = numbers.slice(start, start + MAX_LIST);
    blocks.push(
      // Each comparison that holds jumps over the rest of the list and the jump after it.
      ...part.map((n, i) => jump(JUMP_EQUAL, n, part.length - i, 0)),
      jump(JUMP_ALWAYS, 1, 0, 0),
      refuse(errno),
    );
  }
  return blocks;
}

/** Runs `body`, which must answer in every case, when the loaded call is `call`. */
function onCall(call: number, body: Instruction[]): Instruction[] {
  return [jump(JUMP_EQUAL, call, 0, body.length), ...body];
}

function onSocket(call: number, families: number[]): Instruction[] {
  return onCall(call, [
    load(OFFSET.argument0),
    ...families.map((f, i) => jump(JUMP_EQUAL, f, families.length - i, 0)),
    refuse(EAFNOSUPPORT),
    answer(ALLOW),
  ]);
}

function instructions(arch: Architecture, families: number[]): Instruction[] {
  const calls = INSPECTED_CALLS[arch];
  const list = [...new Set(families)];
  return [
    load(OFFSET.architecture),
    jump(JUMP_EQUAL, AUDIT_ARCHITECTURE[arch], 1, 0),
    answer(KILL_PROCESS),
    load(OFFSET.call),
    ...(arch === "x86_64" ? [jump(JUMP_AT_LEAST, X32_BIT, 0, 1), refuse(ENOSYS)] : []),
    ...refuseAny(Object.values(REFUSED_CALLS[arch]), EPERM),
    // Its flags are in memory. On ENOSYS the C libraries fall back to clone.
    ...onCall(calls.clone3, [refuse(ENOSYS)]),
    ...onCall(calls.clone, [
      load(OFFSET.argument0),
      jump(JUMP_ANY_BIT, CLONE_NAMESPACES, 0, 1),
      refuse(EPERM),
      answer(ALLOW),
    ]),
    ...onSocket(calls.socket, list),
    // A pair is connected to itself only; event loops wake themselves through one.
    ...onSocket(calls.socketpair, [...new Set([AF.UNIX, ...list])]),
    // The kernel takes the command as 32 bits, so that its high half is not looked at.
    ...onCall(calls.ioctl, [
      load(OFFSET.argument1),
      ...refuseAny([TIOCSTI, TIOCLINUX], EPERM),
      answer(ALLOW),
    ]),
    answer(ALLOW),
  ];
}

/**
 * The filter for bubblewrap's `--seccomp`: an array of `struct sock_filter`.
 *
 * A call of another architecture kills the process; x32 and `clone3` are "not
 * implemented"; {@linkcode REFUSED_CALLS}, new namespaces by `clone` and input injected
 * into a terminal are "not permitted"; sockets of another family are "not supported by
 * protocol", pairs of unix sockets excepted. Everything else is allowed. Needs no
 * permission.
 *
 * @param options.families Address families (`AF_*`) that `socket` may be called with.
 * @throws {RangeError} On more families than there can be, or one that is no such number.
 */
export function seccompFilter(
  arch: Architecture,
  options: { families: number[] },
): Uint8Array {
  for (const family of options.families) {
    if (!Number.isInteger(family) || family < 0 || family > 255) {
      throw new RangeError(
        `Cannot allow the address family "${family}": use a number from linux/socket.h`,
      );
    }
  }
  if (new Set(options.families).size >= MAX_LIST) {
    throw new RangeError(
      `Cannot allow "${options.families.length}" address families: name fewer than ${MAX_LIST}`,
    );
  }
  const program = instructions(arch, options.families);
  const view = new DataView(new ArrayBuffer(program.length * 8));
  program.forEach(({ code, jumpTrue, jumpFalse, value }, i) => {
    view.setUint16(i * 8, code, true);
    view.setUint8(i * 8 + 2, jumpTrue);
    view.setUint8(i * 8 + 3, jumpFalse);
    view.setUint32(i * 8 + 4, value >>> 0, true);
  });
  return new Uint8Array(view.buffer);
}
