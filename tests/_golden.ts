/**
 * Texts that are compared byte for byte with a file: `UPDATE_GOLDEN=1` writes the files anew.
 *
 * @module
 */
import { assertEquals } from "@std/assert";

/** Compares a text with its golden file. */
export async function assertGolden(text: string, file: URL) {
  if (Deno.env.get("UPDATE_GOLDEN") === "1") {
    await Deno.mkdir(new URL(".", file), { recursive: true });
    await Deno.writeTextFile(file, text);
  }
  assertEquals(text, await Deno.readTextFile(file), `${file.pathname} differs`);
}
