/**
 * The part of a Landlock launcher that decides about paths, as `launcher_paths.ts` does for
 * bubblewrap: the same order, the same refusals. The rules of `landlock_text.ts` hold.
 *
 * @module
 */
import type { MountNeeds } from "./launcher_paths.ts";

/** The functions for these mounts and no others: each is parsed at every call. */
export function landlockPathFunctions({ kinds, fixed, fixedWritable, result }: MountNeeds): string {
  const writeDir = kinds.includes("write-dir") || fixedWritable;
  return [
    OPEN,
    ...(kinds.some((kind) => kind.startsWith("read")) ? [SHOW] : []),
    ...(writeDir || kinds.includes("write") ? [ENTER] : []),
    ...(writeDir ? [WRITE_DIR] : []),
    ...(fixed ? [FIXED_HEAD + (fixedWritable ? FIXED_WRITABLE : "") + FIXED_TAIL] : []),
    ...(result ? [RESULT] : []),
  ].join("");
}

/** The decision about a path, by descriptor. */
const OPEN = String.raw`
# PATH: the number of the deepest root that holds it, or -1.
sub root_of {
  my ($path) = @_;
  my $at = -1;
  for my $i (0 .. $#roots) {
    my $root = $roots[$i];
    next if $path ne $root && index($path, "$root/") != 0;
    $at = $i if $at < 0 || length $root > length $roots[$at];
  }
  return $at;
}

# PATH KINDS: opens it; returns the descriptor and its physical path, not that of the name.
sub opened {
  my ($path, $kinds) = @_;
  if (-d $path) { $kinds =~ /d/ or fail('kind') }
  elsif (-f _) { $kinds =~ /f/ or fail('kind') }
  else { fail(lstat $path ? 'kind' : 'absent') }
  # O_NONBLOCK | O_NOCTTY | O_CLOEXEC: the name may have changed hands since.
  sysopen(my $file, $path, 0x80900) or fail('denied');
  if (-d $file) { $kinds =~ /d/ or fail('kind') }
  else { -f _ && $kinds =~ /f/ or fail('kind') }
  my $real = readlink '/proc/self/fd/' . fileno $file;
  defined $real or fail('denied');
  return ($file, $real);
}

# REAL WAY: a link led here. The caller may ask again for the real path, if a root holds it.
sub astray {
  my ($real, $way) = @_;
  fail('outside') if $way ne 'moved' || root_of($real) < 0;
  speak("launcher: moved $index\n$real\0\n");
  leave(125);
}

# PATH KINDS WAY: what is opened must be PATH itself; else the call ends the WAY "moved" or "outside".
sub expected {
  my ($path, $kinds, $way) = @_;
  my ($file, $real) = opened($path, $kinds);
  $real eq $path or astray($real, $way);
  return $file;
}

# DEST: parents come first, as where a later mount would hide an earlier one.
sub place {
  my ($dest) = @_;
  for my $earlier (@places) {
    fail('order') if $earlier eq $dest || index($earlier, "$dest/") == 0;
  }
  push @places, $dest;
}
`;

const SHOW = String.raw`
# PATH KINDS
sub show {
  my ($path, $kinds) = @_;
  $path =~ m{\A/} or fail('absent');
  my $file = expected($path, $kinds, 'moved');
  root_of($path) >= 0 or fail('outside');
  place($path);
  allow($file, $READ);
}
`;

/** For everything that is written. */
const ENTER = String.raw`
# PATH: refuses what the deepest root does not let a tool write.
sub writable {
  my ($path) = @_;
  my $at = root_of($path);
  $at >= 0 or fail('outside');
  $modes[$at] eq 'rw' or fail('readonly');
  my $rest = substr($path, length $roots[$at]) . '/';
  for my $name (@protected) { fail('protected') if index($rest, "/$name/") >= 0 }
}

# PATH NAME: makes the folders that are missing, stands in PATH, and returns its descriptor.
sub enter {
  my ($path, $name) = @_;
  my ($base, @rest) = ($path);
  until (-d $base) {
    fail('kind') if lstat $base;
    $base =~ m{\A(.*)/([^/]*)\z}s or fail('absent');
    unshift @rest, $2;
    $base = length $1 ? $1 : '/';
  }
  my ($folder, $real) = opened($base, 'd');
  if ($real ne $base) {
    $real =~ s{/\z}{};
    astray(join('/', $real, @rest, defined $name ? $name : ()), 'moved');
  }
  $base =~ s{/\z}{};
  for my $part (@rest) {
    chdir $folder or fail('denied');
    $base .= "/$part";
    if (mkdir "./$part") { unshift @made, $base }
    else { -d "./$part" or fail('denied') }
    ($folder, $real) = opened("./$part", 'd');
    $real eq $base or astray($real, 'outside');
  }
  chdir $folder or fail('denied');
  return $folder;
}
`;

const WRITE_DIR = String.raw`
# PATH: a folder to write into. Rights hold for all that is below a folder, and can only be
# added: one that holds a name that runs code for others, or a read-only root, cannot be given.
sub take_write_dir {
  my ($path, $fixed) = @_;
  $path =~ m{\A/} or fail('absent');
  writable($path) if !$fixed;
  my $folder = enter($path);
  place($path);
  for my $name (@protected) { fail('protected') if !-l "./$name" && (-f _ || -d _) }
  for my $i (0 .. $#roots) {
    fail('protected') if $modes[$i] eq 'ro' && index($roots[$i], "$path/") == 0 && -e $roots[$i];
  }
  allow($folder, $WRITE);
}
`;

const FIXED_HEAD = String.raw`
# NUMBER
sub take_fixed {
  my ($number) = @_;
  $number =~ /\A(?:[0-9]|[1-9][0-9]{1,2})\z/ && $number < @fixed_kinds or fail('words');
  my ($source, $dest) = ($fixed_sources[$number], $fixed_dests[$number]);
`;

const FIXED_WRITABLE = String.raw`  if ($fixed_kinds[$number] eq 'write-dir') {
    take_write_dir($source, 1);
    return;
  }
`;

const FIXED_TAIL = String.raw`  my $file = expected($source, 'df', 'outside');
  place($dest);
  allow($file, $READ);
  # Shown elsewhere than where it is: a piece of the home.
  push @links, [$dest, $source] if $dest ne $source;
}
`;

const RESULT = String.raw`
# PATH: this call's own folder in the state.
sub take_result {
  my ($path) = @_;
  index($path, "$results/") == 0 && substr($path, length($results) + 1) =~ /\A[A-Za-z0-9_-]+\z/
    or fail('outside');
  my $folder = expected($path, 'd', 'outside');
  place($path);
  allow($folder, $WRITE);
}
`;
