/**
 * One server with its tools for probes, and everything around it that they try to reach.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { Client } from "../_client.ts";
import type { Person } from "../_user.ts";
import { testsRunAsRoot } from "../_user.ts";
import { World } from "../_world.ts";
import { attempt } from "../../src/attack/attempt.ts";
import { Bystander } from "../../src/attack/bystander.ts";
import { careless } from "../../src/attack/careless.ts";
import { inherited, layOut, setHelper, type Targets, TOOLS } from "../../src/attack/ground.ts";
import type { Probe, Report } from "../../src/attack/probe.ts";
import { NOBODY } from "../../src/plan/owner.ts";

/** A server for probes. */
export class Arena implements AsyncDisposable {
  readonly #stack: AsyncDisposableStack;

  private constructor(
    readonly person: Person,
    readonly world: World,
    readonly client: Client,
    readonly bystanders: ReadonlyMap<number, Bystander>,
    readonly targets: Targets,
    stack: AsyncDisposableStack,
  ) {
    this.#stack = stack;
  }

  static async start(person: Person, sandbox: boolean): Promise<Arena> {
    await using stack = new AsyncDisposableStack();
    const world = stack.use(await World.make());
    const targets = await layOut(world);
    await person.own(world);
    await setHelper(targets, testsRunAsRoot());
    const bystanders = new Map<number, Bystander>();
    const folder = targets.outside!;
    const inRoot = `${targets.read_dir}/socket`;
    const { uid, gid } = person;
    bystanders.set(uid, stack.use(await Bystander.start({ folder, uid, gid, inRoot })));
    if (uid === 0) {
      bystanders.set(NOBODY.uid, stack.use(await Bystander.start({ folder, ...NOBODY })));
    }
    const start = person.start(...world.only(...(sandbox ? [] : ["--sandbox", "off"])));
    const client = stack.use(
      await Client.start({
        ...start,
        env: { ...start.env, HOME: targets.home!, ATTACK_SECRET: targets.server_secret! },
        deno: "perl",
        command: careless(inherited(targets), [start.deno, ...start.command]),
      }),
    );
    const { tools } = await client.request("tools/list");
    const own = tools.map((t: { name: string }) => t.name).filter((n: string) => /perl$/.test(n));
    assertEquals(own, Object.values(TOOLS), client.stderr);
    const plans = [...Deno.readDirSync(`${world.state}/plans`)].map((e) => e.name);
    targets.plan = `${world.state}/plans/${plans[0]}`;
    targets.server = String(client.pid);
    return new Arena(person, world, client, bystanders, targets, stack.move());
  }

  /**
   * Tries probes through one call.
   *
   * @param withPaths Whether the call names paths; a root's server runs it as nobody otherwise
   * @param tight Whether the limits are low
   */
  async run(
    probes: readonly Probe[],
    withPaths: boolean,
    tight: boolean,
  ): Promise<Map<string, Report>> {
    const uid = withPaths || this.person.uid !== 0 ? this.person.uid : NOBODY.uid;
    const call = async (tool: string, args: Record<string, string>) => {
      const answer = await this.client.call(tool, args);
      return answer.stdout || JSON.stringify(answer.result);
    };
    const bystander = this.bystanders.get(uid)!;
    return await attempt(probes, { call, targets: this.targets, bystander, withPaths, tight });
  }

  async [Symbol.asyncDispose]() {
    await this.#stack.disposeAsync();
  }
}
