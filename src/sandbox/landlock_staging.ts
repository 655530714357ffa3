/**
 * The part of a Landlock launcher that stages files to be written. The rules of
 * `landlock_text.ts` hold.
 *
 * There is no mount to lay a folder over another, and a right to make files in the parent
 * would be a right to change what lies beside the file. So the file's name leads, for as
 * long as the tool runs, into a fresh folder, by a symbolic link: the tool has rights there
 * and nowhere else, and what was there before is out of its reach.
 *
 * @module
 */

/** For tools with `path: write`: staging folders, and their end. */
export const LANDLOCK_STAGING = String.raw`
# PATH: a file to write.
sub take_write {
  my ($path) = @_;
  $path =~ m{\A(/.*|)/([^/]+)\z}s && $2 ne '.' && $2 ne '..' or fail('absent');
  my ($folder, $name) = ($1, $2);
  writable($path);
  my $parent = enter(length $folder ? $folder : '/', $name);
  if (-l "./$name") { astray((opened("./$name", 'f'))[1], 'moved') }
  fail('kind') if lstat("./$name") && !-f _;
  # Two files of one folder share its staging folder.
  my $stage = $stages{$folder};
  if (!$stage) {
    my $place = fresh('./.shell-as-mcp-');
    defined $place && mkdir("$place/files", 0700) or fail('denied');
    $place =~ s{\A\./}{};
    $stage = $stages{$folder} = { parent => $parent, name => $place };
    my $files = "$folder/$place/files";
    my $staging = expected($files, 'd', 'outside');
    place($folder);
    allow($staging, $WRITE);
  }
  push @staged, { stage => $stage, name => $name, target => "$folder/$stage->{name}/files/$name",
    link => "$stage->{name}/" . @staged };
  copy("./$name", "$stage->{name}/files/$name") if -f "./$name";
}

# FROM TO: what is there already goes in, for tools that change a file.
sub copy {
  sysopen(my $from, $_[0], 0x80000) or fail('setup');
  sysopen(my $to, $_[1], 0x800c1, (stat $from)[2] & 0777) or fail('setup');
  # FICLONE shares the blocks where the file system can (ioctl_ficlone(2)).
  return if ioctl($to, 0x40049409, fileno $from);
  while (1) {
    my $count = sysread($from, my $block, 1 << 20);
    defined $count or fail('setup');
    return if $count == 0;
    for (my $done = 0; $done < $count;) {
      my $written = syswrite($to, $block, $count - $done, $done);
      defined $written or fail('setup');
      $done += $written;
    }
  }
}

# Puts the links in place: at once where there was a file (RENAME_EXCHANGE, rename(2)).
sub lead_away {
  for my $file (@staged) {
    my ($name, $link) = ("./$file->{name}", $file->{link});
    chdir $file->{stage}{parent} or fail('setup');
    if (!lstat $name) {
      symlink($file->{target}, $name) or fail('setup');
    } else {
      symlink($file->{target}, $link) or fail('setup');
      if (syscall($RENAMEAT2, -100, $link, -100, $name, 2) != 0) {
        rename($name, "$link.old") or fail('setup');
        rename($link, $name) && rename("$link.old", $link)
          or do { rename("$link.old", $name); fail('setup') };
      }
      $file->{had} = 1;
    }
    $file->{away} = 1;
  }
  chdir '/';
}

# Puts the staged files in place: rename(2), so that nobody sees half of one.
sub commit {
  for my $file (@staged) {
    chdir $file->{stage}{parent} or return 0;
    next if !-f $file->{target} || -l $file->{target};
    rename($file->{target}, "./$file->{name}") or return 0;
    $file->{away} = 0;
  }
  return 1;
}

# Whatever ended the call: names lead where they led before, and the staging folders go.
sub unstage {
  for my $file (@staged) {
    my $name = "./$file->{name}";
    next if !$file->{away} || !chdir $file->{stage}{parent};
    my $now = readlink $name;
    # Another has put something in its place meanwhile: that stays.
    next if !defined $now || $now ne $file->{target};
    $file->{had} ? rename($file->{link}, $name) : unlink $name;
  }
  for my $stage (values %stages) {
    take_away($stage->{name}) if chdir $stage->{parent};
  }
  chdir '/';
  rmdir $_ for @made;
}
`;
