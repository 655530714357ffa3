/**
 * What is different where no namespace parts a tool from the machine: gaps of the Landlock
 * tier in the probes that bubblewrap is held to, and probes of what Landlock itself leaves open.
 *
 * @module
 */
import { arch } from "../sandbox/probe.ts";
import { ATTRIBUTE_CALLS, OWN_CALLS, REFUSED_WHEN_SHARED } from "../sandbox/shared_calls.ts";
import type { Probe } from "./probe.ts";

const BY_NAME =
  "a name can be asked about (stat(2)), which Landlock does not handle; nothing is read";

/** Probes that get through in every setting of this tier, and why. */
export const LANDLOCK_GAPS: Record<string, string> = {
  "lists /home and /root": BY_NAME,
  "sees the server's process": BY_NAME,
  "sees another interpreter": BY_NAME,
  "sees the launcher's own helpers": BY_NAME,
  "starts a program from memory":
    "no rule is about files that have no folder; what it starts stays in the same fence",
  "forks 60 times":
    "the kernel counts a user's processes, not a call's: the limit has room for others",
};

const attributes = ATTRIBUTE_CALLS[arch()];
const refused = REFUSED_WHEN_SHARED[arch()];
const { setpriority, sched_setaffinity, prlimit64 } = OWN_CALLS[arch()];
const [NPROC, IPC_CREAT] = [6, 0o1000];

/** A system call by its number: its result, or death. */
const call = (number: number, args: string) =>
  `syscall(${number}, ${args}) != -1 or die "$!\\n"; 'done'`;

/** Copies a program to where the tool may write. */
const COPY = `my $at = "$ENV{TMPDIR}/sam-copy-$$"; open(my $to, '>', $at) or die "$!\\n";
  print $to slurp('/usr/bin/cat'); close $to; chmod 0755, $at;`;

/** Probes for this tier, all through outside. */
export const LANDLOCK: Probe[] = [
  {
    name: "changes the mode of a file beside the root",
    code: `chmod(0644, $T{secret}) or die "$!\\n"`,
  },
  {
    name: "changes the owner of a file beside the root to the same",
    code: `my @s = stat $T{secret}; chown($s[4], $s[5], $T{secret}) or die "$!\\n"`,
  },
  {
    name: "changes the times of a file beside the root",
    code: `utime(1, 1, $T{secret}) or die "$!\\n"`,
  },
  {
    name: "sets an attribute of a file beside the root",
    code: `my ($name, $value) = ('user.sam', 'x');
      ${call(attributes.setxattr!, "$T{secret}, $name, $value, 1, 0")}`,
    off: { root: "either", user: "either" },
  },
  {
    name: "sets the set-user-id bit of a file of its own",
    code: `open(my $f, '>', "$ENV{TMPDIR}/sam-bit-$$") or die "$!\\n";
      my $done = chmod(04755, $f) ? 'set' : ''; unlink "$ENV{TMPDIR}/sam-bit-$$"; $done`,
  },
  {
    name: "changes the mode of a file given to read, by descriptor",
    code: `open(my $f, '<', $T{read_file}) or die "$!\\n";
      my $mode = (stat $f)[2] & 0777; chmod($mode, $f) or die "$!\\n"`,
    gaps: {
      "user, confined": "programs that copy files set the mode of what they have open (fchmod(2))",
    },
    leftOut: { "nobody, confined": "a call without paths is the one that runs as nobody" },
  },
  {
    name: "watches a folder beside the root",
    code: `my $fd = syscall(${arch() === "x86_64" ? 294 : 26}, 0); $fd >= 0 or die "$!\\n";
      my $folder = $T{outside}; ${call(refused.inotify_add_watch!, "$fd, $folder, 0x100")}`,
  },
  {
    name: "lowers a limit of another process",
    code: `my $limit = pack('QQ', 1000, 1000); my $old = pack('QQ', 0, 0);
      syscall(${
      prlimit64!.call
    }, int $T{bystander}, ${NPROC}, 0, $old) == 0 or die "$!\\n"; 'seen'`,
  },
  {
    name: "takes precedence from another process",
    code: call(setpriority!.call, "0, int $T{bystander}, 1"),
  },
  {
    name: "moves another process to one processor",
    code: `my $set = pack('Q', ~0); ${call(sched_setaffinity!.call, "int $T{bystander}, 8, $set")}`,
  },
  {
    name: "makes memory that all processes can find",
    code: `my $id = syscall(${refused.shmget!}, 0x5a4d, 4096, ${IPC_CREAT} | 0600);
      $id >= 0 or die "$!\\n"; syscall(${refused.shmctl!}, $id, 0, 0); 'made'`,
  },
  {
    name: "takes the size of a file beside the root",
    code: `-s $T{secret}`,
    gaps: {
      "root, confined": BY_NAME,
      "nobody, confined": BY_NAME,
      "user, confined": BY_NAME,
    },
  },
  {
    name: "starts a copy of a program that it has written",
    code: `${COPY} my $got = eval { output($at, '/dev/null') . 'ran' }; unlink $at; $got`,
  },
  {
    name: "starts a copy of a program that it has written through the loader",
    code:
      `${COPY} my ($loader) = grep { -e } '/lib64/ld-linux-x86-64.so.2', '/lib/ld-linux-aarch64.so.1';
      my $got = eval { output($loader, $at, '/dev/null') . 'ran' }; unlink $at; $got`,
    gaps: {
      "root, confined": "the loader must be startable and reads what the tool may read",
      "nobody, confined": "the loader must be startable and reads what the tool may read",
      "user, confined": "the loader must be startable and reads what the tool may read",
    },
  },
  {
    name: "forks 400 times",
    code:
      `my @all; for (1 .. 400) { my $pid = fork // last; if (!$pid) { sleep 15; POSIX::_exit(0) }
      push @all, $pid } kill('KILL', @all); waitpid($_, 0) for @all; @all == 400 and 'forked'`,
    gaps: {
      "root, confined": "the limit never binds user 0 (RLIMIT_NPROC, setrlimit(2))",
    },
  },
];

/** For the tool with low limits. */
export const LANDLOCK_LIMITS: Probe[] = [
  {
    name: "fills the private /tmp",
    code: `my $n = 0; eval { for my $i (1 .. 8) {
      open(my $f, '>', "$ENV{TMPDIR}/sam-fill-$$-$i") or die;
      for (1 .. 8) { (syswrite($f, 'x' x 65536) // 0) == 65536 or die; $n++ } } };
      unlink glob("$ENV{TMPDIR}/sam-fill-$$-*"); $n == 64 and '4 MiB'`,
    gaps: {
      "root, confined": "a folder has no size (tmpMb); each file has (fileMb)",
      "nobody, confined": "a folder has no size (tmpMb); each file has (fileMb)",
      "user, confined": "a folder has no size (tmpMb); each file has (fileMb)",
    },
  },
  {
    name: "writes a file of 1.5 MiB into the private /tmp",
    code: `local $SIG{XFSZ} = 'IGNORE'; my $at = "$ENV{TMPDIR}/sam-big-$$";
      open(my $f, '>', $at) or die; my $n = 0;
      for (1 .. 24) { $n++ if (syswrite($f, 'x' x 65536) // 0) == 65536 }
      unlink $at; $n == 24 and 'written'`,
  },
];
