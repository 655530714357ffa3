/**
 * Probes of the kernel: the calls and files that have been the way out of other sandboxes.
 *
 * @module
 */
import { type Outside, type Probe, ROOT_ONLY } from "./probe.ts";

/** Constants of linux/sched.h and linux/mount.h. */
const CLONE_NEWNS = 0x00020000;
const CLONE_NEWUSER = 0x10000000;
const CLONE_NEWNET = 0x40000000;
const SIGCHLD = 17;
const [MS_REC, MS_PRIVATE, MS_REMOUNT, MS_BIND] = [0x4000, 0x40000, 0x20, 0x1000];

/**
 * For what changes mounts: only in a mount namespace of its own, whoever calls. Where none can
 * be made, and this one is not known to be another than the machine's, nothing is tried.
 */
const ALONE = `
  if (syscall($N{unshare}, ${CLONE_NEWNS}) == 0) {
    sys('mount', 'none', '/', 0, ${MS_REC | MS_PRIVATE}, 0);
  } else {
    my $why = "$!";
    my ($here, $machine) = (readlink('/proc/self/ns/mnt') // '', $T{mnt_namespace} // '');
    $here =~ /^mnt:/ && $machine =~ /^mnt:/ && $here ne $machine or die "unshare: $why\\n";
  }`;

/** A call with arguments that are wrong, so that reaching the kernel's checks changes nothing. */
function reach(name: string, args: string, off?: Outside): Probe {
  return {
    name: `reaches ${name}`,
    code: `reaches('${name}', ${args})`,
    ...(off && { off }),
  };
}

/** Kernels can be built without it. */
const BUILT_IN: Outside = { root: "either", user: "blocked" };

/** Machines can be set up without it. */
const SETTING: Outside = { root: "through", user: "either" };

export const KERNEL: Probe[] = [
  {
    name: "mounts a file system",
    touchesMachine: true,
    code: `child { ${ALONE} sys('mount', 'none', '/tmp', 'tmpfs', 0, 0); 1 } and 'mounted'`,
    off: ROOT_ONLY,
  },
  {
    name: "makes a read-only mount writable",
    touchesMachine: true,
    code: `child { ${ALONE} sys('mount', 'none', '/', 0, ${MS_REMOUNT | MS_BIND}, 0); 1 }
      and 'remounted'`,
    off: ROOT_ONLY,
  },
  {
    name: "unmounts what hides something",
    touchesMachine: true,
    code: `child { ${ALONE} sys('umount2', '/proc', 2); 1 } and 'unmounted'`,
    off: ROOT_ONLY,
  },
  {
    name: "makes a user namespace",
    code: `child { sys('unshare', ${CLONE_NEWUSER}); 1 } and 'made'`,
    off: SETTING,
  },
  {
    name: "makes a user namespace by clone",
    code: `my $pid = sys('clone', ${CLONE_NEWUSER | SIGCHLD}, 0, 0, 0, 0);
      POSIX::_exit(0) if !$pid; waitpid($pid, 0); 'made'`,
    off: SETTING,
  },
  {
    name: "makes a network namespace",
    code: `child { sys('unshare', ${CLONE_NEWNET}); 1 } and 'made'`,
    off: ROOT_ONLY,
  },
  {
    name: "enters a namespace",
    code: `open(my $ns, '<', '/proc/self/ns/net') or die "$!\\n";
      child { sys('setns', fileno($ns), 0); 1 } and 'entered'`,
    off: ROOT_ONLY,
  },
  {
    name: "changes its root folder",
    code: `child { sys('chroot', '/tmp'); 1 } and 'changed'`,
    off: ROOT_ONLY,
  },
  reach("pivot_root", `'/nonexistent', '/nonexistent'`, ROOT_ONLY),
  reach("fsopen", `'nonesuch', 0`, ROOT_ONLY),
  reach("open_tree", `-1, '', 0x1000`),
  reach("bpf", `0, 0, 0`, SETTING),
  reach("perf_event_open", `0, 0, -1, -1, 0`),
  reach("io_uring_setup", `1, 0`),
  reach("keyctl", `0, -3, 0`),
  reach("add_key", `'user', 'probe', 'x', 0, -99`),
  reach("request_key", `'nonesuch', 'probe', 0, 0`),
  reach("userfaultfd", `1`),
  reach("personality", `0xffffffff`),
  reach("fanotify_init", `0, 0`, { root: "through", user: "either" }),
  reach("init_module", `0, 0, 'x'`, BUILT_IN),
  reach("kexec_load", `0, 0, 0, 0xffff`, BUILT_IN),
  reach("reboot", `0, 0, 0, 0`, ROOT_ONLY),
  reach("sethostname", `0, -1`, ROOT_ONLY),
  reach("clock_settime", `999, 0`),
  reach("swapoff", `'/nonexistent'`, ROOT_ONLY),
  reach("quotactl", `0, '/nonexistent', 0, 0`),
  reach("kcmp", `$$, $$, 99, 0, 0`),
  reach("process_madvise", `-1, 0, 0, 0, 0`),
  reach("clone3", `0, 0`),
  {
    name: "reads the kernel log",
    code: `sys('syslog', 10, 0, 0) . ' bytes'`,
    off: { root: "through", user: "either" },
  },
  {
    name: "could choose the program for core dumps",
    code: `open(my $f, '+<', '/proc/sys/kernel/core_pattern') or die "$!\\n"; 'opened'`,
    off: ROOT_ONLY,
  },
  {
    name: "could change a kernel setting",
    code: `open(my $f, '+<', '/proc/sys/kernel/hostname') or die "$!\\n"; 'opened'`,
    off: ROOT_ONLY,
  },
  {
    name: "could press a magic key",
    // Write-only, and never made: a letter written here would be a command.
    code: `sysopen(my $f, '/proc/sysrq-trigger', 1) or die "$!\\n"; 'opened'`,
    off: BUILT_IN,
  },
  {
    name: "could name the program for released control groups",
    code: `for (glob('/sys/fs/cgroup/*')) { return "$_ is writable" if -w } return`,
    off: { root: "either", user: "either" },
  },
];
