/**
 * One server with its tools for probes, and everything around it that they try to reach.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { Client } from "../_client.ts";
import type { Person } from "../_user.ts";
import { give, testsRunAsRoot } from "../_user.ts";
import { World } from "../_world.ts";
import { arch } from "../../src/sandbox/probe.ts";
import { Bystander } from "./_bystander.ts";
import { HARNESS, perlHash } from "./_harness.ts";
import { TIGHT } from "./_limits.ts";
import { code, type Probe, type Report, reports } from "./_probe.ts";

const NOBODY = 65534;

/**
 * Starts a command as a careless parent does: with the root folder, a file and a terminal as
 * descriptors 9, 251 and 10 that nobody closes, and that terminal as the controlling one.
 */
const CARELESS = `
use strict; use warnings; use POSIX ();
my ($file, @command) = @ARGV;
$^F = 1000;
POSIX::dup2(POSIX::open('/', POSIX::O_RDONLY), 9) // die $!;
POSIX::dup2(POSIX::open($file, POSIX::O_RDWR), 251) // die $!;
POSIX::dup2(POSIX::open('/dev/ptmx', POSIX::O_RDWR), 10) // die $!;
open(my $master, '+<&=', 10) or die $!;
my $zero = pack('i', 0); ioctl($master, 0x40045431, $zero) or die $!; # TIOCSPTLCK
my $number = pack('i', 0); ioctl($master, 0x80045430, $number) or die $!; # TIOCGPTN
POSIX::setsid() // die $!;
POSIX::dup2(POSIX::open('/dev/pts/' . unpack('i', $number), POSIX::O_RDWR), 11) // die $!;
exec { $command[0] } @command or die $!;
`;

/** A server for probes. */
export class Arena implements AsyncDisposable {
  readonly #stack: AsyncDisposableStack;

  private constructor(
    readonly person: Person,
    readonly sandbox: boolean,
    readonly world: World,
    readonly client: Client,
    readonly bystanders: ReadonlyMap<number, Bystander>,
    readonly targets: Record<string, string>,
    stack: AsyncDisposableStack,
  ) {
    this.#stack = stack;
  }

  static async start(person: Person, sandbox: boolean): Promise<Arena> {
    await using stack = new AsyncDisposableStack();
    const world = stack.use(await World.make());
    const targets = await furnish(world, person);
    const uids = [person.uid, ...(person.uid === 0 ? [NOBODY] : [])];
    const bystanders = new Map<number, Bystander>();
    for (const uid of uids) {
      const secret = `secret of bystander ${uid}`;
      bystanders.set(uid, stack.use(await Bystander.start(targets.outside!, uid, uid, secret)));
    }
    const listener = Deno.listen({ transport: "unix", path: `${targets.read_dir}/socket` });
    stack.defer(() => listener.close());
    await Deno.chmod(`${targets.read_dir}/socket`, 0o777);
    const start = person.start(...world.options(...(sandbox ? [] : ["--sandbox", "off"])));
    const client = stack.use(
      await Client.start({
        ...start,
        env: { ...start.env, HOME: targets.home!, ATTACK_SECRET: targets.server_secret! },
        deno: "perl",
        command: [
          "-e",
          CARELESS,
          "--",
          `${targets.outside}/inherited`,
          start.deno,
          ...start.command,
        ],
      }),
    );
    const { tools } = await client.request("tools/list");
    const own = tools.map((t: { name: string }) => t.name).filter((n: string) => /perl$/.test(n));
    assertEquals(own, ["attack__perl", "tight__perl"], client.stderr);
    const plans = [...Deno.readDirSync(`${world.state}/plans`)].map((e) => e.name);
    targets.plan = `${world.state}/plans/${plans[0]}`;
    targets.server = String(client.pid);
    targets.sandbox = sandbox ? "on" : "off";
    return new Arena(person, sandbox, world, client, bystanders, targets, stack.move());
  }

