/**
 * The part of a Landlock launcher that makes the rules, starts the tool and waits for it.
 * The rules of `landlock_text.ts` hold.
 *
 * @module
 */

/** The ruleset: what is not allowed here or by a path of the call is refused by the kernel. */
export const RULES = String.raw`
my $abi = syscall($LANDLOCK_CREATE_RULESET, 0, 0, 1);
$abi >= $LEAST_ABI or broken($abi < 0 ? "Landlock: $!" : "Landlock: version $abi is too old");
# struct landlock_ruleset_attr: files, then TCP (4), then signals and abstract sockets (6).
my $handled = pack('Q', $abi >= 5 ? $ALL | $IOCTL_DEV : $ALL);
$handled .= pack('Q', 3) if $abi >= 4;
$handled .= pack('Q', 3) if $abi >= 6;
my $ruleset = syscall($LANDLOCK_CREATE_RULESET, $handled, length $handled, 0);
$ruleset >= 0 or broken("Landlock: $!");

# FILE RIGHTS: for the descriptor itself, so that no name is looked up again.
sub allow {
  my ($file, $rights) = @_;
  $rights &= $OF_FILES if !-d $file;
  my $rule = pack('Ql', $rights, fileno $file);
  syscall($LANDLOCK_ADD_RULE, $ruleset, 1, $rule, 0) == 0 or broken("Landlock rule: $!");
}

# RIGHTS PATH...: for what the tool always has; what is not there is no loss. Descriptors
# are kept: a file of /proc is the same file only as long as somebody holds it.
my @always;
sub allow_always {
  my ($rights, @paths) = @_;
  for my $path (@paths) {
    sysopen(my $file, $path, 0x280000) or next; # O_PATH | O_CLOEXEC
    allow($file, $rights);
    push @always, $file;
  }
}
`;

/** From the private folder to the tool's own process. */
export const START = String.raw`
# What stands for /tmp, the home and the folders of programs.
sub furnish {
  $private = fresh("$scratch/$$-");
  defined $private or broken("Cannot make a folder in $scratch: $!");
  mkdir("$private/$_", 0700) or broken("$private/$_: $!") for 'tmp', 'tmp/home', 'bin';
  for (my $i = 0; $i < @programs; $i += 2) {
    symlink($programs[$i + 1], "$private/bin/$programs[$i]") or broken("$programs[$i]: $!");
  }
  for my $link (@links) {
    my ($dest, $source) = ($private . $link->[0], $link->[1]);
    folders($dest =~ s{/[^/]*\z}{}r);
    symlink($source, $dest) or broken("$dest: $!");
  }
  sysopen(my $folder, "$private/tmp", 0x280000) or broken("$private/tmp: $!");
  allow($folder, $WRITE);
}

sub environment {
  my %env = (@default_env, %ENV, @fixed_env);
  $env{TOOL_NEW_FOLDERS} = @made if $tells_new_folders;
  delete $env{PERL_BADLANG};
  for ('HOME', 'TMPDIR') {
    $env{$_} = $private . $env{$_} if defined $env{$_} && $env{$_} =~ m{\A/tmp(?:/home)?\z};
  }
  $env{PATH} = join(':', @search, @programs ? "$private/bin" : ());
  return cleaned(map { "$_=$env{$_}" } sort keys %env);
}

# RESOURCE MOST SOFT: can only be lowered; only the soft one if so asked.
sub limit {
  my ($resource, $most, $soft) = @_;
  my $now = pack('QQ', 0, 0);
  syscall($PRLIMIT64, 0, $resource, 0, $now) == 0 or return 0;
  my $hard = (unpack 'QQ', $now)[1];
  $most = $hard if $most > $hard;
  my $new = pack('QQ', $most, $soft ? $hard : $most);
  return syscall($PRLIMIT64, 0, $resource, $new, 0) == 0;
}

# The kernel counts the processes and threads of a user, not of a call (setrlimit(2)): those
# that are there are no fault of the tool.
sub threads_of_user {
  my $count = 0;
  for my $pid (pids()) {
    my $owner = (stat "/proc/$pid")[4];
    $count += $1 if defined $owner && $owner == $> && described($pid) =~ /\A.*\)(?: \S+){17} (\d+)/s;
  }
  return $count;
}

# REPORT FOLDER FILTER WORD...: becomes the tool. REPORT closes by itself when that succeeds.
sub become_tool {
  my ($report, $work, $filter, @target) = @_;
  my @env = environment();
  my ($words, $variables) = (pack('p*', @target, undef), pack('p*', @env, undef));
  my $why = sub {
    speak("$_[0]: $!\n");
    syswrite($report, '!');
    exit 125;
  };
  syscall($SETSID) >= 0 or $why->('setsid');
  prctl(1, 9) == 0 or $why->('prctl');
  getppid == $me or exit 125;
  chdir($work) or $why->("Cannot enter \"$work\"");
  for (@limits) { limit(@$_) or $why->('prlimit') }
  prctl(38, 1) == 0 or $why->('no_new_privs');
  syscall($LANDLOCK_RESTRICT_SELF, $ruleset, 0) == 0 or $why->('Landlock');
  for my $part ($filter, $> == 0 ? pack('H*', $owner_filter) : ()) {
    my $program = pack('Sx6P', length($part) / 8, $part); # struct sock_fprog
    syscall($SECCOMP, 1, 0, $program) == 0 or $why->('seccomp');
  }
  my $free = pack('Q', 0);
  syscall($RT_SIGPROCMASK, 2, $free, 0, 8) == 0 or $why->('sigprocmask');
  speak("{ \"child-pid\": $$ }\n");
  syscall($EXECVE, $target[0], $words, $variables);
  $why->("Cannot start \"$target[0]\"");
}

# FOLDER FILTER WORD...: starts the tool, waits for its end or ours, and returns its exit code.
sub run_tool {
  pipe(my $told, my $report) or broken("pipe: $!");
  # It never binds uid 0. Processes that are not seen here (another container's) may count too:
  # when the first fork shows that, this limit cannot be had.
  my $most = $> == 0 ? ~0 : threads_of_user() + $pids;
  limit(6, $most, 1) or broken("prlimit: $!");
  $tool = fork;
  if (!defined $tool) {
    limit(6, $most = ~0, 1) or broken("prlimit: $!");
    $tool = fork;
    defined $tool or broken("fork: $!");
  }
  push @limits, [6, $most];
  if (!$tool) { become_tool($report, @_) }
  close $report;
  my ($left, $late, $status) = ($wall, 0);
  while (!defined $status) {
    my ($signal, $rest) = signal_within($left);
    if ($signal && $signal != 17) {
      end_all();
      leave(143);
    }
    while ((my $pid = waitpid(-1, 0x40000001)) > 0) { $status = $? if $pid == $tool }
    $left = $rest;
    next if $signal || !defined $left || $left > 0;
    # As timeout(1): asked first, with half a second to tidy up.
    kill($late ? 'KILL' : 'TERM', -$tool);
    kill('CONT', -$tool);
    ($left, $late) = ($late ? undef : $grace, $late + 1);
  }
  end_all();
  leave(125) if sysread($told, my $byte, 1);
  $ran = 1;
  my $code = $late == 0 ? code_of($status) : $late == 1 ? 124 : 137;
  speak("{ \"exit-code\": $code }\n");
  return $code;
}
`;
