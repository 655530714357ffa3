import { assert, assertEquals } from "@std/assert";
import { parseManifest } from "../../src/bundle/manifest.ts";
import { parseToolSpec } from "../../src/spec/parse.ts";
import { ruleOf, RULES } from "../../src/spec/rules.ts";
import { assertOnly, breakFile, type Broken, GOOD_MANIFEST, GOOD_TOOL, unmark } from "./_broken.ts";
import { BROKEN_EXECUTION, BROKEN_TOOL, BROKEN_YAML } from "./_broken_tools.ts";
import { BROKEN_MANIFEST, BROKEN_PERMISSIONS } from "./_broken_permissions.ts";
import { BROKEN_WHOLE } from "./_broken_whole.ts";

/** Needs two files, so `narrow()` has it. */
const ELSEWHERE = ["permission-widens"];

const TOOLS = [...BROKEN_YAML, ...BROKEN_TOOL, ...BROKEN_EXECUTION];
const MANIFESTS = [...BROKEN_PERMISSIONS, ...BROKEN_MANIFEST];

Deno.test("parseToolSpec() and parseManifest() find no problem in the good files", () => {
  assertEquals(parseToolSpec(GOOD_TOOL, "tool.yaml").problems, []);
  assertEquals(parseManifest(GOOD_MANIFEST, "bundle.yaml").problems, []);
});

for (const [index, broken] of TOOLS.entries()) {
  Deno.test(`parseToolSpec() reports ${broken.rule} at its place, case ${index}`, () => {
    const { text, line, column } = breakFile(GOOD_TOOL, broken);
    const { spec, problems } = parseToolSpec(text, "tool.yaml");
    assertOnly(problems, broken.rule, line, column);
    assertEquals(spec, undefined);
  });
}

for (const [index, broken] of MANIFESTS.entries()) {
  Deno.test(`parseManifest() reports ${broken.rule} at its place, case ${index}`, () => {
    const { text, line, column } = breakFile(GOOD_MANIFEST, broken);
    const { manifest, problems } = parseManifest(text, "bundle.yaml");
    assertOnly(problems, broken.rule, line, column);
    assertEquals(manifest, undefined);
  });
}

for (const [index, { rule, marked }] of BROKEN_WHOLE.entries()) {
  Deno.test(`parseToolSpec() reports ${rule} in a file of its own, case ${index}`, () => {
    const { text, line, column } = unmark(marked);
    const { spec, problems } = parseToolSpec(text, "tool.yaml");
    assertOnly(problems, rule, line, column);
    assertEquals(spec, undefined);
  });
}

Deno.test("RULES has a broken file for every rule", () => {
  const all: Pick<Broken, "rule">[] = [...TOOLS, ...MANIFESTS, ...BROKEN_WHOLE];
  // Those of configurations have a table of their own, tests/spec/dialects/.
  const others = RULES.map((r) => r.id).filter((id) => id.startsWith("config-"));
  const tried = new Set<string>([...all.map((b) => b.rule), ...others, ...ELSEWHERE]);
  assertEquals(RULES.map((r) => r.id).filter((id) => !tried.has(id)), []);
});

Deno.test("RULES tells title, why and mend of every rule once", () => {
  assertEquals(new Set(RULES.map((r) => r.id)).size, RULES.length);
  for (const { id, title, why, mend } of RULES) {
    assertEquals(ruleOf(id).id, id);
    for (const text of [title, why, mend]) {
      assert(text.length > 0 && !text.endsWith("."), `${id}: ${text}`);
    }
  }
});
