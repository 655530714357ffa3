import { assert, assertEquals } from "@std/assert";
import { BUNDLE_RULES } from "../../src/bundle/rules.ts";
import { LINT_RULES } from "../../src/lint/rules.ts";
import { PLAN_RULES } from "../../src/plan/rules.ts";
import { POLICY_RULES } from "../../src/policy/rules.ts";
import { RULES } from "../../src/spec/rules.ts";

const FOLDER = new URL("../../src/lint/rules/", import.meta.url);

Deno.test("LINT_RULES names every rule file's rule once, with a kebab-case id of its own", () => {
  const files = [...Deno.readDirSync(FOLDER)].flatMap((family) =>
    [...Deno.readDirSync(new URL(`${family.name}/`, FOLDER))].map((f) => f.name)
  );
  const ids = LINT_RULES.map((r) => r.id);
  assertEquals(ids.map((id) => `${id.replaceAll("-", "_")}.ts`).sort(), files.sort());
  const all = [...RULES, ...BUNDLE_RULES, ...POLICY_RULES, ...PLAN_RULES, ...LINT_RULES];
  assertEquals(new Set(all.map((r) => r.id)).size, all.length);
  for (const id of ids) assert(/^[a-z]+(-[a-z]+)*$/.test(id), id);
});

Deno.test("LINT_RULES speak in sentences without a full stop", () => {
  for (const { id, title, why, mend } of LINT_RULES) {
    for (const text of [title, why, mend]) {
      assert(/^[A-Z"].*[^.]$/.test(text), `${id}: ${text}`);
    }
  }
});
