import { assertEquals } from "@std/assert";
import { dirname, normalize } from "@std/path";
import fc from "fast-check";
import { cleanPath, parentOf } from "../../src/policy/paths.ts";

const word = fc.constantFrom("", ".", "..", "a", "b c", "...", ".git", "ä");
const path = fc.array(word, { maxLength: 8 }).map((words) => words.join("/"));

Deno.test("cleanPath() gives what the standard library's normalize() gives, less a slash at either end", () => {
  fc.assert(fc.property(path, (text) => {
    const normal = normalize(text).replace(/^\/\/+/, "/");
    assertEquals(cleanPath(text), normal.length > 1 ? normal.replace(/\/$/, "") : normal);
  }));
});

Deno.test("cleanPath() never leaves the root and keeps what climbs out of a relative path", () => {
  assertEquals(cleanPath("/../../etc/./passwd/"), "/etc/passwd");
  assertEquals(cleanPath("//a//b/.."), "/a");
  assertEquals(cleanPath("a/../../b"), "../b");
  assertEquals(cleanPath("tmp/work"), "tmp/work");
  assertEquals(cleanPath(""), ".");
});

Deno.test("parentOf() gives what the standard library's dirname() gives for clean absolute paths", () => {
  fc.assert(fc.property(path, (text) => {
    const clean = cleanPath(`/${text}`);
    assertEquals(parentOf(clean), dirname(clean));
  }));
});
