/**
 * Probes of limits, for a tool whose bundle sets them low ({@linkcode TIGHT}).
 *
 * @module
 */
import { type Probe, ROOT_ONLY } from "./probe.ts";

/** The limits under which these probes run. */
export const TIGHT = { memoryMb: 64, pids: 16, cpuSeconds: 1, fileMb: 1, tmpMb: 2 };

/** Fills a folder with files that are each small enough, up to 4 MiB. */
const fill = (folder: string) =>
  `my $n = 0; eval { for my $i (1 .. 8) {
    open(my $f, '>', "${folder}/sam-fill-$$-$i") or die; binmode $f;
    for (1 .. 8) { (syswrite($f, 'x' x 65536) // 0) == 65536 or die; $n++ } } };
  unlink glob("${folder}/sam-fill-$$-*"); $n == 64 and '4 MiB'`;

/** RLIMIT_NOFILE and RLIMIT_CORE (asm-generic/resource.h). */
const [NOFILE, CORE] = [7, 4];

export const LIMITS: Probe[] = [
  {
    name: "forks 60 times",
    code: `my @all; for (1 .. 60) { my $pid = fork // last; if (!$pid) { sleep 15; POSIX::_exit(0) }
      push @all, $pid } kill('KILL', @all); waitpid($_, 0) for @all; @all == 60 and '60 children'`,
    gaps: {
      "root, confined":
        "the limit never binds user 0, even in a namespace (RLIMIT_NPROC, setrlimit(2)): give roots " +
        "to a user, or the container a limit of its own",
    },
  },
  { name: "fills /tmp", code: fill("/tmp") },
  { name: "fills /dev/shm", code: fill("/dev/shm") },
  {
    name: "writes a file of 1.5 MiB",
    code: `local $SIG{XFSZ} = 'IGNORE'; open(my $f, '>', "/tmp/sam-big-$$") or die; my $n = 0;
      for (1 .. 24) { $n++ if (syswrite($f, 'x' x 65536) // 0) == 65536 }
      unlink "/tmp/sam-big-$$"; $n == 24 and 'written'`,
  },
  {
    name: "uses 1.5 seconds of processor time",
    code: `while ((times)[0] + (times)[1] < 1.5) { } 'used'`,
  },
  {
    name: "takes 128 MiB of memory",
    code: `my $size = 128 << 20; my $all = 'x' x $size; length($all) . ' bytes'`,
  },
  {
    name: "opens 2000 files",
    code: `my $hard = (limits(${NOFILE}))[1];
      sys('prlimit64', 0, ${NOFILE}, pack('QQ', $hard, $hard), 0);
      my @all; for (1 .. 2000) { open(my $f, '<', '/dev/null') or die "$!\\n"; push @all, $f }
      'opened'`,
  },
  {
    name: "lets the kernel write its memory to disk",
    code: `(limits(${CORE}))[1] != 0 and 'core dumps are possible'`,
  },
  {
    name: "lifts its limit of memory",
    code: `sys('prlimit64', 0, 2, pack('QQ', ~0, ~0), 0); 'lifted'`,
    off: { ...ROOT_ONLY, user: "either" },
  },
];
