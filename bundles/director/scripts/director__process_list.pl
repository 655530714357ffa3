# Lists the processes of the machine as one JSON object. The grant `processes` shows the machine's own /proc at
# /run/host/proc; elsewhere ps(1) is asked. Names and numbers only: nothing here can be signalled.
use strict;
use warnings;
use POSIX qw(sysconf _SC_CLK_TCK _SC_PAGESIZE strftime);

my $filter = lc($ENV{TOOL_NAME_FILTER} // '');
my $max = $ENV{TOOL_MAX_RESULTS};
my $proc = '/run/host/proc';

sub content {
  open(my $file, '<', $_[0]) or return undef;
  local $/;
  return scalar <$file>;
}

# A JSON string (RFC 8259, section 7); bytes that are no UTF-8 become U+FFFD.
sub json {
  my $text = $_[0];
  utf8::decode($text) or $text =~ s/[^\x00-\x7f]/\x{fffd}/g;
  $text =~ s/(["\\])/\\$1/g;
  $text =~ s/([\x00-\x1f\x7f-\x9f])/sprintf '\\u%04x', ord $1/ge;
  utf8::encode($text);
  return qq("$text");
}

my (@found, $truncated);

sub take {
  my ($pid, $name, $path, $started, $bytes) = @_;
  return if length $filter && index(lc $name, $filter) < 0 && index(lc($path // ''), $filter) < 0;
  if (@found >= $max) { $truncated = 1; return }
  push @found, "{\"pid\":$pid,\"name\":" . json($name)
    . (defined $path ? ',"path":' . json($path) : '')
    . (defined $started ? ',"started_at":"' . strftime('%Y-%m-%dT%H:%M:%SZ', gmtime $started) . '"' : '')
    . (defined $bytes ? ",\"working_set_bytes\":$bytes" : '') . '}';
}

my $partial = 'false';
if (-d $proc) {
  my ($boot) = (content("$proc/stat") // '') =~ /^btime (\d+)/m;
  my ($ticks, $page) = (sysconf(_SC_CLK_TCK), sysconf(_SC_PAGESIZE));
  # With hidepid (proc(5)) the first of all processes cannot be seen.
  $partial = 'true' if !-e "$proc/1";
  opendir(my $folder, $proc) or die "$proc: $!\n";
  for my $pid (sort { $a <=> $b } grep { /^\d+$/ } readdir $folder) {
    # It may end at any moment. The name may hold blanks and brackets: what follows its last ")" is regular.
    my $stat = content("$proc/$pid/stat") // next;
    my ($name, $rest) = $stat =~ /\A\d+ \((.*)\) (.*)/s or next;
    my @fields = split ' ', $rest;
    my ($command) = split /\0/, content("$proc/$pid/cmdline") // '';
    my $path = defined $command && $command =~ m{\A/[^ ]} ? $command : undef;
    # The kernel keeps 15 characters of a name.
    my $base = defined $command ? $command =~ s{.*/}{}sr : '';
    $name = $base if length $name == 15 && index($base, $name) == 0;
    my $started = defined $boot ? $boot + int($fields[19] / $ticks) : undef;
    take($pid, $name, $path, $started, $fields[21] * $page);
  }
} else {
  $ENV{LC_ALL} = 'C';
  my $now = time;
  for (split /\n/, `ps -axo pid=,etime=,rss=,comm=`) {
    my ($pid, $age, $rss, $comm) = /^\s*(\d+)\s+(\S+)\s+(\d+)\s+(.*?)\s*$/ or next;
    my ($days, @parts) = $age =~ /^(?:(\d+)-)?(?:(\d+):)?(\d+):(\d+)$/ or next;
    my $seconds = (($days // 0) * 24 + ($parts[0] // 0)) * 3600 + $parts[1] * 60 + $parts[2];
    take($pid, $comm =~ s{.*/}{}sr, $comm =~ m{^/} ? $comm : undef, $now - $seconds, $rss * 1024);
  }
}
print '{"processes":[', join(',', @found), '],"truncated":', $truncated ? 'true' : 'false', ',"partial":', $partial, "}\n";
