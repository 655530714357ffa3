import { assertEquals } from "@std/assert";
import { nearest } from "../../src/spec/nearest.ts";

Deno.test("nearest() finds a name that is spelt or typed otherwise", () => {
  const names = ["input_path", "output_path", "timeoutMs"];
  assertEquals(nearest("inputPath", names), "input_path");
  assertEquals(nearest("otput_path", names), "output_path");
  assertEquals(nearest("timeout_ms", names), "timeoutMs");
});

Deno.test("nearest() finds nothing for names of other things", () => {
  assertEquals(nearest("colour", ["input_path", "level"]), undefined);
  assertEquals(nearest("x".repeat(65), ["x".repeat(64)]), undefined);
  assertEquals(nearest("a", []), undefined);
});