  /**
   * Runs probes through one call.
   *
   * @param withPaths Whether the call names paths; a root's server runs it as nobody otherwise
   * @param tight Whether the limits are low
   */
  async run(
    probes: readonly Probe[],
    withPaths: boolean,
    tight: boolean,
  ): Promise<Map<string, Report>> {
    const bystander = this.bystanders.get(withPaths ? this.person.uid : NOBODY) ??
      this.bystanders.get(this.person.uid)!;
    const facts = {
      ...this.targets,
      bystander: bystander.child.pid,
      tcp: bystander.tcp,
      udp: bystander.udp,
      socket: bystander.path,
      abstract: bystander.abstract,
      pid_namespace: Deno.readLinkSync("/proc/self/ns/pid"),
      mknod: arch() === "x86_64" ? 259 : 33,
    };
    const given = {
      folder: this.targets.folder,
      read_dir: this.targets.read_dir,
      read_file: this.targets.read_file,
    };
    const none = { folder: "", read_dir: "", read_file: "" };
    const answer = await this.client.call(tight ? "tight__perl" : "attack__perl", {
      code: `%T = ${perlHash({ ...facts, ...(withPaths ? {} : none) })};\n${code(probes)}`,
      ...(withPaths && !tight ? given : withPaths ? { folder: given.folder } : {}),
    });
    const found = reports(answer.stdout ?? "");
    if (found.size === 0 && !probes[0]?.alone) {
      throw new Error(`No probe reported: ${JSON.stringify(answer.result)}`);
    }
    return found;
  }

  /** Whether a file is there outside; it is taken away. */
  took([target, path]: [string, string]): boolean {
    try {
      Deno.removeSync(this.targets[target] + path);
      return true;
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return false;
      throw error;
    }
  }

  async [Symbol.asyncDispose]() {
    await this.#stack.disposeAsync();
  }
}

/** Files to find, and the bundles. Everything is readable by all, so that only the fence can refuse. */
async function furnish(world: World, person: Person): Promise<Record<string, string>> {
  const { folder, root } = world;
  const targets: Record<string, string> = {
    home: `${folder}/home`,
    outside: `${folder}/outside`,
    secret: `${folder}/outside/secret`,
    root,
    folder: `${root}/writes`,
    read_dir: `${root}/reads`,
    read_file: `${root}/file`,
    setuid: `${root}/reads/setuid`,
    state: world.state,
    manifest: `${world.defs}/attack/bundle.yaml`,
    server_secret: `secret-${crypto.randomUUID()}`,
  };
  for (const name of ["home", "outside", "folder", "read_dir"]) await Deno.mkdir(targets[name]!);
  await Deno.mkdir(`${targets.home}/.ssh`);
  await Deno.writeTextFile(`${targets.home}/.ssh/id_canary`, "a key");
  for (const path of [targets.secret, `${folder}/outside/inherited`, `${root}/unnamed`]) {
    await Deno.writeTextFile(path!, "a secret");
  }
  await Deno.writeTextFile(targets.read_file!, "to read");
  const paths = {
    folder: { type: "string", path: "write-dir" },
    read_dir: { type: "string", path: "read-dir" },
    read_file: { type: "string", path: "read" },
  };
  // The code is stdin alone: as a variable it would hold the secrets that it looks for.
  const tool = (properties: Record<string, unknown>) => ({
    script: HARNESS,
    interpreter: "perl",
    properties: { code: { type: "string" }, ...properties },
    required: ["code"],
    execution: {
      stdin: "code",
      env: {
        fromParams: Object.fromEntries(
          Object.keys(properties).map((p) => [`TOOL_${p.toUpperCase()}`, p]),
        ),
      },
    },
  });
  await world.bundle("attack", {
    permissions: { run: ["bash", "perl", "cat"], env: ["ATTACK_SECRET"] },
    tools: { attack__perl: tool(paths) },
  });
  await world.bundle("tight", {
    permissions: { run: ["bash", "perl"] },
    manifest: { limits: TIGHT },
    tools: { tight__perl: tool({ folder: paths.folder }) },
  });
  await person.own(world);
  await Deno.chmod(targets.outside!, 0o777);
  // A helper that every user may run, and that runs as root: only where root can make it so.
  await Deno.copyFile("/bin/cat", targets.setuid!);
  if (testsRunAsRoot()) await give(targets.setuid!, { uid: 0, gid: 0 });
  await Deno.chmod(targets.setuid!, testsRunAsRoot() ? 0o4755 : 0o755);
  return targets;
}
