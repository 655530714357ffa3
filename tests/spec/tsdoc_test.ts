import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { parseTsdoc } from "../../src/spec/tsdoc.ts";

const rules = (text: string) => parseTsdoc(text).faults.map((f) => f.rule);

Deno.test("parseTsdoc() reads text and params", () => {
  const { doc, faults } = parseTsdoc(
    "/**\n * One line.\n\n   *  indented\n * @param a First.\n *   and more\n *\n * not a\n" +
      " * @param b - Second.\n * @returns x\n * @param a Again.\n */",
  );
  assertEquals(faults, []);
  assertEquals(
    doc?.text,
    "One line.\nindented\n@param a First.\n and more\n\nnot a\n@param b - Second.\n@returns x\n@param a Again.",
  );
  assertEquals([...doc!.params], [["a", "First. and more"], ["b", "Second."]]);
});

Deno.test("parseTsdoc() refuses what is not one block", () => {
  for (const text of ["", "text", "/* a */", "/**\n * a", "a\n/**\n * a\n */", "/**/"]) {
    assertEquals(rules(text), ["tsdoc-block"], text);
  }
});

Deno.test("parseTsdoc() refuses lines without a star and a blank, all at once", () => {
  assertEquals(rules("/** a */"), ["tsdoc-line"]);
  assertEquals(rules("/**\n * a\n b */"), ["tsdoc-line"]);
  assertEquals(rules("/**\n *a\n b\n * c\n */"), ["tsdoc-line", "tsdoc-line"]);
});

Deno.test("parseTsdoc() refuses an empty block", () => {
  for (const text of ["/***/", "/**\n */", "/**\n *\n *\n */"]) {
    assertEquals(rules(text), ["tsdoc-empty"], text);
  }
});

Deno.test("parseTsdoc() gives back the lines that were put into a block", () => {
  const line = fc.stringMatching(/^[A-Za-z@{}*\/.-][A-Za-z@{}*\/. -]{0,20}$/)
    .map((text) => text.trim()).filter((text) => text !== "" && !text.startsWith("/"));
  const indent = fc.stringMatching(/^ {0,4}$/);
  fc.assert(fc.property(fc.array(line, { minLength: 1 }), indent, (lines, blanks) => {
    const block = ["/**", ...lines.map((text) => `${blanks}* ${text}`), " */"].join("\n");
    assertEquals(parseTsdoc(block).doc?.text, lines.join("\n"));
  }));
});

Deno.test("parseTsdoc() finds the params that were written", () => {
  const word = fc.stringMatching(/^[a-z][a-z0-9_]{0,8}$/);
  const params = fc.uniqueArray(fc.tuple(word, word), { selector: ([name]) => name, minLength: 1 });
  fc.assert(fc.property(params, (entries) => {
    const lines = entries.map(([name, text]) => ` * @param ${name} ${text}`);
    assertEquals([...parseTsdoc(["/**", ...lines, " */"].join("\n")).doc!.params], entries);
  }));
});
