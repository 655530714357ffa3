/**
 * Numbers that a Landlock launcher hands to the kernel by itself, without a C library's names.
 *
 * Sources: linux/landlock.h, linux/prctl.h, asm-generic/fcntl.h, asm-generic/resource.h,
 * linux/wait.h; the system calls as in `syscalls.ts`.
 *
 * @module
 */
import type { Architecture } from "./syscalls.ts";

/** The calls that the launcher makes; those from 424 on have one number everywhere. */
const COMMON = {
  close_range: 436,
  landlock_create_ruleset: 444,
  landlock_add_rule: 445,
  landlock_restrict_self: 446,
};

/** System calls of the launcher, by machine. */
export const LAUNCHER_CALLS: Record<Architecture, Record<string, number>> = {
  x86_64: {
    ...COMMON,
    capset: 126,
    execve: 59,
    prctl: 157,
    prlimit64: 302,
    renameat2: 316,
    rt_sigprocmask: 14,
    seccomp: 317,
    setsid: 112,
    signalfd4: 289,
  },
  aarch64: {
    ...COMMON,
    capset: 91,
    execve: 221,
    prctl: 167,
    prlimit64: 261,
    renameat2: 276,
    rt_sigprocmask: 135,
    seccomp: 277,
    setsid: 157,
    signalfd4: 74,
  },
};

/** LANDLOCK_ACCESS_FS_* (landlock(7)). */
const ACCESS = {
  execute: 1 << 0,
  writeFile: 1 << 1,
  readFile: 1 << 2,
  readDir: 1 << 3,
  removeDir: 1 << 4,
  removeFile: 1 << 5,
  makeDir: 1 << 7,
  makeReg: 1 << 8,
  makeFifo: 1 << 10,
  makeSym: 1 << 12,
  refer: 1 << 13,
  truncate: 1 << 14,
  ioctlDev: 1 << 15,
};

const read = ACCESS.readFile | ACCESS.readDir;

/** Sets of rights. */
export const RIGHTS = {
  read,
  /** To read and to start. */
  run: read | ACCESS.execute,
  /** Everything but to start a program and to make sockets and devices. */
  write: read | ACCESS.writeFile | ACCESS.removeDir | ACCESS.removeFile | ACCESS.makeDir |
    ACCESS.makeReg | ACCESS.makeFifo | ACCESS.makeSym | ACCESS.refer | ACCESS.truncate,
  /** For `/dev/null` and its like. */
  device: ACCESS.readFile | ACCESS.writeFile,
  /** Those that a rule about a file may hold. */
  ofFiles: ACCESS.execute | ACCESS.writeFile | ACCESS.readFile | ACCESS.truncate,
  /** All that the kernel of {@linkcode LEAST_ABI} knows. */
  all: (1 << 15) - 1,
  ioctlDev: ACCESS.ioctlDev,
};

/** Before the third version a file could be cut to nothing without a right (landlock(7)). */
export const LEAST_ABI = 3;
