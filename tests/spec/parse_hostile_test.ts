import { assert, assertEquals } from "@std/assert";
import { parseToolSpec } from "../../src/spec/parse.ts";
import { FULL_TOOL } from "./_full_tool.ts";

Deno.test("parseToolSpec() answers odd texts with problems, never with an exception", () => {
  const odd = [
    "",
    "\ufeff",
    "null",
    "[]",
    "- ",
    "a: *a",
    "{",
    "\t",
    "tool: tool",
    "\0",
    "---",
    "...",
    "? x",
  ];
  for (const text of [...odd, "[".repeat(10_000), "{a: ".repeat(3_000), "&a [*a]"]) {
    const { spec, problems } = parseToolSpec(text, "tool.yaml");
    assertEquals(spec, undefined);
    assert(problems.length > 0, text.slice(0, 20));
  }
});

Deno.test("parseToolSpec() answers a tool cut at any place with problems or a tool", () => {
  for (let end = 0; end <= FULL_TOOL.length; end += 19) {
    const { spec, problems } = parseToolSpec(FULL_TOOL.slice(0, end), "tool.yaml");
    assertEquals(spec === undefined, problems.some((p) => p.level === "error"));
  }
});

Deno.test("parseToolSpec() takes every wrong value of every field without an exception", () => {
  const lines = FULL_TOOL.split("\n");
  for (const [index, line] of lines.entries()) {
    for (const value of ["null", "1", "x", "[1, null, {}]", "{a: 1, 2: [x]}"]) {
      const changed = lines.with(index, line.replace(/^(\s*\w+:).*$/, `$1 ${value}`)).join("\n");
      const { spec, problems } = parseToolSpec(changed, "tool.yaml");
      assertEquals(spec === undefined, problems.some((p) => p.level === "error"), changed);
    }
  }
});
