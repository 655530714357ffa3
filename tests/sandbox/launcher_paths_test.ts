import { assert, assertEquals } from "@std/assert";
import type { Confinement } from "../../src/sandbox/confinement.ts";
import { launcherText } from "../../src/sandbox/launcher.ts";
import { findLauncherPrograms } from "../../src/plan/programs.ts";
import type { PathKind } from "../../src/spec/types.ts";
import { plainConfinement } from "./_shapes.ts";

/** A bubblewrap that only says what it was asked for, and whose file stands behind each descriptor. */
const BWRAP = `#!/bin/bash -p
PATH=/usr/bin:/bin
while (($# > 0)); do
  case $1 in
    --ro-bind-fd | --bind-fd) printf '%s %s %s\\n' "$1" "$(readlink "/proc/self/fd/$2")" "$3"; shift 3 ;;
    *) shift ;;
  esac
done
`;

/** A folder with a root and a launcher that mounts nothing. */
class Place implements AsyncDisposable {
  readonly root: string;

  private constructor(readonly folder: string) {
    this.root = `${folder}/root`;
  }

  static async make(): Promise<Place> {
    const place = new Place(await Deno.realPath(await Deno.makeTempDir({ prefix: "sam-" })));
    await Deno.mkdir(place.root);
    await Deno.writeTextFile(`${place.folder}/filter`, "");
    await Deno.writeTextFile(`${place.folder}/bwrap`, BWRAP, { mode: 0o755 });
    return place;
  }

  /** Writes a launcher; returns how to run it. */
  async launcher(kinds: PathKind[], more: Partial<Confinement> = {}) {
    const found = findLauncherPrograms(Deno.env.get("PATH") ?? "");
    assert("programs" in found, "bubblewrap and coreutils are needed");
    const confinement = plainConfinement({
      roots: [{ path: this.root, readOnly: false, from: "test" }],
      seccompFile: `${this.folder}/filter`,
      ...more,
    });
    const path = `${this.folder}/launcher`;
    const programs = { ...found.programs, bwrap: `${this.folder}/bwrap` };
    await Deno.writeTextFile(path, launcherText(confinement, { kinds }, programs), { mode: 0o755 });
    return async (...mounts: string[]) => {
      const { code, stdout, stderr } = await new Deno.Command(path, {
        args: [...mounts, "--"],
        env: { PATH: "/usr/bin:/bin" },
        clearEnv: true,
        stdin: "null",
      }).output();
      const decoder = new TextDecoder();
      return {
        code,
        mounts: decoder.decode(stdout).split("\n").slice(0, -1),
        said: decoder.decode(stderr),
      };
    };
  }

  async [Symbol.asyncDispose]() {
    await Deno.remove(this.folder, { recursive: true });
  }
}

Deno.test("a launcher mounts files and folders by descriptor, in the order they are given", async () => {
  await using place = await Place.make();
  const { root } = place;
  await Deno.writeTextFile(`${root}/a file`, "");
  await Deno.writeTextFile(`${root}/line\nbreak`, "");
  await Deno.mkdir(`${root}/folder`);
  const run = await place.launcher(["read"]);
  const good = await run("read", `${root}/a file`, "read", `${root}/folder`);
  assertEquals(good, {
    code: 0,
    mounts: [
      `--ro-bind-fd ${root}/a file ${root}/a file`,
      `--ro-bind-fd ${root}/folder ${root}/folder`,
    ],
    said: "",
  });
  assertEquals((await run("read", `${root}/line\nbreak`)).code, 0);
});

Deno.test("a launcher tells which mount it refuses, and why", async () => {
  await using place = await Place.make();
  const { root, folder } = place;
  await Deno.writeTextFile(`${root}/a`, "");
  await Deno.writeTextFile(`${root}/b`, "");
  await Deno.writeTextFile(`${folder}/secret`, "");
  await Deno.symlink(`${folder}/secret`, `${root}/out`);
  await Deno.symlink(`${root}/b`, `${root}/in`);
  await new Deno.Command("mkfifo", { args: [`${root}/pipe`] }).output();
  const run = await place.launcher(["read", "read-dir"]);
  const cases: [string, string, string][] = [
    ["read", `${root}/none`, "absent"],
    ["read", "b", "absent"],
    ["read", `${root}/pipe`, "kind"],
    ["read-dir", `${root}/b`, "kind"],
    ["read", `${root}/out`, "outside"],
    ["read", `${folder}/secret`, "outside"],
    ["read", `${root}/../secret`, "outside"],
    ["read", `${root}/a`, "order"],
    ["write", `${root}/a`, "words"],
  ];
  for (const [kind, path, why] of cases) {
    const { code, mounts, said } = await run("read", `${root}/a`, kind, path);
    assertEquals([code, mounts, said], [125, [], `launcher: ${why} 1\n`], path);
  }
  const moved = await run("read", `${root}/a`, "read", `${root}/in`);
  assertEquals([moved.code, moved.said], [125, `launcher: moved 1\n${root}/b\0\n`]);
  assertEquals(moved.mounts, []);
});

