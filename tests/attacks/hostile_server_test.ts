/**
 * A server that has turned against its user: under its flags Deno lets it do nothing but call tools.
 */
import { assert, assertEquals } from "@std/assert";
import { cli } from "../_client.ts";
import { type Person, thisPerson } from "../_user.ts";
import { World } from "../_world.ts";
import { Bystander } from "../../src/attack/bystander.ts";
import type { Facts } from "./hostile/facts.ts";

/** A world with a plan, what is to be protected, and a way to run the hostile program. */
async function arena() {
  await using stack = new AsyncDisposableStack();
  const person = await thisPerson();
  const world = stack.use(await World.make());
  const outside = `${world.folder}/outside`;
  await Deno.mkdir(outside);
  await Deno.writeTextFile(`${outside}/secret`, "a secret");
  await Deno.writeTextFile(`${outside}/module.ts`, "export const x = 1;");
  await Deno.writeTextFile(`${world.root}/file`, "of the root");
  await world.bundle("hostile", { tools: { hostile__plain: { script: "echo ran" } } });
  const victim = stack.use(
    await Bystander.start({ folder: outside, uid: person.uid, gid: person.gid }),
  );
  const listener = Deno.listen({ transport: "unix", path: `${outside}/socket` });
  stack.defer(() => listener.close());
  const web = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    () => new Response("export const x = 1;", { headers: { "content-type": "text/typescript" } }),
  );
  stack.defer(() => web.shutdown());
  const { stdout, stderr, code } = await cli(
    [],
    person.run("permissions", "--write", "--format", "flags", ...world.only()),
  );
  assertEquals(code, 0, stderr);
  const flags = stdout.trim().split("\n");
  const [plan] = [...Deno.readDirSync(`${world.state}/plans`)].map(({ name }) =>
    `${world.state}/plans/${name}`
  );
  const facts: Facts = {
    plan: plan!,
    state: `${world.state}/state`,
    base: world.state,
    root: world.root,
    outside,
    launchers: [...Deno.readDirSync(`${plan}/launch`)].map((e) => `${plan}/launch/${e.name}`),
    victim: victim.pid,
    port: web.addr.port,
  };
  const moved = stack.move();
  return { person, flags, facts, victim, [Symbol.asyncDispose]: () => moved.disposeAsync() };
}

/** Runs the hostile program; what each of its tries came to. */
async function hostile(person: Person, flags: string[], facts: Facts) {
  const program = new URL("hostile/program.ts", import.meta.url).pathname;
  const { stdout, stderr } = await cli([], {
    ...person.runAs,
    env: { ...person.runAs.env, HOSTILE_SECRET: "a secret" },
    command: ["run", ...flags, program, JSON.stringify(facts)],
  });
  assert(stdout.startsWith("{"), stderr);
  return JSON.parse(stdout) as Record<string, string>;
}

Deno.test("a hostile server can do nothing under the flags that are printed", async (t) => {
  await using place = await arena();
  const { person, flags, facts, victim } = place;
  const said = await hostile(person, flags, facts);
  for (const [name, what] of Object.entries(said)) {
    await t.step(name, () => assert(what.startsWith("blocked"), what));
  }
  assert(await victim.alive());
  const names = [...Deno.readDirSync(facts.outside)].map((e) => e.name).sort();
  assertEquals(names.filter((n) => !n.startsWith("bystander")), ["module.ts", "secret", "socket"]);
});

Deno.test("a hostile server can do all that under -A, so that the test above can fail", async () => {
  await using place = await arena();
  const { person, facts } = place;
  // Harmless kinds only: the others would end what the test stands on.
  const said = await hostile(person, ["-A", "--no-prompt", "--no-config", "--no-lock"], facts);
  const blocked = Object.keys(said).filter((name) => !said[name]!.startsWith("through"));
  const MAY_FAIL = /library$|native module|changes its user|resolves/;
  // What is written once is read-only, which stops all but root.
  const READ_ONLY = person.name === "root" ? /^$/ : /^writes over /;
  const wrong = blocked.filter((name) => !MAY_FAIL.test(name) && !READ_ONLY.test(name));
  assertEquals(wrong, [], JSON.stringify(said, null, 1));
});
