/**
 * Numbers of the system calls that no tool has a use for.
 *
 * Sources, Linux 6.18: `arch/x86/entry/syscalls/syscall_64.tbl` for x86_64 and
 * `scripts/syscall.tbl` (before 6.11 `include/uapi/asm-generic/unistd.h`) for aarch64.
 * From 424 on a call has the same number everywhere.
 *
 * @module
 */

/** The machines that a filter can be written for. */
export type Architecture = "x86_64" | "aarch64";

/** Calls of one number on every machine. */
const COMMON: Record<string, number> = {
  io_uring_setup: 425,
  io_uring_enter: 426,
  io_uring_register: 427,
  open_tree: 428,
  move_mount: 429,
  fsopen: 430,
  fsconfig: 431,
  fsmount: 432,
  fspick: 433,
  pidfd_getfd: 438,
  process_madvise: 440,
  mount_setattr: 442,
  quotactl_fd: 443,
  set_mempolicy_home_node: 450,
  statmount: 457,
  listmount: 458,
  lsm_set_self_attr: 460,
  open_tree_attr: 467,
};

/**
 * Calls that are refused with EPERM: looking into or steering other processes, mounts and
 * namespaces, kernel modules, clocks, keys, memory placement, and interfaces with a long
 * record of faults.
 */
export const REFUSED_CALLS: Record<Architecture, Record<string, number>> = {
  x86_64: {
    ...COMMON,
    syslog: 103,
    ptrace: 101,
    uselib: 134,
    personality: 135,
    vhangup: 153,
    modify_ldt: 154,
    pivot_root: 155,
    _sysctl: 156,
    adjtimex: 159,
    chroot: 161,
    acct: 163,
    settimeofday: 164,
    mount: 165,
    umount2: 166,
    swapon: 167,
    swapoff: 168,
    reboot: 169,
    sethostname: 170,
    setdomainname: 171,
    iopl: 172,
    ioperm: 173,
    create_module: 174,
    init_module: 175,
    delete_module: 176,
    get_kernel_syms: 177,
    query_module: 178,
    quotactl: 179,
    nfsservctl: 180,
    lookup_dcookie: 212,
    clock_settime: 227,
    mbind: 237,
    set_mempolicy: 238,
    kexec_load: 246,
    add_key: 248,
    request_key: 249,
    keyctl: 250,
    migrate_pages: 256,
    unshare: 272,
    move_pages: 279,
    perf_event_open: 298,
    fanotify_init: 300,
    name_to_handle_at: 303,
    open_by_handle_at: 304,
    clock_adjtime: 305,
    setns: 308,
    process_vm_readv: 310,
    process_vm_writev: 311,
    kcmp: 312,
    finit_module: 313,
    kexec_file_load: 320,
    bpf: 321,
    userfaultfd: 323,
  },
  aarch64: {
    ...COMMON,
    lookup_dcookie: 18,
    umount2: 39,
    mount: 40,
    pivot_root: 41,
    nfsservctl: 42,
    chroot: 51,
    vhangup: 58,
    quotactl: 60,
    acct: 89,
    personality: 92,
    unshare: 97,
    kexec_load: 104,
    init_module: 105,
    delete_module: 106,
    clock_settime: 112,
    syslog: 116,
    ptrace: 117,
    reboot: 142,
    sethostname: 161,
    setdomainname: 162,
    settimeofday: 170,
    adjtimex: 171,
    add_key: 217,
    request_key: 218,
    keyctl: 219,
    swapon: 224,
    swapoff: 225,
    mbind: 235,
    set_mempolicy: 237,
    migrate_pages: 238,
    move_pages: 239,
    perf_event_open: 241,
    fanotify_init: 262,
    name_to_handle_at: 264,
    open_by_handle_at: 265,
    clock_adjtime: 266,
    setns: 268,
    process_vm_readv: 270,
    process_vm_writev: 271,
    kcmp: 272,
    finit_module: 273,
    bpf: 280,
    userfaultfd: 282,
    kexec_file_load: 294,
  },
};

/** Calls that make a symbolic link. */
export const LINK_CALLS: Record<Architecture, Record<string, number>> = {
  x86_64: { symlink: 88, symlinkat: 266 },
  aarch64: { symlinkat: 36 },
};

/** Calls whose arguments decide, and `clone3`, whose arguments a filter cannot see. */
export const INSPECTED_CALLS: Record<
  Architecture,
  { clone: number; clone3: number; socket: number; socketpair: number; ioctl: number }
> = {
  x86_64: { clone: 56, clone3: 435, socket: 41, socketpair: 53, ioctl: 16 },
  aarch64: { clone: 220, clone3: 435, socket: 198, socketpair: 199, ioctl: 29 },
};
