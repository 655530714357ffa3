/**
 * Starts a command as a careless parent does: with the root folder, a file and a terminal as
 * descriptors 9, 251 and 10 that nobody closes, and that terminal as the controlling one.
 *
 * @module
 */
const SCRIPT = `
use strict; use warnings; use POSIX ();
my ($file, @command) = @ARGV;
$^F = 1000;
POSIX::dup2(POSIX::open('/', POSIX::O_RDONLY), 9) // die $!;
POSIX::dup2(POSIX::open($file, POSIX::O_RDWR), 251) // die $!;
POSIX::dup2(POSIX::open('/dev/ptmx', POSIX::O_RDWR), 10) // die $!;
open(my $master, '+<&=', 10) or die $!;
my $zero = pack('i', 0); ioctl($master, 0x40045431, $zero) or die $!; # TIOCSPTLCK
my $number = pack('i', 0); ioctl($master, 0x80045430, $number) or die $!; # TIOCGPTN
POSIX::setsid() // die $!;
POSIX::dup2(POSIX::open('/dev/pts/' . unpack('i', $number), POSIX::O_RDWR), 11) // die $!;
exec { $command[0] } @command or die $!;
`;

/** The arguments of Perl that start a command so. The file must exist and be writable. */
export function careless(file: string, command: readonly string[]): string[] {
  return ["-e", SCRIPT, "--", file, ...command];
}
