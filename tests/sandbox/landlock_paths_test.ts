import { assert, assertEquals } from "@std/assert";
import type { Confinement } from "../../src/sandbox/confinement.ts";
import { launcherText } from "../../src/sandbox/launcher.ts";
import { findLauncherPrograms } from "../../src/plan/programs.ts";
import type { PathKind } from "../../src/spec/types.ts";
import { hasLandlock, Place, run } from "./_landlock.ts";

const ignore = !await hasLandlock();
const ALL: PathKind[] = ["read", "read-dir", "write", "write-dir"];

/** What a launcher said, without the status documents. */
function said(stderr: string): string {
  return stderr.split("\n").filter((line) => !line.startsWith("{ ")).join("\n");
}

/** What Bash's launcher says to the same words; its bubblewrap does nothing. */
async function bashSays(place: Place, mounts: string[], more: Partial<Confinement>) {
  const found = findLauncherPrograms(Deno.env.get("PATH") ?? "");
  assert("programs" in found, "bubblewrap and coreutils are needed");
  const programs = { ...found.programs, bwrap: "/usr/bin/true" };
  const path = `${place.folder}/bash-launcher`;
  const text = launcherText(place.confinement(more), { kinds: ALL }, programs);
  await Deno.writeTextFile(path, text);
  await Deno.chmod(path, 0o755);
  const { code, stderr } = await run(path, mounts, ":");
  await Deno.remove(path);
  return { code, said: stderr };
}

async function furnish({ root, folder }: Place) {
  for (const name of ["folder", "repository/.git/hooks", "fixed", "line\nbreak "]) {
    await Deno.mkdir(`${root}/${name}`, { recursive: true });
  }
  for (const name of ["a", "b", "folder/.envrc", "fixed/x"]) {
    await Deno.writeTextFile(`${root}/${name}`, name);
  }
  await Deno.writeTextFile(`${folder}/secret`, "secret");
  const links: [string, string][] = [
    [`${folder}/secret`, "out"],
    [`${root}/b`, "in"],
    ["nowhere", "broken"],
    [root, "folder/up"],
    [folder, "folder/away"],
    [`${root}/line\nbreak `, "strange"],
  ];
  for (const [target, name] of links) await Deno.symlink(target, `${root}/${name}`);
  await new Deno.Command("mkfifo", { args: [`${root}/pipe`] }).output();
}

Deno.test({
  name: "a Landlock launcher decides about paths as Bash's does, word for word",
  ignore,
  fn: async () => {
    await using place = await Place.make();
    await furnish(place);
    const { root, folder } = place;
    const more: Partial<Confinement> = {
      roots: [
        { path: root, readOnly: false, from: "test" },
        { path: `${root}/fixed`, readOnly: true, from: "test" },
      ],
      protectedNames: [".git", ".envrc"],
      fixed: [{ kind: "read", source: `${root}/in`, dest: `${root}/in` }],
      resultsFolder: `${folder}/results`,
    };
    const paths = [
      "none",
      "a",
      "pipe",
      "out",
      "in",
      "broken",
      "strange",
      "folder/up/b",
      "folder/up/new",
      "folder/away/secret",
      "folder/away/new",
      "a/below",
      "fixed/x",
      "fixed/new",
      "new/.git/x",
      "repository/.git/config",
      "../secret",
      "folder/../b",
      "./b",
    ].map((path) => `${root}/${path}`);
    const cases = [
      ...ALL.flatMap((kind) =>
        [...paths, "b", "", folder, `${folder}/secret`].map((path) => [kind, path])
      ),
      ["read", `${root}/folder`],
      ["read", `${root}/a`, "read", `${root}/in`],
      ["read", `${root}/a`, "read", `${root}/a`],
      ["read", `${root}/folder/.envrc`, "read-dir", `${root}/folder`],
      ["write", `${root}/new/x`, "write", `${root}/new/y`],
      ["write", `${root}/new/x`, "write-dir", `${root}/new`],
      ["fixed", "0"],
      ["fixed", "1"],
      ["fixed", "-1"],
      ["fixed", "00"],
      ["result", `${folder}/results/none`],
      ["result", `${folder}/results/../secret`],
      ["read"],
      ["else", `${root}/a`],
    ];
    const launcher = await place.launcher(ALL, more);
    const before = await place.names();
    for (const mounts of cases) {
      const bash = await bashSays(place, mounts, more);
      const here = await run(launcher, mounts, ":");
      assertEquals({ code: here.code, said: said(here.stderr) }, bash, mounts.join(" "));
      // What a case made in passing is none of the next one's.
      for (const name of ["new", "none"]) {
        await Deno.remove(`${root}/${name}`, { recursive: true }).catch(() => {});
      }
      assertEquals(await place.names(), before, mounts.join(" "));
    }
  },
});

Deno.test({
  name:
    "a Landlock launcher gives no folder to write that holds a protected name or a read-only root",
  ignore,
  fn: async () => {
    await using place = await Place.make();
    await furnish(place);
    const { root } = place;
    const launcher = await place.launcher(["write-dir"], {
      roots: [
        { path: root, readOnly: false, from: "test" },
        { path: `${root}/repository/x/y`, readOnly: true, from: "test" },
      ],
      protectedNames: [".git", ".envrc"],
    });
    const says = async (path: string) =>
      said((await run(launcher, ["write-dir", path], ":")).stderr);
    assertEquals(await says(`${root}/folder`), "launcher: protected 0\n");
    assertEquals(await says(`${root}/repository`), "launcher: protected 0\n");
    await Deno.remove(`${root}/repository/.git`, { recursive: true });
    assertEquals(await says(`${root}/repository`), "");
    await Deno.mkdir(`${root}/repository/x/y`, { recursive: true });
    assertEquals(await says(`${root}/repository`), "launcher: protected 0\n");
    // A link in the place of such a name is no way to what it leads to.
    await Deno.remove(`${root}/folder/.envrc`);
    await Deno.symlink(`${root}/b`, `${root}/folder/.envrc`);
    const { stderr, stdout } = await run(
      launcher,
      ["write-dir", `${root}/folder`],
      `echo x >"$1" || cat "$1"`,
      [`${root}/folder/.envrc`],
    );
    assertEquals(stdout, "");
    assert(stderr.includes("Permission denied"));
    assertEquals(await Deno.readTextFile(`${root}/b`), "b");
  },
});

Deno.test({
  name: "a Landlock launcher never gives what a link was swapped to while it looked",
  ignore,
  fn: async () => {
    await using place = await Place.make();
    const { root, folder } = place;
    await Deno.writeTextFile(`${folder}/secret`, "secret");
    const launcher = await place.launcher(["read"]);
    const [name, good, bad] = [`${root}/name`, `${root}/.good`, `${root}/.bad`];
    let swapping = true;
    const swapper = (async () => {
      for (let i = 0; swapping; i++) {
        if (i % 2) await Deno.symlink(`${folder}/secret`, bad);
        else await Deno.writeTextFile(good, "good");
        await Deno.rename(i % 2 ? bad : good, name);
      }
    })();
    await Deno.writeTextFile(name, "good");
    for (let i = 0; i < 40; i++) {
      const { stdout } = await run(launcher, ["read", name], `cat "$1"`, [name]);
      assert(stdout === "good" || stdout === "", stdout);
    }
    swapping = false;
    await swapper;
  },
});
