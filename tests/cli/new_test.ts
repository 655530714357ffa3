import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { loadBundle } from "../../src/bundle/load.ts";
import { newCommand } from "../../src/cli/new.ts";
import { parseOptions, UsageError } from "../../src/cli/options.ts";
import { lintBundles } from "../../src/lint/lint.ts";
import { findProgram } from "../../src/sandbox/programs.ts";
import { OWN } from "../lint/_lint.ts";
import { World } from "../_world.ts";

const options = (...words: string[]) => parseOptions(words, () => undefined);

Deno.test("new writes a bundle that passes lint with shellcheck, and its own smoke test", async () => {
  await using world = await World.make();
  const folder = `${world.folder}/my/line_tools`;
  assertEquals(await newCommand(options(folder)), 0);
  const found = await lintBundles([loadBundle(folder, "line_tools")!], {
    own: OWN,
    shellcheck: { program: findProgram("shellcheck", Deno.env.get("PATH")!)!.path },
  });
  assertEquals(found.findings.filter((f) => f.rule !== "wide-grant"), []);
  const arch = Deno.build.arch === "aarch64" ? "arm64" : Deno.build.arch;
  const test = `${folder}/scripts/line_tools__smoke_test__${Deno.build.os}_${arch}.sh`;
  const { code, stdout } = await new Deno.Command(test).output();
  assertEquals([code, new TextDecoder().decode(stdout)], [0, "PASS: line_tools\n"]);
});

Deno.test("new overwrites nothing, and refuses names that no tool can have", async () => {
  await using world = await World.make();
  const refused = (path: string) =>
    assertThrows(() => newCommand(options(path)), UsageError).message;
  assertStringIncludes(refused(world.root), "exists already");
  for (const name of ["Big", "a-b", "a__b", "_a", "x".repeat(25)]) {
    assertStringIncludes(refused(`${world.folder}/${name}`), `"${name}" is no name for a bundle`);
  }
  assert(![...Deno.readDirSync(world.folder)].some((e) => e.name === "Big"));
});
