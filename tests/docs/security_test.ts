import { assert, assertEquals } from "@std/assert";

const ROOT = new URL("../../", import.meta.url);
const text = Deno.readTextFileSync(new URL("docs/security.md", ROOT));

/** A claim's files, each with the tests or probes that are named after it. */
const SHOWN = /`((?:tests|src\/attack)\/[\w/.]+\.ts)`(?::((?:,? "[^"]+")+))?/g;

function shownBy(claim: string): { file: string; names: string[] }[] {
  return [...claim.replace(/\s+/g, " ").matchAll(SHOWN)].map(([, file, quoted]) => ({
    file: file!,
    names: [...(quoted ?? "").matchAll(/"([^"]+)"/g)].map(([, name]) => name!),
  }));
}

/** The text of one section. */
function section(title: string): string {
  const start = text.indexOf(`## ${title}\n`);
  assert(start >= 0, title);
  const end = text.indexOf("\n## ", start + 1);
  return text.slice(start, end < 0 ? undefined : end);
}

Deno.test("docs/security.md names tests and probes that there are", () => {
  const shown = shownBy(text);
  assert(shown.length > 30, String(shown.length));
  const wrong = shown.flatMap(({ file, names }) => {
    let source: string;
    try {
      source = Deno.readTextFileSync(new URL(file, ROOT));
    } catch {
      return [file];
    }
    return names.filter((name) => !source.includes(`"${name}"`)).map((name) => `${file}: ${name}`);
  });
  assertEquals(wrong, []);
});

Deno.test("docs/security.md names a test for each thing that it says is stopped", () => {
  const claims = section("What is stopped").split(/\n- /).slice(1);
  assert(claims.length > 20, String(claims.length));
  assertEquals(claims.filter((claim) => shownBy(claim).length === 0), []);
});
