import { assert, assertEquals, assertThrows } from "@std/assert";
import { compilePattern } from "../../src/spec/pattern.ts";

Deno.test("compilePattern() matches the whole value", () => {
  const pattern = compilePattern("a|ab");
  assertEquals(["a", "ab", "abc", "xa", "a\n", ""].map((v) => pattern.test(v)), [
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
  assertEquals(compilePattern("(?m)^a$").test("a\nb"), false);
  assertEquals(compilePattern("").test(""), true);
});

Deno.test("compilePattern() answers the same when it is asked again", () => {
  const pattern = compilePattern("[a-z]+");
  assertEquals([1, 2, 3].map(() => pattern.test("abc")), [true, true, true]);
});

Deno.test("compilePattern() refuses what needs more than linear time", () => {
  for (const source of ["(?=a)", "(?<!a)b", "(a)\\1", "(", "a{1001}", "[z-a]"]) {
    const error = assertThrows(() => compilePattern(source), SyntaxError);
    assert(error.message.startsWith(`Cannot use the pattern "${source}": `), error.message);
  }
});

Deno.test("compilePattern() is not stalled by a pattern that backtracks elsewhere", () => {
  assertEquals(compilePattern("(a+)+b").test("a".repeat(5_000)), false);
});
