/**
 * A process beside the sandbox, with a secret and with open ears: what a tool must not reach.
 *
 * @module
 */

const SCRIPT = `
use strict; use warnings; use Socket;
my ($path, $abstract) = @ARGV;
$| = 1;
socket(my $tcp, AF_INET, SOCK_STREAM, 0) or die $!;
bind($tcp, sockaddr_in(0, INADDR_LOOPBACK)) && listen($tcp, 128) or die $!;
socket(my $udp, AF_INET, SOCK_DGRAM, 0) or die $!;
bind($udp, sockaddr_in(0, INADDR_LOOPBACK)) or die $!;
my @unix = map { socket(my $s, AF_UNIX, SOCK_STREAM, 0) or die $!;
  bind($s, pack_sockaddr_un($_)) && listen($s, 128) or die "$_: $!"; $s } $path, "\\0$abstract";
chmod 0777, $path;
print join(' ', map { (sockaddr_in(getsockname($_)))[0] } $tcp, $udp), "\\n";
while (defined(my $from = recv($udp, my $question, 512, 0))) { send($udp, "answer", 0, $from) }
`;

/** The bystander of one user. */
export class Bystander implements AsyncDisposable {
  private constructor(
    readonly child: Deno.ChildProcess,
    readonly tcp: number,
    readonly udp: number,
    readonly path: string,
    readonly abstract: string,
  ) {}

  /** @param folder Where the unix socket goes; `uid` must be able to write there */
  static async start(
    folder: string,
    uid: number,
    gid: number,
    secret: string,
  ): Promise<Bystander> {
    const path = `${folder}/bystander-${uid}.socket`;
    const abstract = `sam-bystander-${crypto.randomUUID()}`;
    const child = new Deno.Command("perl", {
      args: ["-e", SCRIPT, path, abstract],
      clearEnv: true,
      env: { PATH: "/usr/bin:/bin", BYSTANDER_SECRET: secret },
      cwd: "/",
      stdin: "null",
      stdout: "piped",
      ...(Deno.uid() === 0 && { uid, gid }),
    }).spawn();
    const reader = child.stdout.getReader();
    const { value } = await reader.read();
    await reader.cancel();
    const [tcp, udp] = new TextDecoder().decode(value).trim().split(" ").map(Number);
    return new Bystander(child, tcp!, udp!, path, abstract);
  }

  /** Whether it lives still. */
  async alive(): Promise<boolean> {
    const ended = this.child.status.then(() => false);
    return await Promise.race([ended, Deno.stat(`/proc/${this.child.pid}/fd`).then(() => true)]);
  }

  async [Symbol.asyncDispose]() {
    try {
      this.child.kill("SIGKILL");
    } catch {
      // An attack got through.
    }
    await this.child.status;
  }
}
