import { assertEquals, assertThrows } from "@std/assert";
import { isWithin, overlaps, realPathOfFuture, unspeakable } from "../../src/policy/paths.ts";
import { World } from "../_world.ts";

Deno.test("isWithin() and overlaps() compare whole names", () => {
  const cases: [string, string, boolean][] = [
    ["/a", "/a", true],
    ["/a/b", "/a", true],
    ["/ab", "/a", false],
    ["/a", "/a/b", false],
    ["/a", "/", true],
    ["/", "/", true],
  ];
  for (const [path, folder, within] of cases) {
    assertEquals(isWithin(path, folder), within, `${path} in ${folder}`);
  }
  assertEquals([overlaps("/a", "/a/b"), overlaps("/a/b", "/a")], [true, true]);
  assertEquals([overlaps("/a", "/ab"), overlaps("/a/b", "/a/c")], [false, false]);
});

Deno.test("realPathOfFuture() follows the links that are there and keeps the rest", async () => {
  await using world = await World.make();
  const at = (path: string) => `${world.root}/${path}`;
  await Deno.mkdir(at("real/deep"), { recursive: true });
  await Deno.symlink("real/deep", at("link"));
  await Deno.symlink("nothing", at("dangling"));
  await Deno.writeTextFile(at("file"), "");
  assertEquals(realPathOfFuture(at("link/new/er")), at("real/deep/new/er"));
  assertEquals(realPathOfFuture(at("link")), at("real/deep"));
  assertEquals(realPathOfFuture(at("new/../link/x/.")), at("real/deep/x"));
  assertEquals(realPathOfFuture("/"), "/");
  assertThrows(() => realPathOfFuture(at("dangling")));
  assertThrows(() => realPathOfFuture(at("dangling/x")));
  assertThrows(() => realPathOfFuture(at("file/x")));
});

Deno.test("unspeakable() names what Deno's flags or a launcher could not hold", () => {
  assertEquals(unspeakable("/a b/ä$'\"*"), undefined);
  for (const path of ["/a,b", "/a\nb", "/a\0b"]) {
    assertEquals(typeof unspeakable(path), "string", path);
  }
});
