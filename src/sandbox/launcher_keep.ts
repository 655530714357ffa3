/**
 * The launcher that copies what a call printed into a folder in a root, or into an output folder
 * of a configuration. The server must not open such folders itself (a name can be a link).
 *
 * Perl, as {@linkcode readLauncherText}, whose rules hold.
 *
 * @module
 */
import { perlList } from "./perl_text.ts";

/**
 * `keep FOLDER LEVEL NAME (FILE SOURCE)…`: makes FOLDER and its LEVEL where they are missing, and
 * in it the new folder NAME with copies of the sources, which lie in the state folder. Prints the
 * new folder's real path. 125 and one word when it refuses. Every step is taken from the folder
 * that it stands in, and looks where it stands: nothing planted leads it away.
 *
 * Pure: no Deno permission is needed.
 *
 * @param places Absolute real paths that FOLDER may be, or lie in
 * @param state The state folder
 */
export function keepLauncherText(
  places: readonly string[],
  state: string,
  programs: { env: string; perl: string },
): string {
  return `#!${programs.env} -S -u LOCPATH -u GCONV_PATH -u PERL_UNICODE -u PERLIO PERL_BADLANG=0 ${programs.perl} -T
# Keeps the output of a call. Generated: edits are found out.
use strict;
${perlList("places", places)}
${perlList("states", [state])}
${KEEP}`;
}

const KEEP = String.raw`
umask 077;
sub fail {
  syswrite(STDERR, "$_[0]\n");
  exit 125;
}
sub here {
  my $cwd = readlink '/proc/self/cwd';
  defined $cwd or fail('denied');
  return $cwd;
}
sub inside {
  my ($path) = @_;
  return grep { $_ eq '/' || $path eq $_ || index($path, "$_/") == 0 } @places;
}
# On the way to a place, or in it.
sub onward {
  my ($path) = @_;
  return inside($path) || grep { $path eq '/' || index($_, "$path/") == 0 } @places;
}
sub enter {
  my ($name, $new) = @_;
  my $want = here() eq '/' ? "/$name" : here() . "/$name";
  my $made = mkdir($name, 0700);
  $new && !$made and fail($!{EEXIST} ? 'exists' : 'denied');
  my ($uid, $gid) = (stat '.')[4, 5];
  chdir $name or fail('denied');
  here() eq $want or fail('outside');
  # What root makes for a user is the user's.
  $made && $> == 0 and chown($uid, $gid, '.');
}

use Errno;
@ARGV >= 5 && @ARGV % 2 == 1 or fail('words');
my ($folder, $level, $name, @files) = @ARGV;
$folder =~ m{\A(/[^\0]*)\z}s or fail('words');
$folder = $1;
$level =~ /\A(outputs|jobs)\z/ or fail('words');
$level = $1;
$name =~ /\A([A-Za-z0-9_-]{1,120})\z/ or fail('words');
$name = $1;

if (chdir $folder) {
  inside(here()) or fail('outside');
} else {
  chdir '/' or fail('denied');
  for my $part (grep { $_ ne '' && $_ ne '.' } split m{/}, $folder) {
    $part eq '..' and fail('outside');
    my $next = here() eq '/' ? "/$part" : here() . "/$part";
    onward($next) or fail('outside');
    enter($part, 0);
  }
  inside(here()) or fail('outside');
}
enter($level, 0);
enter($name, 1);
my ($uid, $gid) = (stat '.')[4, 5];
while (my ($file, $source) = splice @files, 0, 2) {
  $file =~ /\A([a-z_]+(?:\.[a-z]+)?)\z/ or fail('words');
  $file = $1;
  my ($state) = @states;
  index($source, "$state/") == 0 or fail('words');
  substr($source, length($state) + 1) =~ m{\A(?:spill/[A-Za-z0-9-]+\.(?:log|json)|jobs/[a-f0-9]{32}/[a-z_]+(?:\.[a-z]+)?)\z}
    or fail('words');
  # O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC
  sysopen(my $in, $source, 0xa0800) or fail('source');
  # O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
  sysopen(my $out, $file, 0xa00c1, 0600) or fail('denied');
  $> == 0 and chown($uid, $gid, $out);
  while (1) {
    my $count = sysread($in, my $bytes, 65536);
    defined $count or fail('source');
    last if $count == 0;
    for (my $at = 0; $at < $count;) {
      my $written = syswrite($out, $bytes, $count - $at, $at);
      defined $written or fail($!{ENOSPC} ? 'full' : 'denied');
      $at += $written;
    }
  }
}
syswrite(STDOUT, here() . "\n");
exit 0;
`;
