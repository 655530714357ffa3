/**
 * The relay inside the sandbox: it listens on the loopback of the tool's own network
 * namespace and passes bytes to the proxy's socket, then starts the tool.
 *
 * Perl without a module: it is part of nearly every Linux system, starts in 2 ms, and needs
 * no library folder. It decides nothing.
 *
 * @module
 */

/** Where the relay's script, its interpreter and the proxy's socket stand inside. */
export const RELAY_INSIDE = {
  perl: "/run/limits/perl",
  script: "/run/limits/relay",
  socket: "/run/limits/proxy",
} as const;

/** The port on the loopback of the tool's own network namespace. */
export const RELAY_PORT = 3128;

/**
 * The script. `perl relay SOCKET PORT COMMAND...`: the parent becomes the command; the
 * child serves until the namespace goes. Numbers are those of Linux on x86-64 and arm64
 * (AF_UNIX 1, AF_INET 2, SOCK_STREAM 1, SOL_SOCKET 1, SO_REUSEADDR 2).
 */
export const RELAY_SCRIPT = String.raw`# No module: the folders of the library are not shown.
my ($path, $port) = splice @ARGV, 0, 2;
socket(my $door, 2, 1, 0) or die "relay: socket: $!\n";
setsockopt($door, 1, 2, pack("l", 1));
bind($door, pack("S n C4 x8", 2, $port, 127, 0, 0, 1)) or die "relay: bind: $!\n";
listen($door, 128) or die "relay: listen: $!\n";
defined(my $child = fork) or die "relay: fork: $!\n";
if ($child) { close $door; exec { $ARGV[0] } @ARGV or die "relay: $ARGV[0]: $!\n"; }
open STDIN, "<", "/dev/null"; open STDOUT, ">", "/dev/null"; open STDERR, ">", "/dev/null";
$SIG{CHLD} = "IGNORE"; $SIG{PIPE} = "IGNORE";
while (1) {
  accept(my $in, $door) or next;
  defined(my $worker = fork) or next;
  if ($worker) { close $in; next }
  close $door;
  socket(my $out, 1, 1, 0) or exit 1;
  connect($out, pack("S a108", 1, $path)) or exit 1;
  my %to = (fileno($in) => $out, fileno($out) => $in);
  my %from = (fileno($in) => $in, fileno($out) => $out);
  while (%from) {
    my $bits = ""; vec($bits, $_, 1) = 1 for keys %from;
    select($bits, undef, undef, undef) > 0 or next;
    for my $n (grep { vec($bits, $_, 1) } keys %from) {
      my $got = sysread($from{$n}, my $bytes, 65536);
      unless ($got) { shutdown($to{$n}, 1); delete $from{$n}; next }
      for (my $at = 0; $at < $got;) {
        my $put = syswrite($to{$n}, $bytes, $got - $at, $at);
        defined $put or exit 0;
        $at += $put;
      }
    }
  }
  exit 0;
}
`;
