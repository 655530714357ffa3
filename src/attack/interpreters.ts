/**
 * Probes of programs: what is not declared cannot be started, as far as an interpreter lets that be said.
 *
 * @module
 */
import { type Probe, type Reasons } from "./probe.ts";

const EXECUTABLE_TMP =
  "bubblewrap cannot make /tmp noexec, and a declared interpreter runs any code anyway: what it " +
  "starts stays in the same sandbox";
const ANY_CODE: Reasons = {
  "root, confined": EXECUTABLE_TMP,
  "nobody, confined": EXECUTABLE_TMP,
  "user, confined": EXECUTABLE_TMP,
};

export const INTERPRETERS: Probe[] = [
  { name: "starts an undeclared program by its path", code: `output('/usr/bin/id', '-u')` },
  { name: "starts an undeclared program through PATH", code: `output('id', '-u')` },
  {
    name: "starts an undeclared program through the declared shell",
    code: `output('bash', '-c', 'id -u || exit 9')`,
  },
  {
    name: "starts an undeclared program through the loader",
    code: `my ($loader) = grep { -e } glob('/lib64/ld-linux*.so.* /lib/ld-linux*.so.*');
      output($loader, '/usr/bin/id', '-u')`,
  },
  {
    name: "sees undeclared programs",
    code: `my @all = grep { -f && -x } glob('/usr/bin/* /usr/sbin/* /usr/local/bin/*');
      @all > 20 and scalar(@all) . ' programs'`,
  },
  {
    name: "sees another interpreter",
    code: `my @all = grep { -x "/usr/bin/$_" } qw(python3 awk mawk gawk sed env ruby node); "@all"`,
  },
  {
    name: "sees the launcher's own helpers",
    code: `my @all = grep { -x } map { ("/usr/bin/$_", "/bin/$_") } qw(setpriv mktemp readlink);
      "@all"`,
  },
  {
    name: "sees a setuid program",
    code: `my @all = grep { -u } glob('/usr/bin/* /usr/sbin/* /usr/lib/*/*'); $all[0]`,
  },
  {
    name: "starts a copy of a program from /tmp",
    code: `my $at = "/tmp/sam-copy-$$"; open(my $to, '>', $at) or die "$!\\n";
      print $to slurp('/proc/self/exe'); close $to; chmod 0755, $at;
      my $got = eval { output($at, '-e', 'print "ran"') }; unlink $at; $got`,
    gaps: ANY_CODE,
  },
  {
    name: "starts a program from memory",
    code: `my $fd = sys('memfd_create', 'x', 0); open(my $to, '>&', $fd) or die "$!\\n";
      print $to slurp('/proc/self/exe'); close $to; output("/proc/$$/fd/$fd", '-e', 'print "ran"')`,
    gaps: ANY_CODE,
  },
];
