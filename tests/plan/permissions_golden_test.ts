import { assertEquals } from "@std/assert";
import { cli } from "../_client.ts";
import { assertGolden } from "../_golden.ts";
import { twoBundles, twoBundlesOptions } from "../_two_bundles.ts";
import { World } from "../_world.ts";

const PROGRAM = new URL("../../", import.meta.url).pathname.slice(0, -1);

/** The text without what differs between machines and runs. */
function normalised(text: string, world: World): string {
  return text
    .replace(/\/plans\/[0-9a-f]{32}/g, "/plans/<digest>")
    .replaceAll(world.folder, "<world>")
    .replaceAll(Deno.realPathSync(PROGRAM), "<program>")
    .replace(/bubblewrap [0-9.]+/g, "bubblewrap <version>");
}

for (const format of ["flags", "json", "table"]) {
  for (const explain of format === "flags" ? [false] : [false, true]) {
    const words = ["permissions", "--format", format, ...(explain ? ["--explain"] : [])];
    Deno.test(`${words.join(" ")} prints what it printed before`, async () => {
      await using world = await World.make();
      const env = await twoBundles(world);
      const { code, stdout, stderr } = await cli([...words, ...twoBundlesOptions(world)], { env });
      assertEquals([code, stderr], [0, ""]);
      const name = `permissions_${format}${explain ? "_explain" : ""}.txt`;
      await assertGolden(normalised(stdout, world), new URL(`golden/${name}`, import.meta.url));
    });
  }
}
