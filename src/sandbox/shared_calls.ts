/**
 * What the filter refuses besides where a tool shares namespaces with other processes:
 * Landlock holds what is opened, not what is done to a file by its name (landlock(7),
 * "Current limitations"), and other processes of the user can be reached by their number.
 *
 * Sources for the numbers: as in `syscalls.ts`.
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
  OFFSET,
  onCall,
  refuse,
  refuseAny,
} from "./bpf.ts";
import type { Architecture } from "./syscalls.ts";

const EPERM = 1;
const ENOTSUP = 95;

/** S_ISUID and S_ISGID (inode(7)). */
const SET_ID_BITS = 0o6000;

const COMMON: Record<string, number> = {
  pidfd_open: 434,
  process_mrelease: 448,
  fchmodat2: 452,
  file_setattr: 469,
};

/**
 * Refused with EPERM: mode, owner and times of a file by its name or without opening it,
 * watching files by name, System V and POSIX objects that all processes share, and others'
 * priorities. Programs expect that of owners, and do without of watching.
 */
export const REFUSED_WHEN_SHARED: Record<Architecture, Record<string, number>> = {
  x86_64: {
    ...COMMON,
    shmget: 29,
    shmat: 30,
    shmctl: 31,
    semget: 64,
    semop: 65,
    semctl: 66,
    msgget: 68,
    msgsnd: 69,
    msgrcv: 70,
    msgctl: 71,
    chmod: 90,
    chown: 92,
    fchown: 93,
    lchown: 94,
    utime: 132,
    semtimedop: 220,
    utimes: 235,
    mq_open: 240,
    mq_unlink: 241,
    ioprio_set: 251,
    inotify_add_watch: 254,
    fchownat: 260,
    futimesat: 261,
    fchmodat: 268,
  },
  aarch64: {
    ...COMMON,
    inotify_add_watch: 27,
    ioprio_set: 30,
    fchmodat: 53,
    fchownat: 54,
    fchown: 55,
    mq_open: 180,
    mq_unlink: 181,
    msgget: 186,
    msgctl: 187,
    msgrcv: 188,
    msgsnd: 189,
    semget: 190,
    semctl: 191,
    semtimedop: 192,
    semop: 193,
    shmget: 194,
    shmctl: 195,
    shmat: 196,
  },
};

/** Extended attributes: refused with ENOTSUP, which file systems say that have none. */
export const ATTRIBUTE_CALLS: Record<Architecture, Record<string, number>> = {
  x86_64: {
    setxattr: 188,
    lsetxattr: 189,
    fsetxattr: 190,
    removexattr: 197,
    lremovexattr: 198,
    fremovexattr: 199,
    setxattrat: 463,
    removexattrat: 466,
  },
  aarch64: {
    setxattr: 5,
    lsetxattr: 6,
    fsetxattr: 7,
    removexattr: 14,
    lremovexattr: 15,
    fremovexattr: 16,
    setxattrat: 463,
    removexattrat: 466,
  },
};

/** Calls that may be about the caller alone: these arguments must be 0. */
export const OWN_CALLS: Record<
  Architecture,
  Record<string, { call: number; zero: number[] }>
> = {
  x86_64: {
    setpriority: { call: 141, zero: [0, 1] },
    sched_setparam: { call: 142, zero: [0] },
    sched_setscheduler: { call: 144, zero: [0] },
    sched_setaffinity: { call: 203, zero: [0] },
    prlimit64: { call: 302, zero: [0] },
    sched_setattr: { call: 314, zero: [0] },
  },
  aarch64: {
    sched_setparam: { call: 118, zero: [0] },
    sched_setscheduler: { call: 119, zero: [0] },
    sched_setaffinity: { call: 122, zero: [0] },
    setpriority: { call: 140, zero: [0, 1] },
    prlimit64: { call: 261, zero: [0] },
    sched_setattr: { call: 274, zero: [0] },
  },
};

/** Calls on an opened file, of which some arguments are harmless. */
export const FILE_CALLS: Record<Architecture, { fchmod: number; utimensat: number }> = {
  x86_64: { fchmod: 91, utimensat: 280 },
  aarch64: { fchmod: 52, utimensat: 88 },
};

/** What stands in the filter behind the list of calls that are always refused; the call's number is loaded. */
export function sharedInstructions(arch: Architecture): Instruction[] {
  const { fchmod, utimensat } = FILE_CALLS[arch];
  const zero = (offset: number) => [load(offset), jump(JUMP.equal, 0, 1, 0), refuse(EPERM)];
  return [
    ...refuseAny(Object.values(REFUSED_WHEN_SHARED[arch]), EPERM),
    ...refuseAny(Object.values(ATTRIBUTE_CALLS[arch]), ENOTSUP),
    ...Object.values(OWN_CALLS[arch]).flatMap(({ call, zero: indices }) =>
      // Numbers of processes are 32 bits to the kernel.
      onCall(call, [...indices.flatMap((i) => zero(OFFSET.argument(i))), answer(ANSWER.allow)])
    ),
    // A null pointer for the name: the times of an opened file (utimensat(2)).
    ...onCall(utimensat, [
      ...zero(OFFSET.argument(1)),
      ...zero(OFFSET.argument(1) + 4),
      answer(ANSWER.allow),
    ]),
    ...onCall(fchmod, [
      load(OFFSET.argument(1)),
      jump(JUMP.anyBit, SET_ID_BITS, 0, 1),
      refuse(EPERM),
      answer(ANSWER.allow),
    ]),
  ];
}

/**
 * A filter on top for uid 0, which owns the system's files: it could shut everybody out with
 * a file that it has opened to read, so that no mode and no times are changed at all.
 */
export function systemOwnerFilter(arch: Architecture): Uint8Array {
  const { fchmod, utimensat } = FILE_CALLS[arch];
  return assemble([
    load(OFFSET.call),
    ...refuseAny([fchmod, utimensat], EPERM),
    answer(ANSWER.allow),
  ]);
}
