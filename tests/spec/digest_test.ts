import { assertEquals } from "@std/assert";
import { sameBytes, sha256, sha256Bytes } from "../../src/spec/digest.ts";

Deno.test("sha256() gives the digest of a text and of bytes", async () => {
  const wanted = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  assertEquals(await sha256("abc"), wanted);
  assertEquals(await sha256(new TextEncoder().encode("abc")), wanted);
});

Deno.test("sha256Bytes() gives the digest that sha256() spells", async () => {
  assertEquals((await sha256Bytes("abc")).toHex(), await sha256("abc"));
});

Deno.test("sameBytes() tells any difference, and that of lengths", () => {
  const bytes = (...list: number[]) => new Uint8Array(list);
  assertEquals(sameBytes(bytes(1, 2), bytes(1, 2)), true);
  for (const other of [bytes(1, 3), bytes(0, 2), bytes(1), bytes(1, 2, 0), bytes()]) {
    assertEquals(sameBytes(bytes(1, 2), other), false);
  }
  assertEquals(sameBytes(bytes(), bytes()), true);
});
