import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { cli } from "../_client.ts";
import { plainUser } from "../_user.ts";
import { WithoutBwrap } from "../_without_bwrap.ts";
import { World } from "../_world.ts";

Deno.test("doctor --attack tries the fences of this machine, and says what it found", async (t) => {
  await using user = await plainUser();
  await using hidden = await WithoutBwrap.make();
  await using world = await World.make();
  await user.own(world);
  const attack = (person = user, ...more: string[]) =>
    cli([], person.run("doctor", "--attack", "--state-dir", world.state, ...more));

  await t.step("as a table of 80 columns, with bubblewrap", async () => {
    const { code, stdout, stderr } = await attack();
    assertEquals(code, 0, stdout + stderr);
    assertStringIncludes(stdout, "Sandbox: bubblewrap");
    assertStringIncludes(stdout.replaceAll("\n", " "), "0 got through");
    assertEquals(stdout.split("\n").filter((line) => line.length > 80), []);
  });
  await t.step("as JSON, where Landlock must do", async () => {
    const { code, stdout, stderr } = await attack(hidden.hide(user), "--json");
    assertEquals(code, 0, stdout + stderr);
    const { sandbox, probes } = JSON.parse(stdout);
    assertEquals(sandbox, "landlock");
    const count = (judgement: string) =>
      probes.filter((p: { judgement: string }) => p.judgement === judgement).length;
    assert(count("stopped") > 60, stdout);
    assertEquals([count("GOT THROUGH"), count("NO REPORT")], [0, 0]);
    for (const p of probes) if (p.judgement === "known gap") assert(p.why !== "", p.probe);
  });
  await t.step("and nothing where there is none, which is an error of its own", async () => {
    const { code, stdout, stderr } = await attack(user, "--sandbox", "off");
    assertEquals([code, stdout], [2, ""]);
    assertStringIncludes(stderr, "The probes could not be tried: there is no sandbox to try");
  });
  // All of it was in a folder that is gone.
  assertEquals([...Deno.readDirSync(world.state)], []);
  await t.step("and plain doctor says in 80 columns what works", async () => {
    const { stdout } = await cli(
      [],
      user.run("doctor", "--bundle", "host_info", "--state-dir", world.state),
    );
    assertStringIncludes(stdout, "Sandbox\nok   bwrap: bubblewrap");
    assertStringIncludes(stdout, "\nok   host_info: ");
    // What has no blank cannot be broken.
    const wide = stdout.split("\n").filter((line) => line.length > 80 && / \S+ /.test(line.trim()));
    assertEquals(wide, []);
  });
});
