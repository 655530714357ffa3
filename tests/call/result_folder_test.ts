import { assertEquals, assertThrows } from "@std/assert";
import { ResultFolder } from "../../src/call/result_folder.ts";
import { World } from "../_world.ts";
import { plan } from "./_plan_tool.ts";

Deno.test("ResultFolder is its owner's alone, and goes when the tool left nothing", async () => {
  await using world = await World.make();
  let path: string;
  {
    using folder = ResultFolder.make(plan({ stateFolder: world.state }), "20240101T000000000Z-1");
    path = folder.path;
    assertEquals(path, `${world.state}/results/20240101T000000000Z-1`);
    assertEquals(Deno.statSync(path).mode! & 0o777, 0o700);
    assertEquals(folder.keep(), []);
  }
  assertThrows(() => Deno.statSync(path), Deno.errors.NotFound);
});

Deno.test("ResultFolder keeps regular files by name, and follows no link", async () => {
  await using world = await World.make();
  let path: string;
  {
    using folder = ResultFolder.make(plan({ stateFolder: world.state }), "one");
    path = folder.path;
    for (const name of ["b.txt", "a b.png", "ä"]) await Deno.writeTextFile(`${path}/${name}`, "");
    await Deno.mkdir(`${path}/below`);
    await Deno.writeTextFile(`${path}/below/deep`, "");
    await Deno.symlink("/etc/passwd", `${path}/link`);
    assertEquals(folder.keep(), ["a b.png", "b.txt", "ä"].map((name) => `${path}/${name}`));
  }
  assertEquals(Deno.statSync(`${path}/b.txt`).isFile, true);
});
