import { assertEquals } from "@std/assert";
import { bundleServer } from "../../scripts/build.ts";
import { BUILT_ENTRY, BUILT_FOLDER, builtEntry, digestOfSources } from "../../src/cli/built.ts";
import { parseOptions } from "../../src/cli/options.ts";
import { programFolder } from "../../src/cli/places.ts";
import { place, prepare } from "../../src/cli/prepare.ts";
import { serveCommand } from "../../src/cli/serve_flags.ts";
import { Client } from "../_client.ts";
import { World } from "../_world.ts";

Deno.test("builtEntry() takes a bundle of exactly these sources, and no other", async () => {
  const program = await Deno.makeTempDir({ prefix: "sam-" });
  try {
    await Deno.mkdir(`${program}/src`);
    for (const path of ["deno.json", "deno.lock", "src/a.ts"]) {
      await Deno.writeTextFile(`${program}/${path}`, path);
    }
    assertEquals(builtEntry(program), undefined);
    const folder = `${program}/${BUILT_FOLDER}`;
    await Deno.mkdir(folder);
    await Deno.writeTextFile(`${folder}/sources.sha256`, digestOfSources(program));
    assertEquals(builtEntry(program), `${folder}/${BUILT_ENTRY}`);
    await Deno.writeTextFile(`${program}/src/b.ts`, "");
    assertEquals(builtEntry(program), undefined);
  } finally {
    await Deno.remove(program, { recursive: true });
  }
});

Deno.test("The built server lists and calls under flags without a configuration", async () => {
  await using world = await World.make();
  await world.bundle("demo", {
    permissions: { run: ["echo"] },
    tools: { demo__hello: { execution: { command: { executable: "echo", args: ["hello"] } } } },
  });
  const folder = `${world.folder}/built`;
  assertEquals(await bundleServer(programFolder(), folder), true);
  const options = parseOptions(world.options("--bundle", "demo"), () => undefined);
  const plan = await place(await prepare(options));
  const command = serveCommand(plan, `${folder}/${BUILT_ENTRY}`);
  assertEquals(command.some((word) => /^--(config|lock)=/.test(word)), false);
  await using client = await Client.start({ args: [], command });
  const { tools } = await client.request("tools/list") as { tools: { name: string }[] };
  assertEquals(tools.map((t) => t.name), ["demo__hello"]);
  const { isError, text } = await client.call("demo__hello");
  assertEquals(isError ?? false, false, text);
});
