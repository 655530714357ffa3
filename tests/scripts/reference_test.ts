import { assertEquals } from "@std/assert";
import { referencePages } from "../../scripts/reference.ts";

const ROOT = new URL("../../", import.meta.url);

Deno.test("referencePages() gives what is committed, and no other page is there", async () => {
  const pages = await referencePages();
  for (const [path, text] of Object.entries(pages)) {
    assertEquals(
      await Deno.readTextFile(new URL(path, ROOT)),
      text,
      `${path} is out of date: run deno task reference`,
    );
  }
  const there = [...Deno.readDirSync(new URL("docs/reference", ROOT))].map((e) =>
    `docs/reference/${e.name}`
  );
  assertEquals(there.sort(), Object.keys(pages).sort());
});
