/**
 * The launcher that reads a range of a file in a root: for output files that a caller asks for
 * as resources, which the server must not open itself (it checks names, and a name can be a link).
 *
 * Perl in both tiers, since Bash cannot hold NUL. The rules of `landlock_text.ts` hold, and the
 * first line is that of `landlock.ts`.
 *
 * @module
 */
import { perlList } from "./perl_text.ts";

/** The longest range that one call gives, in bytes. */
export const MAX_RANGE_BYTES = 1024 * 1024;

/**
 * `read PATH OFFSET LENGTH`: the bytes on stdout, `size N` on stderr; 125 and
 * `launcher: CODE -1` when it refuses. What was opened must be PATH itself, a regular file
 * below a root. Pure: no Deno permission is needed.
 *
 * @param roots Absolute real paths
 */
export function readLauncherText(
  roots: readonly string[],
  programs: { env: string; perl: string },
): string {
  return `#!${programs.env} -S -u LOCPATH -u GCONV_PATH -u PERL_UNICODE -u PERLIO PERL_BADLANG=0 ${programs.perl} -T
# Reads a range of a file in a root. Generated: edits are found out.
use strict;
${perlList("roots", roots)}
my $most = ${MAX_RANGE_BYTES};
${READ}`;
}

const READ = String.raw`
sub fail {
  syswrite(STDERR, "launcher: $_[0] -1\n");
  exit 125;
}

@ARGV == 3 or fail('words');
my ($path, $offset, $length) = @ARGV;
$offset =~ /\A(?:0|[1-9][0-9]{0,14})\z/ or fail('words');
$length =~ /\A[1-9][0-9]{0,6}\z/ && $length <= $most or fail('words');

# Before it is opened too: a FIFO would have its writer run on.
-f $path or fail(lstat $path ? 'kind' : 'absent');
# O_NONBLOCK | O_NOCTTY | O_CLOEXEC: the name may have changed hands since.
sysopen(my $file, $path, 0x80900) or fail('denied');
-f $file or fail('kind');
my $real = readlink '/proc/self/fd/' . fileno $file;
defined $real && $real eq $path or fail('outside');
grep { $_ eq '/' || index($real, "$_/") == 0 } @roots or fail('outside');

syswrite(STDERR, 'size ' . (-s $file) . "\n");
sysseek($file, $offset, 0) or fail('setup');
my $left = $length;
while ($left > 0) {
  my $count = sysread($file, my $bytes, $left < 65536 ? $left : 65536);
  defined $count or fail('denied');
  last if $count == 0;
  $left -= $count;
  for (my $at = 0; $at < $count;) {
    my $written = syswrite(STDOUT, $bytes, $count - $at, $at);
    defined $written or exit 1;
    $at += $written;
  }
}
exit 0;
`;
