/**
 * The system-call filter of the sandbox, as a classic BPF program.
 *
 * Facts are from linux/seccomp.h, linux/audit.h, linux/sched.h and seccomp(2). A filter sees the numbers of a call and of its arguments,
 * never what they point to.
 *
 * @module
 */
import {
  ANSWER,
  answer,
  assemble,
  type Instruction,
  JUMP,
  jump,
  load,
  MAX_LIST,
  OFFSET,
  onCall,
  refuse,
  refuseAny,
} from "./bpf.ts";
import { sharedInstructions } from "./shared_calls.ts";
import { type Architecture, INSPECTED_CALLS, LINK_CALLS, REFUSED_CALLS } from "./syscalls.ts";

/** Numbers of address families (linux/socket.h) that tools may be allowed. */
export const AF = { UNIX: 1, INET: 2, INET6: 10, NETLINK: 16 } as const;

const EPERM = 1;
const ENOSYS = 38;
const EAFNOSUPPORT = 97;

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

function onSocket(call: number, families: number[]): Instruction[] {
  return onCall(call, [
    load(OFFSET.argument(0)),
    ...families.map((f, i) => jump(JUMP.equal, f, families.length - i, 0)),
    refuse(EAFNOSUPPORT),
    answer(ANSWER.allow),
  ]);
}

/** What a filter is to refuse and admit. */
export interface FilterOptions {
  /** Address families (`AF_*`) that `socket` may be called with. */
  families: number[];
  /**
   * Set where no namespace parts the tool from other processes: what reaches them or their
   * files by number or name is refused too, see {@linkcode sharedInstructions}.
   */
  shared?: boolean;
  /** Whether no symbolic link may be made. */
  noLinks?: boolean;
}

function instructions(
  arch: Architecture,
  { families, shared, noLinks }: FilterOptions,
): Instruction[] {
  const calls = INSPECTED_CALLS[arch];
  const list = [...new Set(families)];
  return [
    load(OFFSET.architecture),
    jump(JUMP.equal, AUDIT_ARCHITECTURE[arch], 1, 0),
    answer(ANSWER.kill),
    load(OFFSET.call),
    ...(arch === "x86_64" ? [jump(JUMP.atLeast, X32_BIT, 0, 1), refuse(ENOSYS)] : []),
    ...refuseAny(Object.values(REFUSED_CALLS[arch]), EPERM),
    ...(noLinks ? refuseAny(Object.values(LINK_CALLS[arch]), EPERM) : []),
    ...(shared ? sharedInstructions(arch) : []),
    // Its flags are in memory. On ENOSYS the C libraries fall back to clone.
    ...onCall(calls.clone3, [refuse(ENOSYS)]),
    ...onCall(calls.clone, [
      load(OFFSET.argument(0)),
      jump(JUMP.anyBit, CLONE_NAMESPACES, 0, 1),
      refuse(EPERM),
      answer(ANSWER.allow),
    ]),
    ...onSocket(calls.socket, list),
    // A pair is connected to itself only; event loops wake themselves through one.
    ...onSocket(calls.socketpair, [...new Set([AF.UNIX, ...list])]),
    // The kernel takes the command as 32 bits, so that its high half is not looked at.
    ...onCall(calls.ioctl, [
      load(OFFSET.argument(1)),
      ...refuseAny([TIOCSTI, TIOCLINUX], EPERM),
      answer(ANSWER.allow),
    ]),
    answer(ANSWER.allow),
  ];
}

/**
 * The filter for bubblewrap's `--seccomp` and for seccomp(2): an array of `struct sock_filter`.
 *
 * A call of another architecture kills the process; x32 and `clone3` are "not
 * implemented"; {@linkcode REFUSED_CALLS}, new namespaces by `clone` and input injected
 * into a terminal are "not permitted"; sockets of another family are "not supported by
 * protocol", pairs of unix sockets excepted. Everything else is allowed. Needs no
 * permission.
 *
 * @throws {RangeError} On more families than there can be, or one that is no such number.
 */
export function seccompFilter(
  arch: Architecture,
  options: FilterOptions,
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
  return assemble(instructions(arch, options));
}
