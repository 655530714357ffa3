/**
 * The parts of a Landlock launcher that are the same for every tool.
 *
 * Rules of this text, which `tests/sandbox/landlock_text_test.ts` reads: no value is ever
 * evaluated or reaches a shell (no `eval` of text, no `open` with a mode in its name, no
 * `system`, no backquotes), values of the call are cleaned of Perl's taint in one place, and
 * no module is loaded but `strict`, so that Debian's perl-base is enough.
 *
 * @module
 */

/** Runs first: closes what the server or its parent may have left open. */
export const PROLOGUE = String.raw`
my ($index, $me, $tool, $private, $ran) = (-1, $$, 0, undef, 0);
my (@made, @links, @places, %stages, @staged);
umask 022;
# A descriptor that the server inherited would walk through into the sandbox.
syscall($CLOSE_RANGE, 3, 0xffffffff, 0) == 0 or broken("close_range: $!");

sub speak { syswrite(STDERR, $_[0]) }

# CODE: ends a call that is refused.
sub fail {
  speak("launcher: $_[0] $index\n");
  leave(125);
}

# WHY: ends a call whose fence cannot be set up.
sub broken {
  speak("$_[0]\n");
  leave(125);
}

sub leave { exit $_[0] }

# Runs whatever ends a process of ours, a fault of this text too; the tool's own is none.
END {
  if ($$ == $me) {
    my $code = $?;
    end_all();
    undo();
    $? = $code;
  }
}

# No value is evaluated, and each is held against what it must be before it is used.
sub cleaned { return map { /\A(.*)\z/s ? $1 : () } @_ }

sub prctl { return syscall($PRCTL, $_[0], $_[1], $_[2] || 0, 0, 0) }
`;

/** The processes of a call: a guard, and below it the worker, which starts the tool. */
export const PROCESSES = String.raw`
# Signals are read from a descriptor: none can come between a look and a wait.
my $held = pack('Q', 1 << 0 | 1 << 1 | 1 << 12 | 1 << 14 | 1 << 16); # HUP INT PIPE TERM CHLD
syscall($RT_SIGPROCMASK, 0, $held, 0, 8) == 0 or broken("sigprocmask: $!");
my $queue = syscall($SIGNALFD4, -1, $held, 8, 0x80000);
$queue >= 0 && open(my $signals, '<&=', $queue) or broken("signalfd: $!");

# SECONDS: waits for a signal and returns its number, or 0, with the seconds that are left.
sub signal_within {
  my ($left) = @_;
  my $bits = '';
  vec($bits, $queue, 1) = 1;
  my ($count, $rest) = select($bits, undef, undef, $left);
  # Interrupted by nothing that is waited for, or the time is over.
  return (0, $count < 0 || !defined $left ? $left : 0) if $count < 1;
  sysread($signals, my $info, 128) or return (0, $left);
  return (cleaned(unpack('L', $info)), defined $left ? $rest : undef);
}

# PID: the line in which the kernel describes a process (proc_pid_stat(5)).
sub described {
  sysopen(my $file, "/proc/$_[0]/stat", 0) or return '';
  sysread($file, my $line, 4096);
  return defined $line ? $line : '';
}

sub pids {
  opendir(my $all, '/proc') or return;
  return map { /\A([0-9]+)\z/ ? $1 : () } readdir $all;
}

# Ends what descends from this process, a generation at a time: orphans come here, so that
# none can leave, and a number is not given away before its process was waited for here.
sub end_all {
  while (1) {
    my $gone;
    1 while ($gone = waitpid(-1, 0x40000001)) > 0; # __WALL | WNOHANG
    return if $gone < 0;
    my @children = cleaned(grep { described($_) =~ /\A.*\) \S+ $me /s } pids());
    kill('KILL', @children);
    waitpid(-1, 0x40000000);
  }
}

# STATUS: as shells count.
sub code_of { return $_[0] & 127 ? 128 + ($_[0] & 127) : $_[0] >> 8 }

# PARENT: this process is told when its parent ends, and inherits its orphans (prctl(2)).
sub watch_over {
  prctl(1, 15) == 0 && prctl(36, 1) == 0 or broken("prctl: $!");
  getppid == $_[0] or exit 125;
}

# No capability: for a server that root started. execve(2) gives none back, by no_new_privs.
if ($> == 0) {
  for my $capability (0 .. 63) { prctl(24, $capability) < 0 and last }
}
my ($header, $none) = (pack('LL', 0x20080522, 0), pack('L6', 0, 0, 0, 0, 0, 0));
syscall($CAPSET, $header, $none) == 0 or broken("capset: $!");

watch_over(getppid);
my $worker = fork;
defined $worker or broken("fork: $!");
if ($worker) {
  # Should the worker be killed, its processes come here; should this one be, the worker is told.
  my $status;
  while (!defined $status) {
    my ($signal) = signal_within(undef);
    kill('TERM', $worker) if $signal && $signal != 17;
    while ((my $pid = waitpid(-1, 0x40000001)) > 0) { $status = $? if $pid == $worker }
  }
  end_all();
  exit code_of($status);
}
my $guard = $me;
$me = $$;
watch_over($guard);
`;

/** Private folders, and their end. */
export const FOLDERS = String.raw`
# FOLDER: makes a folder in it that nobody had, and returns its path.
sub fresh {
  my @letters = ('a' .. 'z', 0 .. 9);
  for (1 .. 20) {
    my $path = $_[0] . join('', map { $letters[rand @letters] } 1 .. 12);
    return $path if mkdir($path, 0700);
  }
  return;
}

# FOLDER: makes it with all its parents.
sub folders {
  my $at = '';
  for my $part (split m{/}, $_[0]) {
    $at .= $part;
    mkdir($at, 0700) if length $at && !-d $at;
    $at .= '/';
  }
}

sub names_in {
  opendir(my $folder, $_[0]) or return;
  return cleaned(grep { $_ ne '.' && $_ ne '..' } readdir $folder);
}

# FOLDER: takes it away with all in it. Folders in folders are brought up first: a path may
# be longer than any call takes. Names at its top are ours.
sub take_away {
  my ($top) = @_;
  my @todo = names_in($top);
  my $number = 0;
  while (defined(my $name = shift @todo)) {
    my $folder = "$top/$name";
    next if unlink $folder;
    chmod 0700, $folder;
    for my $below (names_in($folder)) {
      next if unlink "$folder/$below";
      chmod 0700, "$folder/$below";
      $number++;
      rename("$folder/$below", "$top/$number.up") and push @todo, "$number.up";
    }
    rmdir $folder;
  }
  rmdir $top;
}
`;
