/**
 * The official conformance suite against one endpoint of the real server, with tools that are
 * shell and Deno scripts. `deno task conformance` runs this file alone.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { Client } from "../_client.ts";
import { World } from "../_world.ts";
import { freePort, listening } from "../server/http/_serving.ts";
import { entryFor, readBaseline, REVISIONS, runSuite } from "./_suite.ts";

const FIXTURES = new URL("../fixtures", import.meta.url).pathname;

/** A `PATH` on which the tools' user finds this very Deno. */
async function pathWithDeno(world: World): Promise<string> {
  const folder = `${world.folder}/bin`;
  await Deno.mkdir(folder);
  await Deno.copyFile(Deno.execPath(), `${folder}/deno`);
  return `${folder}:${Deno.env.get("PATH")}`;
}

Deno.test("the official conformance suite finds nothing but what the baseline names", async (t) => {
  await using world = await World.make();
  const port = freePort();
  await using server = await Client.start({
    args: [
      ...["--spec-dir", FIXTURES, "--state-dir", world.state, "--root", world.root],
      ...["--bundle", "conformance", "--bare-names"],
      ...["--transport", "streamable-http", "--port", String(port)],
    ],
    env: { PATH: await pathWithDeno(world) },
  }, false);
  await listening(server);
  const url = new URL(`http://127.0.0.1:${port}/mcp`);
  const baseline = readBaseline();
  const unused = new Set(baseline.keys());
  try {
    for (const revision of Object.keys(REVISIONS)) {
      await t.step(revision, async () => {
        const folder = `${world.folder}/${revision}`;
        await Deno.mkdir(folder);
        const { passed, failed, output } = await runSuite(revision, url, folder);
        assert(passed > 0, output);
        const unknown: string[] = [];
        for (const [check, message] of failed) {
          const entry = entryFor(baseline, check);
          if (entry === undefined) unknown.push(`${check}: ${message}`);
          else unused.delete(entry);
        }
        assertEquals(unknown, []);
      });
    }
    assertEquals([...unused], [], "entries of the baseline that nothing fails");
    assertEquals(server.noise, [], "a server over HTTP has nothing to say on stdout");
  } finally {
    server.kill("SIGTERM");
  }
});
