import { assertEquals, assertStringIncludes } from "@std/assert";
import { deriveRoots, rootOf, type Roots, throughAlias } from "../../src/policy/roots.ts";
import { World } from "../_world.ts";
import { hostWith } from "./_host.ts";

/** A folder with a program, a state and a Deno, and places beside them. */
async function house(world: World) {
  const own = {
    program: `${world.folder}/program`,
    base: `${world.folder}/state`,
    deno: `${world.folder}/opt/deno`,
  };
  for (const folder of ["program/src", "state/inside", "opt", "work", "home/me", "a,b"]) {
    await Deno.mkdir(`${world.folder}/${folder}`, { recursive: true });
  }
  await Deno.writeTextFile(own.deno, "");
  await Deno.symlink(`${world.folder}/work`, `${world.folder}/link`);
  await Deno.symlink("/no/where", `${world.folder}/dangling`);
  const at = (path: string) => `${world.folder}/${path}`;
  const derive = (
    asked: string[],
    env: Record<string, string> = {},
    cwd = at("work"),
  ): Roots =>
    deriveRoots(
      asked.map((value) => ({ value, from: `--root ${value}` })),
      own,
      hostWith(env, { cwd, home: at("home/me") }),
    );
  return { at, derive };
}

Deno.test("deriveRoots() takes the roots that were asked for, in their order", async () => {
  await using world = await World.make();
  const { at, derive } = await house(world);
  const { roots, notices, errors } = derive([at("work"), `${at("program")}:ro`, "../home"]);
  assertEquals([notices, errors], [[], []]);
  assertEquals(roots, [
    { path: at("work"), readOnly: false, from: `--root ${at("work")}` },
    { path: at("program"), readOnly: true, from: `--root ${at("program")}:ro` },
    { path: at("home"), readOnly: false, from: "--root ../home" },
  ]);
  assertEquals(derive(["~"]).roots[0]!.path, at("home/me"));
  // From where the command was typed, not from where a task runner went.
  assertEquals(derive(["."], { INIT_CWD: at("home") }).roots[0]!.path, at("home"));
  assertEquals(derive(["."], { INIT_CWD: "" }).roots[0]!.path, at("work"));
});

Deno.test("deriveRoots() keeps the spelling of a link beside its real path", async () => {
  await using world = await World.make();
  const { at, derive } = await house(world);
  const root = { path: at("work"), alias: at("link"), readOnly: false };
  assertEquals(derive([at("link")]).roots, [{ ...root, from: `--root ${at("link")}` }]);
  const twins = derive([at("work"), `${at("link")}:ro`]).roots;
  assertEquals(twins, [{ ...root, readOnly: true, from: `--root ${at("work")}` }]);
});

Deno.test("deriveRoots() refuses what no root may be", async () => {
  await using world = await World.make();
  const { at, derive } = await house(world);
  const cases: [string, string][] = [
    [at("none"), "does not exist; create it or drop it"],
    [at("dangling"), "does not exist"],
    [at("opt/deno"), "it is not a folder"],
    [at("a,b"), "it contains a comma"],
    [at("state"), "and the server's own folder"],
    [`${at("state/inside")}:ro`, "and the server's own folder"],
    [`${at("")}:ro`, "and the server's own folder"],
    ["/", "and the server's own folder"],
    [at("program"), "would let tools write over the server's own program or its Deno"],
    [at("program/src"), "make it read-only with"],
    [at("opt"), "would let tools write over the server's own program or its Deno"],
  ];
  for (const [value, message] of cases) {
    const { roots, errors } = derive([value]);
    assertEquals([roots, errors.length], [[], 1], value);
    assertStringIncludes(errors[0]!, message);
    assertStringIncludes(errors[0]!, `(--root ${value})`);
  }
  assertEquals(derive([at("work"), at("none"), at("a,b")]).errors.length, 2);
});

Deno.test("deriveRoots() takes the working directory when none was asked for and it is safe", async () => {
  await using world = await World.make();
  const { at, derive } = await house(world);
  assertEquals(derive([]).roots, [
    { path: at("work"), readOnly: false, from: "the working directory" },
  ]);
  assertEquals(derive([], { INIT_CWD: at("home/me/") }).notices.length, 1);
  const cases: [string, string][] = [
    ["/", "it is the whole file system"],
    [at("home/me"), "it holds your home folder"],
    [at("home"), "it holds your home folder"],
    [at("program/src"), "it and the program's folder overlap"],
    [at("state/inside"), "it and the launchers' and state folder overlap"],
    [at("opt"), "it holds the Deno that runs the server"],
    [at("a,b"), "it contains a comma"],
    [at("none"), "it does not exist"],
    [at("opt/deno"), "it is not a folder"],
  ];
  for (const [cwd, message] of cases) {
    const { roots, notices, errors } = derive([], {}, cwd);
    assertEquals([roots, errors, notices.length], [[], [], 1], cwd);
    assertStringIncludes(notices[0]!, `"${cwd}", but ${message}`);
  }
});

Deno.test("deriveRoots() adds the output directories, which need not exist", async () => {
  await using world = await World.make();
  const { at, derive } = await house(world);
  const env = { FFMPEG_OUTPUT_DIR: at("work/out/new"), YTDLP_OUTPUT_DIR: at("link"), OTHER: "/x" };
  assertEquals(derive([`${at("work")}:ro`], env).roots, [
    { path: at("work"), alias: at("link"), readOnly: true, from: `--root ${at("work")}:ro` },
    { path: at("work/out/new"), readOnly: false, from: "FFMPEG_OUTPUT_DIR" },
  ]);
  const cases: [string, string][] = [
    [at("state/out"), "overlap"],
    [at("program/out"), "overlap"],
    ["/", "overlap"],
    [at("opt"), "it holds the Deno"],
    [at("opt/deno"), "it is not a folder"],
    [at("a,b"), "it contains a comma"],
  ];
  for (const [value, message] of cases) {
    const { errors } = derive([at("work")], { ASS_OUTPUT_DIR: value });
    assertEquals(errors.length, 1, value);
    assertStringIncludes(errors[0]!, `ASS_OUTPUT_DIR="${value}" cannot be an output directory: `);
    assertStringIncludes(errors[0]!, message);
  }
  const broken = derive([at("work")], { SHELL_AS_MCP_OUTPUT_DIR: at("dangling") });
  assertEquals([broken.roots.length, broken.errors], [1, []]);
  assertStringIncludes(broken.notices[0]!, "leads to a broken link and is not used");
});

const NESTED = [
  { path: "/a", readOnly: false, from: "" },
  { path: "/a/b", alias: "/link", readOnly: true, from: "" },
  { path: "/c", alias: "/link/deep", readOnly: false, from: "" },
];

Deno.test("rootOf() gives the deepest root that holds a path", () => {
  const cases: [string, string | undefined][] = [
    ["/a", "/a"],
    ["/a/bc", "/a"],
    ["/a/b", "/a/b"],
    ["/a/b/c", "/a/b"],
    ["/", undefined],
    ["/ab", undefined],
  ];
  for (const [path, root] of cases) {
    assertEquals(rootOf(path, NESTED)?.path, root, path);
    assertEquals(rootOf(path, NESTED.toReversed())?.path, root, path);
  }
});

Deno.test("throughAlias() replaces the longest spelling that fits", () => {
  assertEquals(throughAlias("/link/x", NESTED), "/a/b/x");
  assertEquals(throughAlias("/link", NESTED), "/a/b");
  assertEquals(throughAlias("/link/deep/x", NESTED), "/c/x");
  assertEquals(throughAlias("/linked", NESTED), "/linked");
});
