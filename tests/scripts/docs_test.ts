import { assert, assertEquals } from "@std/assert";

const ROOT = new URL("../../", import.meta.url);

function pages(): string[] {
  const top = [...Deno.readDirSync(ROOT)].map((e) => e.name);
  const docs = [...Deno.readDirSync(new URL("docs", ROOT))].map((e) => `docs/${e.name}`);
  const reference = [...Deno.readDirSync(new URL("docs/reference", ROOT))]
    .map((e) => `docs/reference/${e.name}`);
  return [...top, ...docs, ...reference].filter((name) => name.endsWith(".md"));
}

function read(page: string): string {
  return Deno.readTextFileSync(new URL(page, ROOT));
}

function exists(path: string): boolean {
  try {
    Deno.statSync(new URL(path, ROOT));
    return true;
  } catch {
    return false;
  }
}

/** The anchors of a page's headings, as GitHub makes them. */
function anchors(page: string): string[] {
  return [...read(page).matchAll(/^#+ (.*)$/gm)].map((m) =>
    m[1]!.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-")
  );
}

Deno.test("Every link of the documentation leads to a page and a heading that are there", () => {
  const broken: string[] = [];
  let links = 0;
  for (const page of pages()) {
    for (const [, target] of read(page).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(target!)) continue;
      links++;
      const [path, anchor] = target!.split("#");
      const file = path === ""
        ? page
        : new URL(path!, new URL(page, ROOT)).href.slice(ROOT.href.length);
      if (!exists(file) || (anchor !== undefined && !anchors(file).includes(anchor))) {
        broken.push(`${page}: ${target}`);
      }
    }
  }
  assertEquals(broken, []);
  assert(links > 20, `only ${links} links were looked at`);
});

Deno.test("Every file of ours that the documentation names is there", () => {
  const missing: string[] = [];
  let named = 0;
  for (const page of pages()) {
    for (const [, path] of read(page).matchAll(/`((?:src|tests)\/[\w./-]+)`/g)) {
      named++;
      if (!exists(path!)) missing.push(`${page}: ${path}`);
    }
  }
  assertEquals(missing, []);
  assert(named > 20, `only ${named} files were looked at`);
});

Deno.test("docs/dependencies.md has every dependency of deno.json with its version", () => {
  const { imports } = JSON.parse(read("deno.json")) as { imports: Record<string, string> };
  const rows = new Map(
    [...read("docs/dependencies.md").matchAll(/^\| `([^`]+)` +\| ([\d.]+) /gm)]
      .map((m) => [m[1]!, m[2]!]),
  );
  const wanted = new Map<string, string>();
  for (const [name, target] of Object.entries(imports)) {
    wanted.set(name.replace(/\/$/, ""), /(?<=.@)\d[\d.]*/.exec(target)![0]);
  }
  assertEquals(rows, wanted);
});
