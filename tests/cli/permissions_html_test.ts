import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { parseOptions } from "../../src/cli/options.ts";
import { permissionsPage } from "../../src/cli/permissions_html.ts";
import { locate, prepare } from "../../src/cli/prepare.ts";
import { World } from "../_world.ts";

/** Prints a page's tree as Chromium sees it, or draws it. */
async function chromium(home: string, url: string, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await new Deno.Command("chromium", {
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-dev-shm-usage",
      `--user-data-dir=${home}`,
      ...args,
      url,
    ],
    env: { HOME: home },
  }).output();
  assertEquals(code, 0, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}

Deno.test("permissions --html is one page that a browser draws, with every grant and no other address", async () => {
  await using world = await World.make();
  await world.bundle("mine", {
    permissions: { run: ["bash"], net: ["api.example.com"] },
    tools: {
      mine__say: {
        script: "echo hi",
        properties: {
          file: { type: "string", path: "read", description: "<script>alert(1)</script>" },
        },
      },
    },
  });
  await Deno.mkdir(`${world.folder}/a <b>&"c`);
  const options = parseOptions(
    world.options("--bundle", "mine", "--bundle", "shell", "--root", `${world.folder}/a <b>&"c`),
    () => undefined,
  );
  const page = permissionsPage(await locate(await prepare(options)));
  for (
    const words of [
      "mine__say",
      "shell__healthz",
      "api.example.com",
      "the paths in <code>file</code>, to read",
      "bundle.yaml:",
      "a &lt;b&gt;&amp;&quot;c",
    ]
  ) {
    assertStringIncludes(page, words);
  }
  assertEquals(/(src|href)=|@import|url\(/.exec(page), null, "it fetches nothing");
  const file = `${world.folder}/page.html`;
  await Deno.writeTextFile(file, page);
  const tree = await chromium(
    `${world.folder}/home`,
    `file://${file}`,
    "--dump-dom",
    `--screenshot=${world.folder}/page.png`,
    "--window-size=1000,900",
  );
  // The script ran, under the page's own policy.
  assertStringIncludes(tree, 'type="search"');
  const png = await Deno.readFile(`${world.folder}/page.png`);
  const size = new DataView(png.buffer).getUint32(16);
  assert(size === 1000 && png.length > 20_000, `${size} pixels wide, ${png.length} bytes`);
});
