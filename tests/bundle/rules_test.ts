import { assert, assertEquals } from "@std/assert";
import { BUNDLE_RULES } from "../../src/bundle/rules.ts";
import { PLAN_RULES } from "../../src/plan/rules.ts";
import { POLICY_RULES } from "../../src/policy/rules.ts";
import { RULES } from "../../src/spec/rules.ts";

/** Every text of a room's files. */
function sources(room: string): string {
  const folder = new URL(`../../src/${room}/`, import.meta.url);
  return [...Deno.readDirSync(folder)].filter((e) => e.isFile && e.name !== "rules.ts")
    .map((e) => Deno.readTextFileSync(new URL(e.name, folder))).join("\n");
}

const ROOMS = { bundle: BUNDLE_RULES, policy: POLICY_RULES, plan: PLAN_RULES };

for (const [room, rules] of Object.entries(ROOMS)) {
  Deno.test(`The table of ${room} has the rules that its files use, and no others`, () => {
    const text = sources(room);
    for (const { id } of rules) assert(text.includes(`"${id}"`), `nothing uses ${id}`);
    const known = new Set<string>([...RULES, ...rules].map((r) => r.id));
    const used = [...text.matchAll(/\brule: "([a-z-]+)"/g)].map((m) => m[1]!);
    assertEquals(used.filter((id) => !known.has(id)), []);
  });
}

Deno.test("No two tables have a rule of the same id, and no text ends with a full stop", () => {
  const all = [...RULES, ...Object.values(ROOMS).flat()];
  assertEquals(new Set(all.map((r) => r.id)).size, all.length);
  for (const { title, why, mend } of all) {
    for (const text of [title, why, mend]) assert(text !== "" && !text.endsWith("."), text);
  }
});