Deno.test("a launcher tells of the first of several links, with its own number", async () => {
  await using place = await Place.make();
  const { root } = place;
  for (const name of ["a", "b", "c"]) await Deno.writeTextFile(`${root}/${name}`, "");
  await Deno.symlink("b", `${root}/to-b`);
  await Deno.symlink("c", `${root}/to-c`);
  const run = await place.launcher(["read"]);
  const { said } = await run("read", `${root}/a`, "read", `${root}/to-b`, "read", `${root}/to-c`);
  assertEquals(said, `launcher: moved 1\n${root}/b\0\n`);
});

Deno.test("a launcher follows a link at the end of a file to write no further than to its name", async () => {
  await using place = await Place.make();
  const { root, folder } = place;
  await Deno.writeTextFile(`${root}/real`, "old");
  await Deno.writeTextFile(`${folder}/secret`, "old");
  await Deno.symlink("real", `${root}/in`);
  await Deno.symlink(`${folder}/secret`, `${root}/out`);
  const run = await place.launcher(["write"]);
  assertEquals((await run("write", `${root}/in`)).said, `launcher: moved 0\n${root}/real\0\n`);
  assertEquals((await run("write", `${root}/out`)).said, "launcher: outside 0\n");
  assertEquals([...Deno.readDirSync(root)].map((e) => e.name).sort(), ["in", "out", "real"]);
});

Deno.test("a launcher lays protected names, and read-only roots, over a folder to write into", async () => {
  await using place = await Place.make();
  const { root, folder } = place;
  await Deno.mkdir(`${root}/.git/hooks`, { recursive: true });
  await Deno.writeTextFile(`${root}/.git/config`, "");
  await Deno.writeTextFile(`${root}/.envrc`, "");
  await Deno.mkdir(`${root}/fixed`);
  const roots = [
    { path: root, readOnly: false, from: "test" },
    { path: `${root}/fixed`, readOnly: true, from: "test" },
  ];
  const run = await place.launcher(["write-dir"], { roots });
  const { mounts } = await run("write-dir", root);
  assertEquals(mounts, [
    `--bind-fd ${root} ${root}`,
    `--bind-fd ${root}/.git ${root}/.git`,
    `--ro-bind-fd ${root}/.git/hooks ${root}/.git/hooks`,
    `--ro-bind-fd ${root}/.git/config ${root}/.git/config`,
    `--ro-bind-fd ${root}/.envrc ${root}/.envrc`,
    `--ro-bind-fd ${root}/fixed ${root}/fixed`,
  ]);
  assertEquals((await run("write-dir", `${root}/fixed/x`)).said, "launcher: readonly 0\n");
  assertEquals((await run("write-dir", `${root}/a/.git/x`)).said, "launcher: protected 0\n");
  // A link in the place of a protected name is no way to what it leads to.
  await Deno.remove(`${root}/.envrc`);
  await Deno.symlink(`${folder}/filter`, `${root}/.envrc`);
  const linked = await run("write-dir", root);
  assertEquals(linked.mounts.filter((m) => m.includes("filter") || m.includes(".envrc")), []);
});

Deno.test("a launcher mounts what is fixed by its number, and refuses other numbers", async () => {
  await using place = await Place.make();
  const { folder } = place;
  const [out, home] = [`${folder}/out`, `${folder}/home`];
  await Deno.writeTextFile(home, "");
  const fixed: Confinement["fixed"] = [
    { kind: "write-dir", source: out, dest: out },
    { kind: "home", source: home, dest: "/tmp/home/x" },
  ];
  const run = await place.launcher([], { fixed });
  const { mounts } = await run("fixed", "0", "fixed", "1");
  assertEquals(mounts, [`--bind-fd ${out} ${out}`, `--ro-bind-fd ${home} /tmp/home/x`]);
  for (const number of ["2", "-1", "00", "0x0", "a[$(touch x)]", ""]) {
    assertEquals((await run("fixed", number)).said, "launcher: words 0\n", number);
  }
});

Deno.test("a launcher never mounts what a link was swapped to while it looked", async () => {
  await using place = await Place.make();
  const { root, folder } = place;
  await Deno.writeTextFile(`${folder}/secret`, "");
  const run = await place.launcher(["read"]);
  const [name, good, bad] = [`${root}/name`, `${root}/.good`, `${root}/.bad`];
  let swapping = true;
  const swapper = (async () => {
    for (let i = 0; swapping; i++) {
      if (i % 2) await Deno.symlink(`${folder}/secret`, bad);
      else await Deno.writeTextFile(good, "");
      await Deno.rename(i % 2 ? bad : good, name);
    }
  })();
  await Deno.writeTextFile(name, "");
  const seen = new Set<string>();
  for (let i = 0; i < 60; i++) {
    const { code, mounts } = await run("read", name);
    seen.add(code === 0 ? mounts.join() : "refused");
  }
  swapping = false;
  await swapper;
  // A file that was renamed over while it was open has no name any more, and is refused.
  seen.delete("refused");
  for (const mounts of seen) {
    assertEquals(mounts.replace(" (deleted)", ""), `--ro-bind-fd ${name} ${name}`);
  }
});
