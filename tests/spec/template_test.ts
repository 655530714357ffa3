import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import {
  parseArgvElement,
  renderArgv,
  renderTemplate,
  templateNames,
} from "../../src/spec/template.ts";

/** Texts with many of the characters that mean something to a template or a shell. */
const hostile = fc.string({ unit: fc.constantFrom(..."{}$a_b \n;'\"-\\&") });
const name = fc.stringMatching(/^[a-z_][a-z0-9_-]{0,8}$/);

/** A text as a literal of a strict template. */
const escape = (text: string) => text.replace(/[{}]/g, (brace) => brace + brace);

Deno.test("templateNames() lists each name once, in order", () => {
  assertEquals(templateNames("{{b}} {{ a }} {{b}} {{.Names}} {{json .}} {c}"), ["b", "a"]);
});

Deno.test("renderTemplate() renders absent values as nothing", () => {
  assertEquals(renderTemplate("<{{a}}><{{ b }}>", { a: "1" }), "<1><>");
  assertEquals(renderTemplate("{{toString}}{{constructor}}", {}), "");
});

Deno.test("renderTemplate() never reads a value as a template or a replacement pattern", () => {
  fc.assert(fc.property(hostile, hostile, (a, b) => {
    const values = { a: a + "{{b}}$&$1", b };
    assertEquals(renderTemplate("x{{a}}y{{b}}z", values), `x${values.a}y${b}z`);
  }));
});

Deno.test("parseArgvElement() reads what was put together from literals and names", () => {
  const piece = fc.oneof(
    hostile.filter((text) => text !== "").map((literal) => ({ literal })),
    name.map((param) => ({ param })),
  );
  fc.assert(fc.property(fc.array(piece, { minLength: 1 }), (pieces) => {
    // Neighbouring literals are one literal.
    const parts = pieces.filter((p, i) =>
      !("literal" in p && i > 0 && "literal" in pieces[i - 1]!)
    );
    const text = parts.map((p) => "literal" in p ? escape(p.literal) : `{${p.param}}`).join("");
    // A literal that ends in a brace beside a parameter would read as another pair of braces.
    fc.pre(!/\{\{\{|\}\}\}/.test(text));
    assertEquals(parseArgvElement(text), { parts });
  }));
});

Deno.test("parseArgvElement() refuses everything but plain names", () => {
  const broken = [
    ..."{ } a{b a}b {} {a {a!r} {a:>5} {a:} {a.b} {a[0]} {0} ${HOME {{a} {a}}".split(" "),
    ...["{ a }", "{print $1}", "{a\n}", "{a,b}"],
  ];
  for (const text of broken) {
    assertEquals("error" in parseArgvElement(text), true, text);
    assertThrows(() => renderArgv([text], { a: "1" }), TypeError);
  }
});

Deno.test("parseArgvElement() reads doubled braces as literal braces", () => {
  assertEquals(parseArgvElement("{{a}}"), { parts: [{ literal: "{a}" }] });
  assertEquals(parseArgvElement("{{{a}}}"), {
    parts: [{ literal: "{" }, { param: "a" }, { literal: "}" }],
  });
  assertEquals(parseArgvElement(""), { parts: [{ literal: "" }] });
});

Deno.test("renderArgv() keeps every value in its own element", () => {
  fc.assert(fc.property(hostile, hostile, fc.array(hostile), (a, b, many) => {
    assertEquals(
      renderArgv(["demo", "{a}", "--x={a}:{b}", "{many}", "--", "{{}}"], { a, b, many }),
      ["demo", a, `--x=${a}:${b}`, ...many, "--", "{}"],
    );
  }));
});

Deno.test("renderArgv() renders any text that is escaped as a literal as itself", () => {
  fc.assert(fc.property(hostile, (text) => {
    assertEquals(renderArgv([escape(text)], {}), [text]);
  }));
});

Deno.test("renderArgv() renders an absent array as no element", () => {
  assertEquals(renderArgv(["demo", "{many}", "end"], { many: undefined }), ["demo", "end"]);
  assertEquals(renderArgv(["demo", "{many}", "end"], { many: [] }), ["demo", "end"]);
});

Deno.test("renderArgv() refuses a part without a value and an array as a part", () => {
  assertThrows(() => renderArgv(["--x={a}"], {}), TypeError, "no value");
  assertThrows(() => renderArgv(["--x={toString}"], {}), TypeError, "no value");
  assertThrows(() => renderArgv(["--x={a}"], { a: ["1"] }), TypeError, "whole element");
});
