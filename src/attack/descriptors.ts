/**
 * Probes of descriptors: what the server's parent left open stays with it.
 *
 * @module
 */
import type { Probe } from "./probe.ts";

export const DESCRIPTORS: Probe[] = [
  {
    name: "has more descriptors than the three",
    code: `output('bash', '-c', 'for f in /proc/$$/fd/*; do
      [[ -e $f && $' . '{f##*/} -gt 2 ]] && printf "%s " "$f"; done; true') || undef`,
  },
  {
    name: "reads through an inherited folder",
    code: `for (glob('/proc/self/fd/*')) { my $got = eval { slurp("$_/etc/hostname") };
      return $_ if $got } return`,
  },
  {
    name: "reads through a descriptor of any process that it sees",
    code: `for my $pid (pids()) { for (glob("/proc/$pid/fd/*")) {
      for my $way ("$_/../../../../../..$T{secret}", "$_$T{secret}", "$_/.$T{secret}") {
        return $way if eval { slurp($way) } } } } return`,
    off: { root: "through", user: "through" },
  },
  {
    name: "reads through the root or the working folder of any process that it sees",
    code: `for my $pid (pids()) { for my $name ('root', 'cwd') {
      my $way = "/proc/$pid/$name/$T{secret}"; return $way if eval { slurp($way) } } } return`,
  },
  {
    name: "writes into an inherited file",
    code: `for (glob('/proc/self/fd/*')) { my $to = readlink $_ or next;
      next if $to !~ /inherited/; open(my $f, '>>', $_) or next; return $to } return`,
  },
  {
    name: "has an inherited terminal",
    code: `for (glob('/proc/self/fd/*')) { my $to = readlink $_ or next;
      return $to if $to =~ m{^/dev/(ptmx|pts|tty)} } return`,
  },
];
