# FOLDER PROGRAM WORD...: runs the program. What it prints goes to our standard output as it comes, and each stream
# into a file of its own: FOLDER/stdout.log and FOLDER/stderr.log. We end as the program does; what it has left running
# and holds the streams is not waited for.
use strict;
use warnings;
use Fcntl qw(F_GETFL F_SETFL O_NONBLOCK);
use POSIX qw(WNOHANG);

my ($folder, @command) = @ARGV;
my %streams;
my @writers;
for my $name (qw(stdout stderr)) {
  pipe(my $reader, my $writer) or die "pipe: $!\n";
  open(my $log, '>>', "$folder/$name.log") or die "$folder/$name.log: $!\n";
  fcntl($reader, F_SETFL, fcntl($reader, F_GETFL, 0) | O_NONBLOCK) or die "fcntl: $!\n";
  $streams{fileno $reader} = [$reader, $log];
  push @writers, $writer;
}
my $pid = fork;
defined $pid or die "fork: $!\n";
if (!$pid) {
  open(STDOUT, '>&', $writers[0]) && open(STDERR, '>&', $writers[1]) or die "dup: $!\n";
  # The others are closed by the start of the program ($^F, perlvar).
  exec { $command[0] } @command or print STDERR "$command[0]: $!\n";
  POSIX::_exit(127);
}
close $_ for @writers;
$SIG{CHLD} = sub { };
$SIG{PIPE} = 'IGNORE';

# A full disk costs output, and the program nothing.
sub put {
  my ($file, $block) = @_;
  for (my $done = 0; $done < length $block;) {
    my $count = syswrite($file, $block, length($block) - $done, $done);
    next if !defined $count && $!{EINTR};
    return if !$count;
    $done += $count;
  }
}

my $status;
while (%streams) {
  my $waiting = '';
  vec($waiting, $_, 1) = 1 for keys %streams;
  my $ready = select($waiting, undef, undef, defined $status ? 0 : 0.2);
  $ready = 0 if !defined $ready || $ready < 0;
  for my $number ($ready ? sort { $a <=> $b } keys %streams : ()) {
    next if !vec($waiting, $number, 1);
    my ($reader, $log) = @{$streams{$number}};
    my $count = sysread($reader, my $block, 65536);
    if ($count) {
      put(\*STDOUT, $block);
      put($log, $block);
    } elsif (defined $count) {
      delete $streams{$number};
    }
  }
  last if defined $status && !$ready;
  if (!defined $status && waitpid($pid, WNOHANG) == $pid) { $status = $? }
}
while (!defined $status) {
  my $ended = waitpid($pid, 0);
  $status = $? if $ended == $pid;
  $status = 127 << 8 if $ended == -1 && !$!{EINTR};
}
exit($status & 127 ? 128 + ($status & 127) : $status >> 8);
