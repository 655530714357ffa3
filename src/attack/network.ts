/**
 * Probes of the network and of sockets: a tool that declared no host reaches nobody.
 *
 * @module
 */
import { type Outside, type Probe, ROOT_ONLY } from "./probe.ts";

/** A family that a machine may lack: then outside says nothing. */
const MAY_LACK: Outside = { root: "either", user: "either" };

export const NETWORK: Probe[] = [
  {
    name: "connects to a port of this machine",
    code:
      `connects(AF_INET, SOCK_STREAM, pack_sockaddr_in($T{tcp}, INADDR_LOOPBACK)) and 'connected'`,
  },
  {
    name: "asks by datagram, as the resolver does",
    code: `my $s = connects(AF_INET, SOCK_DGRAM, pack_sockaddr_in($T{udp}, INADDR_LOOPBACK));
      send($s, "question", 0) or die "send: $!\\n"; recv($s, my $answer, 99, 0) // die; $answer`,
  },
  {
    name: "makes a socket for IPv6",
    code: `socket(my $s, AF_INET6, SOCK_STREAM, 0) or die "$!\\n"; 'made'`,
    off: MAY_LACK,
  },
  {
    name: "listens on a port",
    code: `socket(my $s, AF_INET, SOCK_STREAM, 0) or die "$!\\n";
      bind($s, pack_sockaddr_in(0, INADDR_ANY)) && listen($s, 1) or die "$!\\n"; 'listening'`,
  },
  {
    name: "makes a raw socket",
    code: `socket(my $s, AF_INET, SOCK_RAW, 1) or die "$!\\n"; 'made'`,
    off: ROOT_ONLY,
  },
  {
    name: "connects to an abstract unix socket",
    code: `connects(AF_UNIX, SOCK_STREAM, pack_sockaddr_un("\\0$T{abstract}")) and 'connected'`,
  },
  {
    name: "connects to a unix socket beside the root",
    code: `connects(AF_UNIX, SOCK_STREAM, pack_sockaddr_un($T{socket})) and 'connected'`,
  },
  {
    name: "connects to a unix socket in a folder given to read",
    code: `chdir $T{read_dir} or die "$!\\n";
      connects(AF_UNIX, SOCK_STREAM, pack_sockaddr_un('socket')) and 'connected'`,
    gaps: Object.fromEntries(
      ["root, confined", "user, confined"].map((setting) => [
        setting,
        "who gives a folder gives the sockets in it: connect(2) looks at the folder, and no mount " +
        "option forbids it",
      ]),
    ),
    leftOut: { "nobody, confined": "a call without paths is the one that runs as nobody" },
  },
  {
    name: "sees the machine's network devices",
    code: `my @all = grep { $_ ne 'lo' } slurp('/proc/net/dev') =~ /^\\s*(\\S+):/mg; "@all"`,
    off: MAY_LACK,
  },
  {
    name: "sees the machine's sockets",
    code: `index(slurp('/proc/net/unix'), $T{abstract}) >= 0 and 'seen'`,
  },
  { name: "makes a netlink socket", code: `sys('socket', 16, 3, 0) . ' is its descriptor'` },
  { name: "makes a packet socket", code: `sys('socket', 17, 3, 0)`, off: ROOT_ONLY },
  { name: "makes a socket to the hypervisor", code: `sys('socket', 40, 1, 0)`, off: MAY_LACK },
  {
    name: "makes a socket to the kernel's ciphers",
    code: `sys('socket', 38, 5, 0)`,
    off: MAY_LACK,
  },
  { name: "makes a bluetooth socket", code: `sys('socket', 31, 3, 0)`, off: MAY_LACK },
  {
    name: "makes a pair of internet sockets",
    code: `reaches('socketpair', 2, 1, 0, 0) =~ /family/ ? die "$!\\n" : 'reached'`,
  },
];
