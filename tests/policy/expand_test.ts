import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { expand } from "../../src/policy/expand.ts";
import { hostWith } from "./_host.ts";

const HOST = hostWith({ OUT: "/out", EMPTY: "", TILDE: "~/x", NESTED: "${OUT}", REL: "rel" });

Deno.test("expand() puts variables, defaults and the home in place", () => {
  const cases: Record<string, string> = {
    "/plain": "/plain",
    "${OUT}": "/out",
    "${OUT}/a/${OUT}": "/out/a//out",
    "${UNSET:-/fallback}": "/fallback",
    "${EMPTY:-shellcheck}": "shellcheck",
    "${OUT:-/fallback}": "/out",
    "~": "/home/somebody",
    "~/a": "/home/somebody/a",
    "${TILDE}": "/home/somebody/x",
    "~other/a": "~other/a",
    "$OUT": "$OUT",
    // A value is not read again.
    "${NESTED}": "${OUT}",
  };
  for (const [written, value] of Object.entries(cases)) {
    assertEquals(expand(written, HOST), { value }, written);
  }
});

Deno.test("expand() drops a value of which any part is missing", () => {
  assertEquals(expand("${UNSET}", HOST), { dropped: 'the variable "UNSET" is not set' });
  assertEquals(expand("/a/${EMPTY}/b", HOST), { dropped: 'the variable "EMPTY" is not set' });
  assertEquals(expand("${A}${B}", HOST), { dropped: 'the variable "A" is not set' });
  assertEquals(expand("${UNSET:-}", HOST), { dropped: "it is empty" });
  assertEquals(expand("~/a", hostWith({}, { home: undefined })), {
    dropped: "the home folder is not known",
  });
});

Deno.test("expand() leaves a text without variables and tilde as it is", () => {
  fc.assert(fc.property(fc.string({ minLength: 1 }), (text) => {
    fc.pre(!text.includes("${") && !text.startsWith("~"));
    assertEquals(expand(text, HOST), { value: text });
  }));
});
