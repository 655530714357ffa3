import { assert, assertEquals } from "@std/assert";
import { formatLock, lockBundle, parseLock } from "../../src/bundle/lock.ts";
import { loadBundle } from "../../src/bundle/load.ts";
import { lintBundles } from "../../src/lint/lint.ts";
import { LINT_RULES } from "../../src/lint/rules.ts";
import { type BundleSketch, World } from "../_world.ts";
import { OWN, scripted } from "./_lint.ts";
import { ODD, ROWS } from "./_table.ts";

type Change = ((folder: string) => void) | undefined;

/** `rule file line:column` for each bundle; they are linted in one run. */
async function lintAll(list: [BundleSketch, Change][]): Promise<string[][]> {
  await using world = await World.make();
  const folders: string[] = [];
  for (const [index, [sketch, change]] of list.entries()) {
    const folder = await world.bundle(`b${index}`, sketch);
    change?.(folder);
    folders.push(folder);
  }
  const bundles = folders.map((folder, index) => loadBundle(folder, `b${index}`)!);
  const { findings } = await lintBundles(bundles, { own: OWN, shellcheck: undefined });
  return folders.map((folder) =>
    findings.filter((f) => f.file.startsWith(`${folder}/`) && f.rule !== "shellcheck-missing")
      .map((f) => `${f.rule} ${f.file.slice(folder.length + 1)} ${f.line}:${f.column}`)
  );
}

const isNote = (spot: string) => spot.startsWith("wide-grant ");

Deno.test("lintBundles() finds each fault with its rule, file, line and column, and nothing else", async () => {
  assert(ROWS.length >= 80, String(ROWS.length));
  const found = await lintAll(ROWS.map((r) => [r.sketch, r.change]));
  const wrong = ROWS.flatMap(({ rule, at }, index) => {
    const spots = found[index]!.filter((s) => rule === "wide-grant" || !isNote(s));
    const expected = `${rule} ${at}`;
    return spots.join() === expected ? [] : [{ index, expected, spots }];
  });
  assertEquals(wrong, []);
});

Deno.test("lintBundles() finds nothing in bundles that are odd and right", async () => {
  const found = await lintAll(ODD.map(([, sketch, change]) => [sketch, change]));
  assertEquals(found.map((spots) => spots.filter((s) => !isNote(s))), ODD.map(() => []));
});

Deno.test("the table has a row for every rule that needs one bundle and no program", () => {
  const tried = new Set(ROWS.map((r) => r.rule));
  const elsewhere = ["shellcheck", "other-tool", "lock-changed"];
  assertEquals(LINT_RULES.map((r) => r.id).filter((id) => !tried.has(id)), elsewhere);
});

Deno.test("lintBundles() says what a locked bundle gained, lost and changed", async () => {
  await using world = await World.make();
  const folder = await world.bundle(
    "b",
    scripted("echo a\n", { permissions: { run: ["bash"] } }).b!,
  );
  const written = formatLock({ version: 1, bundles: { b: lockBundle(loadBundle(folder, "b")!) } });
  const locked = () => parseLock(written).bundles["b"];
  const changes = async () =>
    (await lintBundles([loadBundle(folder, "b")!], { own: OWN, shellcheck: undefined, locked }))
      .findings.filter((f) => f.rule === "lock-changed")
      .map((f) => `${f.file.slice(folder.length + 1)}:${f.line} ${f.message}`);
  assertEquals(await changes(), []);
  await world.bundle("b", {
    ...scripted("jq . f\n", { permissions: { run: ["bash", "jq"] } }).b!,
    files: { "scripts/new.sh": "" },
  });
  assertEquals(await changes(), [
    'bundle.yaml:1 The file "bundle.yaml" is changed since the bundle was locked',
    'bundle.yaml:9 The bundle "b" gained "run jq" since it was locked',
    'scripts/b__t.sh:1 The file "scripts/b__t.sh" is changed since the bundle was locked',
    'scripts/new.sh:1 The file "scripts/new.sh" is new since the bundle was locked',
  ]);
});
