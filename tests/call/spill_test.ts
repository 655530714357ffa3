import { assertEquals, assertRejects } from "@std/assert";
import { join } from "@std/path";
import { openSpillFile } from "../../src/call/spill.ts";
import { utf8 } from "./_byte_chunks.ts";

async function inFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await use(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("openSpillFile() creates a file for its owner only that holds all bytes", () =>
  inFolder(async (folder) => {
    const file = await openSpillFile(folder, "stdout");
    await file.write(utf8("one "));
    await file.write(utf8("two"));
    await file.close();
    assertEquals(file.path, join(folder, "stdout"));
    assertEquals(await Deno.readTextFile(file.path), "one two");
    if (Deno.build.os !== "windows") {
      assertEquals((await Deno.stat(file.path)).mode! & 0o777, 0o600);
    }
  }));

Deno.test("openSpillFile() refuses a name that is taken, also by a link to nothing", () =>
  inFolder(async (folder) => {
    await Deno.symlink(join(folder, "target"), join(folder, "link"));
    await assertRejects(() => openSpillFile(folder, "link"), Deno.errors.AlreadyExists);
    await Deno.writeTextFile(join(folder, "file"), "kept");
    await assertRejects(() => openSpillFile(folder, "file"), Deno.errors.AlreadyExists);
    assertEquals(await Deno.readTextFile(join(folder, "file")), "kept");
  }));

Deno.test("openSpillFile() refuses a name with a folder in it", () =>
  inFolder(async (folder) => {
    for (const name of ["../x", "a/b", "", ".", "..", "a/"]) {
      await assertRejects(() => openSpillFile(folder, name), TypeError, "spill file");
    }
  }));

Deno.test("openSpillFile() removes a discarded file", () =>
  inFolder(async (folder) => {
    const file = await openSpillFile(folder, "stdout");
    await file.write(utf8("x"));
    await file.discard();
    assertEquals([...Deno.readDirSync(folder)], []);
  }));
