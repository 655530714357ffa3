/**
 * Probes of processes: others can be neither seen nor touched, and no right is gained.
 *
 * @module
 */
import { type Outside, type Probe, ROOT_ONLY } from "./probe.ts";

/** The number of PTRACE_ATTACH and PTRACE_DETACH (linux/ptrace.h). */
const [ATTACH, DETACH] = [16, 17];

const OWN_TERMINAL = `
  open(my $master, '+<', '/dev/ptmx') or die "/dev/ptmx: $!\\n";
  my $unlock = pack('i', 0); ioctl($master, 0x40045431, $unlock) or die "unlock: $!\\n";
  my $number = pack('i', 0); ioctl($master, 0x80045430, $number) or die "number: $!\\n";
  open(my $slave, '+<', '/dev/pts/' . unpack('i', $number)) or die "slave: $!\\n";`;

/** Containers seldom have CAP_SYS_RESOURCE. */
const IN_CONTAINERS: Outside = { root: "either", user: "blocked" };

export const PROCESSES: Probe[] = [
  {
    name: "reads the environment of another process",
    code: `slurp("/proc/$T{bystander}/environ") =~ /(BYSTANDER_SECRET=[^\\0]+)/ and $1`,
  },
  {
    name: "finds the server's secret in the environment of any process, the first included",
    code: `for (pids()) { my $all = eval { slurp("/proc/$_/environ") } or next;
      return "in process $_" if index($all, $T{server_secret}) >= 0 } return`,
  },
  {
    name: "finds the server's command line",
    code: `for (pids()) { my $all = eval { slurp("/proc/$_/cmdline") } or next;
      return "process $_" if $all =~ m{src/cli/} } return`,
  },
  {
    name: "sees the processes of the machine",
    code: `my @all = pids(); @all > 8 and scalar(@all) . ' processes'`,
  },
  { name: "sees the server's process", code: `-d "/proc/$T{server}" and 'seen'` },
  {
    name: "sends a signal to another process",
    code: `kill(0, $T{bystander}) or die "$!\\n"`,
  },
  {
    name: "sends a signal to the server",
    code: `kill(0, $T{server}) or die "$!\\n"`,
  },
  {
    name: "takes a descriptor of another process",
    code: `sys('pidfd_open', int $T{bystander}, 0)`,
  },
  {
    name: "kills all that it can reach",
    // Never in the machine's own namespace: were the sandbox broken, the test would end it all.
    code: `my $here = readlink('/proc/self/ns/pid') // die "$!\\n";
      my $machine = $T{pid_namespace} // '';
      $here =~ /^pid:/ && $machine =~ /^pid:/ or die "the namespace is not known\\n";
      die "not tried: the namespace is the machine's\\n" if $here eq $machine;
      kill('KILL', -1); return`,
    alone: true,
    leftOut: {
      "root, off": "it would end the machine; the bystander shows who was reached",
      "user, off": "it would end the tests",
    },
  },
  {
    name: "traces a process of its own",
    code: `my $pid = fork // die "fork: $!\\n"; if (!$pid) { sleep 10; POSIX::_exit(0) }
      my $got = syscall($N{ptrace}, ${ATTACH}, $pid, 0, 0); my $why = "$!";
      if ($got == 0) { waitpid($pid, 0); syscall($N{ptrace}, ${DETACH}, $pid, 0, 0) }
      kill('KILL', $pid); waitpid($pid, 0); $got == 0 or die "$why\\n"`,
    // Yama's ptrace_scope forbids even this on some machines.
    off: { root: "through", user: "either" },
  },
  {
    name: "traces another process",
    code: `my $pid = int $T{bystander};
      syscall($N{ptrace}, ${ATTACH}, $pid, 0, 0) == 0 or die "$!\\n";
      waitpid($pid, 0x40000000); syscall($N{ptrace}, ${DETACH}, $pid, 0, 0); 'attached'`,
    off: { root: "through", user: "either" },
  },
  {
    name: "reads the memory of a process by its number",
    code: `my $here = 'x' x 8; my $there = 'secret!!';
      my $local = pack('JJ', unpack('J', pack('p', $here)), 8);
      my $remote = pack('JJ', unpack('J', pack('p', $there)), 8);
      sys('process_vm_readv', $$, $local, 1, $remote, 1, 0) == 8 and $here`,
  },
  {
    name: "opens the memory of another process",
    code: `open(my $m, '<', "/proc/$T{bystander}/mem") or die "$!\\n"; 'opened'`,
    off: { root: "through", user: "either" },
  },
  {
    name: "becomes root through a setuid helper",
    code: `output($T{setuid}, '/proc/self/status') =~ /^Uid:\\s+(\\d+)\\s+0\\s/m && $1 != 0
      and 'effective user 0'`,
    // Only root can make such a helper.
    off: { root: "blocked", user: "either" },
    leftOut: { "nobody, confined": "the helper lies in an argument's folder" },
  },
  {
    name: "holds a capability, or could regain one",
    code: `my @sets = grep { hex(status($_)) } qw(CapInh CapPrm CapEff CapBnd CapAmb); "@sets"`,
  },
  { name: "may gain rights by execve", code: `status('NoNewPrivs') == 0 and 'NoNewPrivs is 0'` },
  { name: "calls the kernel without a filter", code: `status('Seccomp') != 2 and 'no filter'` },
  {
    name: "raises its own hard limit",
    code: `my ($soft, $hard) = limits(7);
      sys('prlimit64', 0, 7, pack('QQ', $soft, $hard + 1), 0); "from $hard"`,
    off: IN_CONTAINERS,
  },
  {
    name: "takes precedence over others",
    code: `POSIX::nice(-5) or die "$!\\n"`,
    off: ROOT_ONLY,
  },
  {
    name: "protects itself from the out-of-memory killer",
    code: `open(my $f, '>', '/proc/self/oom_score_adj') or die "$!\\n";
      syswrite($f, '-500') or die "$!\\n"`,
    off: IN_CONTAINERS,
  },
  {
    name: "changes its user",
    code: `child { POSIX::setuid(4321) && $< == 4321 } and 'now 4321'`,
    off: ROOT_ONLY,
  },
  {
    name: "opens the terminal of the server",
    code: `open(my $tty, '+<', '/dev/tty') or die "$!\\n"; 'opened'`,
  },
  {
    name: "types into a terminal",
    code:
      `${OWN_TERMINAL} POSIX::setsid(); $SIG{HUP} = 'IGNORE'; ioctl($slave, 0x540e, 0); # TIOCSCTTY
      my $byte = 'x'; ioctl($slave, 0x5412, $byte) or die "TIOCSTI: $!\\n"`,
    // Linux 6.2 and newer can be built without it (dev.tty.legacy_tiocsti).
    off: { root: "through", user: "either" },
  },
];
