/**
 * What runs inside: a Perl script that takes probes on stdin and reports on each.
 *
 * Perl, because perl-base is part of every Debian, reaches any system call by its number,
 * and is a declared interpreter like others.
 *
 * @module
 */
import { INSPECTED_CALLS, REFUSED_CALLS } from "../sandbox/syscalls.ts";
import { arch } from "../sandbox/probe.ts";

/** Calls that the filter lets through, by number. */
const OTHER_CALLS = {
  x86_64: { prlimit64: 302, pidfd_open: 434, memfd_create: 319 },
  aarch64: { prlimit64: 261, pidfd_open: 434, memfd_create: 279 },
};

/** A Perl hash from plain values. */
export function perlHash(values: Record<string, string | number>): string {
  const quote = (v: string | number) => `'${String(v).replace(/[\\']/g, "\\$&")}'`;
  return `(${Object.entries(values).map(([k, v]) => `${quote(k)} => ${quote(v)}`).join(", ")})`;
}

/** The number of each system call on this machine. */
function callNumbers(): string {
  return perlHash({ ...REFUSED_CALLS[arch()], ...INSPECTED_CALLS[arch()], ...OTHER_CALLS[arch()] });
}

/**
 * Each probe runs in a process of its own. What it returns says that it got through; when it
 * dies, returns nothing or is killed, it was blocked.
 */
export const HARNESS = `use strict;
use warnings;
no warnings 'once';
use Socket;
use POSIX ();
our %T;
our %N = ${callNumbers()};

# A raw system call: its result, or death with the name of the error.
sub sys {
  my ($name, @args) = @_;
  my $result = syscall($N{$name}, @args);
  die "$name: $!\\n" if $result == -1;
  return $result;
}

# The soft and the hard limit of a resource.
sub limits {
  my ($resource) = @_;
  my $pair = pack('QQ', 0, 0);
  syscall($N{prlimit64}, 0, $resource, 0, $pair) == 0 or die "prlimit64: $!\\n";
  return unpack('QQ', $pair);
}

# Whether a call gets as far as the kernel's own checks of its arguments.
sub reaches {
  my ($name, @args) = @_;
  my $result = syscall($N{$name}, @args);
  return "returned $result" if $result != -1;
  die "$name: $!\\n" if $! == POSIX::EPERM || $! == POSIX::EACCES || $! == POSIX::ENOSYS;
  return "reached: $!";
}

sub slurp {
  my ($path) = @_;
  open(my $file, '<', $path) or die "$path: $!\\n";
  local $/;
  my $text = <$file>;
  return defined $text ? $text : '';
}

# Opens for writing, and changes nothing.
sub writes {
  my ($path) = @_;
  open(my $file, '+<', $path) or die "$path: $!\\n";
  return "opened $path for writing";
}

# Makes a file, and takes it away.
sub makes {
  my ($path) = @_;
  open(my $file, '>>', $path) or die "$path: $!\\n";
  unlink $path;
  return "made $path";
}

# Makes a file that stays, for those outside to find.
sub leaves {
  my ($path) = @_;
  open(my $file, '>>', $path) or die "$path: $!\\n";
  return "left $path";
}

sub connects {
  my ($family, $type, $address) = @_;
  socket(my $socket, $family, $type, 0) or die "socket: $!\\n";
  connect($socket, $address) or die "connect: $!\\n";
  return $socket;
}

sub pids { return grep { /^[0-9]+$/ } map { m{([^/]+)$} } glob('/proc/[0-9]*') }

sub status {
  my ($field) = @_;
  return slurp('/proc/self/status') =~ /^$field:\\s*(\\S+)/m ? $1 : die "no $field\\n";
}

# What a program prints, or death when it cannot be started.
sub output {
  my (@command) = @_;
  pipe(my $from, my $to) or die "pipe: $!\\n";
  my $pid = fork // die "fork: $!\\n";
  if (!$pid) {
    POSIX::dup2(fileno($to), 1);
    exec { $command[0] } @command or POSIX::_exit(127);
  }
  close $to;
  my $text = do { local $/; <$from> };
  waitpid($pid, 0);
  die "exit $?\\n" if $?;
  return $text;
}

# Runs a part in a child, which may lose its senses: true when that exits with 0.
sub child(&) {
  my ($part) = @_;
  my $pid = fork // die "fork: $!\\n";
  if (!$pid) { my $good = eval { $part->() }; POSIX::_exit($good ? 0 : 1) }
  waitpid($pid, 0);
  return $? == 0;
}

sub probe {
  my ($name, $part) = @_;
  pipe(my $from, my $to) or die "pipe: $!";
  my $pid = fork;
  return print "$name\\tblocked\\tthe harness cannot fork: $!\\n" if !defined $pid;
  if (!$pid) {
    close $from;
    alarm 20;
    my $said = eval { $part->() };
    my $text = $said ? "through\\t$said" : "blocked\\t" . ($@ || 'nothing');
    $text =~ s/[\\n\\r]+/ /g;
    syswrite($to, $text);
    POSIX::_exit(0);
  }
  close $to;
  my $text = do { local $/; <$from> };
  waitpid($pid, 0);
  $text = "blocked\\tended with $?" if !defined $text || $text eq '';
  print "$name\\t$text\\n";
}

$| = 1;
my $code = do { local $/; <STDIN> };
eval $code;
die $@ if $@;
`;
