/**
 * A process beside the sandbox, with a secret and with open ears: what a tool must not reach.
 *
 * @module
 */
import { output } from "../process/output.ts";
import { type Running, spawn } from "../process/spawn.ts";

const SCRIPT = `
use strict; use warnings; use Socket;
my ($abstract, @paths) = @ARGV;
$| = 1;
socket(my $tcp, AF_INET, SOCK_STREAM, 0) or die $!;
bind($tcp, sockaddr_in(0, INADDR_LOOPBACK)) && listen($tcp, 128) or die $!;
socket(my $udp, AF_INET, SOCK_DGRAM, 0) or die $!;
bind($udp, sockaddr_in(0, INADDR_LOOPBACK)) or die $!;
my @unix = map { socket(my $s, AF_UNIX, SOCK_STREAM, 0) or die $!;
  bind($s, pack_sockaddr_un($_)) && listen($s, 128) or die "$_: $!"; $s } "\\0$abstract", @paths;
chmod 0777, $_ for @paths;
print join(' ', (map { (sockaddr_in(getsockname($_)))[0] } $tcp, $udp), map { readlink("/proc/self/ns/$_") // '-' } 'pid', 'mnt'), "\\n";
while (defined(my $from = recv($udp, my $question, 512, 0))) { send($udp, "answer", 0, $from) }
`;

const ASK = `use Socket; socket(my $s, AF_INET, SOCK_DGRAM, 0) or die $!;
connect($s, sockaddr_in($ARGV[0], INADDR_LOOPBACK)) && send($s, "?", 0) or die $!;
recv($s, my $answer, 99, 0) // die $!; print $answer;`;

/** How long an answer may take on a machine that is very busy. */
const ANSWER_MS = 10_000;

/** How a bystander is started. */
export interface BystanderOptions {
  /** Where its unix socket goes; it must be able to write there. */
  folder: string;
  uid: number;
  gid: number;
  /** Another socket, in a folder that is given to the tool. */
  inRoot?: string;
  /** Absolute path. */
  perl?: string;
}

/** The bystander of one user. Disposed of, it ends. */
export class Bystander implements AsyncDisposable {
  readonly #perl: string;

  private constructor(
    readonly child: Running,
    perl: string,
    readonly tcp: number,
    readonly udp: number,
    readonly socket: string,
    readonly abstract: string,
    /** The machine's namespaces, as /proc names them. */
    readonly namespaces: { pid: string; mnt: string },
  ) {
    this.#perl = perl;
  }

  /**
   * Starts one.
   *
   * Deno permissions: `--allow-run` for Perl.
   */
  static async start(
    { folder, uid, gid, inRoot, perl = "/usr/bin/perl" }: BystanderOptions,
  ): Promise<Bystander> {
    const socket = `${folder}/bystander-${uid}.socket`;
    const abstract = `sam-bystander-${crypto.randomUUID()}`;
    const child = spawn({
      program: perl,
      args: ["-e", SCRIPT, abstract, socket, ...(inRoot === undefined ? [] : [inRoot])],
      env: { PATH: "/usr/bin:/bin", BYSTANDER_SECRET: `secret of bystander ${uid}` },
      cwd: "/",
      ...(Deno.uid() === 0 && { uid, gid }),
    });
    const reader = child.stdout.getReader();
    const { value } = await reader.read();
    await reader.cancel();
    const stderr = await firstText(value === undefined ? child.stderr : undefined);
    if (value === undefined) throw new Error(`Cannot start a process to be attacked: ${stderr}`);
    await child.stderr.cancel();
    const [tcp, udp, pid, mnt] = new TextDecoder().decode(value).trim().split(" ");
    return new Bystander(child, perl, Number(tcp), Number(udp), socket, abstract, {
      pid: pid!,
      mnt: mnt!,
    });
  }

  get pid(): number {
    return this.child.pid;
  }

  /** Whether it lives still: it answers. */
  async alive(): Promise<boolean> {
    const { stdout } = await output({
      program: this.#perl,
      args: ["-e", ASK, String(this.udp)],
      env: {},
      cwd: "/",
      timeoutMs: ANSWER_MS,
    });
    return stdout === "answer";
  }

  async [Symbol.asyncDispose]() {
    this.child.kill("SIGKILL");
    await this.child.status;
  }
}

async function firstText(stream: ReadableStream<Uint8Array> | undefined): Promise<string> {
  return stream ? (await new Response(stream).text()).trim() : "";
}
