/**
 * Probes of files: what lies outside the call's own paths can be neither read nor changed.
 *
 * @module
 */
import { type Probe, type Reasons, ROOT_ONLY } from "./probe.ts";

const NO_ARGUMENTS: Reasons = {
  "nobody, confined": "a call without paths is the one that runs as nobody",
};

export const FILES: Probe[] = [
  { name: "reads a key in the home of the user", code: `slurp("$T{home}/.ssh/id_canary")` },
  { name: "reads a file beside the root", code: `slurp($T{secret})` },
  { name: "reads the password hashes", code: `slurp('/etc/shadow')`, off: ROOT_ONLY },
  {
    name: "reads the users of the machine",
    code: `slurp('/etc/passwd') =~ /^(daemon:.*)/m and $1`,
  },
  { name: "lists /var/lib", code: `my @all = glob('/var/lib/*'); join ' ', @all[0 .. 2] if @all` },
  { name: "lists /sys", code: `my @all = glob('/sys/*'); "@all"` },
  { name: "lists /home and /root", code: `join ' ', grep { -d } '/home', '/root'` },
  {
    name: "writes beside the root",
    leaves: ["outside", "/made"],
    code: `leaves("$T{outside}/made")`,
  },
  { name: "changes a file beside the root", code: `writes($T{secret})` },
  {
    name: "writes into /usr/bin",
    touchesMachine: true,
    code: `makes('/usr/bin/sam-probe')`,
    off: ROOT_ONLY,
  },
  {
    name: "changes a program",
    touchesMachine: true,
    code: `writes('/usr/bin/cat')`,
    off: ROOT_ONLY,
  },
  {
    name: "writes into /etc",
    touchesMachine: true,
    code: `makes('/etc/sam-probe')`,
    off: ROOT_ONLY,
  },
  {
    name: "writes into /dev",
    touchesMachine: true,
    code: `makes('/dev/sam-probe')`,
    off: ROOT_ONLY,
  },
  {
    name: "writes into a folder given to read",
    leaves: ["read_dir", "/made"],
    code: `leaves("$T{read_dir}/made")`,
    leftOut: NO_ARGUMENTS,
  },
  {
    name: "changes a file given to read",
    code: `writes($T{read_file})`,
    leftOut: NO_ARGUMENTS,
  },
  {
    name: "removes a file given to read",
    code: `rename($T{read_file}, "$T{read_file}.x") && rename("$T{read_file}.x", $T{read_file})
      && 'renamed' or die "$!\\n"`,
    leftOut: NO_ARGUMENTS,
  },
  {
    name: "makes a file given to read writable",
    code: `chmod(0666, $T{read_file}) && chmod(0644, $T{read_file}) && 'changed' or die "$!\\n"`,
    leftOut: NO_ARGUMENTS,
  },
  {
    name: "reads a file of the root that no argument names",
    code: `slurp("$T{root}/unnamed")`,
  },
  { name: "changes the script of its own bundle", code: `writes($0)` },
  { name: "reads the manifest of its own bundle outside the plan", code: `slurp($T{manifest})` },
  { name: "reads the plan", code: `slurp("$T{plan}/plan.json") && 'read'` },
  { name: "changes the plan's folder", leaves: ["plan", "/made"], code: `leaves("$T{plan}/made")` },
  {
    name: "reads what else the plan holds",
    code:
      `join ' ', grep { -f && !m{^/etc/} && eval { slurp($_) } } glob("$T{plan}/{launch,etc,seccomp}/*")`,
  },
  {
    name: "writes into the state",
    leaves: ["state", "/state/made"],
    code: `leaves("$T{state}/state/made")`,
  },
  {
    name: "writes beside the plans",
    leaves: ["state", "/plans/made"],
    code: `leaves("$T{state}/plans/made")`,
  },
  {
    name: "reads through a link that it makes",
    code: `symlink($T{secret}, "$T{folder}/link") or die "$!\\n";
      my $got = eval { slurp("$T{folder}/link") }; unlink "$T{folder}/link"; $got`,
    leftOut: NO_ARGUMENTS,
  },
  {
    name: "makes a second name of a file outside",
    code: `link($T{secret}, "$T{folder}/name") or die "$!\\n"; unlink "$T{folder}/name"`,
    leftOut: NO_ARGUMENTS,
  },
  {
    name: "makes a device and reads it",
    code: `my $at = $T{folder} || '/tmp'; my $mknod = $T{mknod};
      syscall($mknod, -100, "$at/device", 020600, 0x105) == 0 or die "mknod: $!\\n";
      my $got = eval { open(my $f, '<', "$at/device") or die; sysread($f, my $byte, 1) };
      unlink "$at/device"; $got and 'read zeros'`,
    off: ROOT_ONLY,
  },
  {
    name: "reads a whole disk or memory",
    code: `for (glob('/dev/[svn]d* /dev/vd* /dev/nvme* /dev/mem /dev/kmsg /proc/kcore')) {
      open(my $f, '<', $_) or next; return $_ if sysread($f, my $byte, 1) } return`,
    off: { root: "either", user: "either" },
  },
  {
    name: "takes the file system as a whole by handle",
    code: `my $handle = pack('Ii', 128, 0) . "\\0" x 128; my $mount = pack('i', 0);
      reaches('name_to_handle_at', -100, '/', $handle, $mount, 0)`,
  },
];
