import { assert, assertEquals, assertNotEquals, assertRejects } from "@std/assert";
import {
  digestFiles,
  digestPlanText,
  PLACEHOLDER,
  type PlanFile,
  writePlan,
} from "../../src/plan/files.ts";
import { PlanError, readPlan } from "../../src/plan/read.ts";
import { sha256 } from "../../src/spec/digest.ts";
import { plan } from "../call/_plan_tool.ts";
import { World } from "../_world.ts";

const FILES: PlanFile[] = [
  { path: "launch/b__x", content: `#!/bin/sh\nexec ${PLACEHOLDER}/bundles/b/x.sh\n`, mode: 0o555 },
  { path: "bundles/b/x.sh", content: "echo x\n", mode: 0o555 },
  { path: "filter.bpf", content: new Uint8Array([0, 255, 10]), mode: 0o444 },
];

const TEXT = JSON.stringify(plan({ folder: PLACEHOLDER }), null, 1);

function modeOf(path: string): number {
  return Deno.statSync(path).mode! & 0o777;
}

Deno.test("digestFiles() lists every file by path, whatever their order", async () => {
  const digests = await digestFiles(FILES);
  assertEquals(Object.keys(digests), ["bundles/b/x.sh", "filter.bpf", "launch/b__x"]);
  assertEquals(digests["bundles/b/x.sh"], await sha256("echo x\n"));
  assertEquals(JSON.stringify(await digestFiles(FILES.toReversed())), JSON.stringify(digests));
});

Deno.test("digestPlanText() is the same in whatever folder the plan stands", async () => {
  const digest = await digestPlanText(TEXT, PLACEHOLDER);
  assertEquals(await digestPlanText(TEXT.replaceAll(PLACEHOLDER, "/x/y"), "/x/y"), digest);
  assertNotEquals(await digestPlanText(TEXT + " ", PLACEHOLDER), digest);
});

Deno.test("writePlan() names the folder by its digest and lets nobody write the files", async () => {
  await using world = await World.make();
  const { folder, digest } = await writePlan(`${world.state}/plans`, FILES, TEXT, false);
  assertEquals(folder, `${world.state}/plans/${digest}`);
  assertEquals(
    Deno.readTextFileSync(`${folder}/launch/b__x`),
    `#!/bin/sh\nexec ${folder}/bundles/b/x.sh\n`,
  );
  assertEquals(Deno.readFileSync(`${folder}/filter.bpf`), new Uint8Array([0, 255, 10]));
  const modes = ["launch/b__x", "filter.bpf", "plan.json", "launch", ""].map((path) =>
    modeOf(`${folder}/${path}`)
  );
  assertEquals(modes, [0o555, 0o444, 0o444, 0o700, 0o700]);
  assertEquals([...Deno.readDirSync(`${world.state}/plans`)].map((e) => e.name), [digest]);

  const shared = await writePlan(`${world.state}/shared`, FILES, TEXT, true);
  assertEquals(modeOf(`${shared.folder}/launch`), 0o755);
});

Deno.test("writePlan() leaves a plan that is there as it is, also when two starts meet", async () => {
  await using world = await World.make();
  const parent = `${world.state}/plans`;
  const written = await Promise.all([1, 2, 3].map(() => writePlan(parent, FILES, TEXT, false)));
  assertEquals(new Set(written.map((w) => w.folder)).size, 1);
  const { folder } = written[0]!;
  const before = Deno.statSync(`${folder}/launch/b__x`);
  await Deno.utime(folder, new Date(0), new Date(0));
  await writePlan(parent, FILES, TEXT, false);
  assertEquals(Deno.statSync(`${folder}/launch/b__x`).ino, before.ino);
  // So that it does not count as old.
  assert(Deno.statSync(folder).mtime!.getTime() > 0);
  assertEquals([...Deno.readDirSync(parent)].length, 1);
});

Deno.test("writePlan() leaves nothing half-written", async () => {
  await using world = await World.make();
  const twice = [...FILES, FILES[1]!];
  await assertRejects(() => writePlan(`${world.state}/plans`, twice, TEXT, false));
  assertEquals([...Deno.readDirSync(`${world.state}/plans`)], []);
});

Deno.test("readPlan() reads back what was written, in its folder", async () => {
  await using world = await World.make();
  const { folder } = await writePlan(`${world.state}/plans`, FILES, TEXT, false);
  assertEquals(await readPlan(folder, "1.0.0"), plan({ folder }));
});

Deno.test("readPlan() refuses a plan that is changed, moved, missing or of another version", async () => {
  await using world = await World.make();
  const { folder } = await writePlan(`${world.state}/plans`, FILES, TEXT, false);
  const refused = async (path: string, version: string, message: string) => {
    const error = await assertRejects(() => readPlan(path, version), PlanError, message);
    assert(error.message.includes('"start" or "permissions --write" again'), error.message);
  };
  await refused(`${world.state}/plans/none`, "1.0.0", "Cannot read the plan");
  await refused(folder, "2.0.0", "was written by version 1.0.0, this is 2.0.0");

  await Deno.mkdir(`${world.folder}/moved`);
  await Deno.copyFile(`${folder}/plan.json`, `${world.folder}/moved/plan.json`);
  await refused(`${world.folder}/moved`, "1.0.0", "was changed after it was written");

  const file = `${folder}/plan.json`;
  const text = await Deno.readTextFile(file);
  const changes = [
    text + " ",
    text.replace('"asRoot": false', '"asRoot": true'),
    text.replace(folder, "/"),
    "",
  ];
  for (const changed of changes) {
    assertNotEquals(changed, text);
    await Deno.chmod(file, 0o644);
    await Deno.writeTextFile(file, changed);
    await refused(folder, "1.0.0", "was changed after it was written");
  }
});
