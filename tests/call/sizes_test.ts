import { assert, assertEquals, assertLess, assertRejects, assertStringIncludes } from "@std/assert";
import { checkSizes, MAX_ALL, MAX_ONE } from "../../src/call/sizes.ts";

function refusal(argv: string[], env: Record<string, string>): string {
  const text = checkSizes(argv, env);
  assert(text !== undefined, "accepted");
  assertLess(text.length, 300);
  return text;
}

Deno.test("checkSizes() accepts one argument and one variable of exactly the limit", () => {
  assertEquals(checkSizes(["tool", "x".repeat(MAX_ONE - 1)], {}), undefined);
  assertEquals(checkSizes(["tool"], { NAME: "x".repeat(MAX_ONE - 1 - "NAME=".length) }), undefined);
  assertEquals(checkSizes([], {}), undefined);
});

Deno.test("checkSizes() refuses one byte more and names the argument or variable", () => {
  assertStringIncludes(
    refusal(["tool", "a", "x".repeat(MAX_ONE)], {}),
    "Argument 2 takes 131072 bytes, but at most 131071",
  );
  assertStringIncludes(
    refusal(["tool"], { NAME: "x".repeat(MAX_ONE - "NAME=".length) }),
    'The variable "NAME" with its name takes 131072 bytes, but at most 131071',
  );
  assertStringIncludes(refusal(["tool"], { TOOL_TEXT: "x".repeat(200_000) }), '"TOOL_TEXT"');
});

Deno.test("checkSizes() counts bytes of UTF-8 rather than characters", () => {
  assertEquals(checkSizes(["tool", "ü".repeat(65_535)], {}), undefined);
  assertStringIncludes(refusal(["tool", "ü".repeat(65_536)], {}), "Argument 1 takes 131072 bytes");
});

Deno.test("checkSizes() refuses values that are too large together", () => {
  const large = "x".repeat(MAX_ALL / 16 - 9);
  assertEquals(checkSizes(Array(16).fill(large), {}), undefined);
  assertStringIncludes(refusal(Array(16).fill(large), { A: "" }), "1.5 MiB");
  assertStringIncludes(refusal(Array(200_000).fill("x"), {}), "take 2000000 bytes in all");
});

Deno.test({
  name: "checkSizes() draws the line for one argument where the kernel does",
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    const start = async (size: number) =>
      await new Deno.Command("/bin/true", { args: ["x".repeat(size)] }).output();
    assertEquals((await start(MAX_ONE - 1)).code, 0);
    await assertRejects(() => start(MAX_ONE));
  },
});

Deno.test({
  name: "checkSizes() accepts no more in all than the kernel does",
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    const args = Array(MAX_ALL / 16 - 1).fill("1234567");
    assertEquals(checkSizes(["", ...args], {}), undefined);
    const { code } = await new Deno.Command("/bin/true", { args, clearEnv: true }).output();
    assertEquals(code, 0);
  },
});
