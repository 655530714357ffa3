import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { loadBundle } from "../../src/bundle/load.ts";
import { parseManifest } from "../../src/bundle/manifest.ts";
import { infer } from "../../src/cli/infer.ts";
import { parseOptions } from "../../src/cli/options.ts";
import { inferManifest } from "../../src/lint/infer.ts";
import { shellParser } from "../../src/lint/shell/parser.ts";
import { viewOf } from "../../src/lint/view.ts";
import { scripted, spotsOf } from "../lint/_lint.ts";
import { World } from "../_world.ts";

const BUNDLES = new URL("../../bundles/", import.meta.url).pathname;

async function draftOf(folder: string, name: string): Promise<string> {
  return await inferManifest(viewOf(loadBundle(folder, name)!, [], await shellParser(), undefined));
}

function permissionsOf(text: string) {
  const { manifest, problems } = parseManifest(text, "bundle.yaml");
  assertEquals(problems, []);
  const { run = [], runAny, env = [], write = [], net = [] } = manifest!.permissions;
  return {
    runAny,
    run: run.map((e) => e.program).sort(),
    env: [...env].sort(),
    write: [...write].sort(),
    net,
  };
}

for (const name of ["ffmpeg", "shell"]) {
  Deno.test(`inferManifest() gives the written grants of ${name}`, async () => {
    const written = permissionsOf(Deno.readTextFileSync(`${BUNDLES}${name}/bundle.yaml`));
    assertEquals(permissionsOf(await draftOf(`${BUNDLES}${name}`, name)), written);
  });
}

Deno.test("inferManifest() says what it could not know", async () => {
  await using world = await World.make();
  const body = '"${X:-}jq" a\ncurl a\necho a >/var/log/x\n';
  const folder = await world.bundle("b", scripted(body, { manifest: null }).b!);
  const draft = await draftOf(folder, "b");
  assertStringIncludes(
    draft,
    '# Not known: Which program "${X:-}jq" is cannot be known from the script (scripts/b__t.sh:3).',
  );
  assertStringIncludes(draft, "# Not known: which hosts curl talks to (scripts/b__t.sh:4).");
  assertStringIncludes(draft, "# Left out: a script writes /var/log/x (scripts/b__t.sh:5).");
  assertEquals(permissionsOf(draft), {
    runAny: undefined,
    run: ["bash", "curl"],
    env: [],
    write: [],
    net: [],
  });
});

Deno.test("infer --write writes a manifest that lint accepts, and never over another", async () => {
  await using world = await World.make();
  const folder = await world.bundle(
    "b",
    scripted('jq -- "$TOOL_X" f\n', { inputs: ["x"], manifest: null }).b!,
  );
  const options = parseOptions(["--write", folder], () => undefined);
  assertEquals(await infer(options), 0);
  const text = await Deno.readTextFile(`${folder}/bundle.yaml`);
  assertEquals(
    await spotsOf(
      scripted('jq -- "$TOOL_X" f\n', { inputs: ["x"] }),
      (defs) => Deno.writeTextFileSync(`${defs}/b/bundle.yaml`, text),
    ),
    [],
  );
  let message = "";
  await infer(options).catch((error) => message = error.message);
  assert(message.includes("exists"), message);
  assertEquals(await Deno.readTextFile(`${folder}/bundle.yaml`), text);
});
