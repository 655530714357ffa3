import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import type { Confinement } from "../../src/sandbox/confinement.ts";
import { hasLandlock, Place, run } from "./_landlock.ts";

const ignore = !await hasLandlock();

function test(name: string, fn: (place: Place) => Promise<void>) {
  Deno.test({
    name,
    ignore,
    fn: async () => {
      await using place = await Place.make();
      await fn(place);
    },
  });
}

test("a Landlock launcher reports as bubblewrap does, and exits with the tool's code", async (place) => {
  const launcher = await place.launcher([]);
  const good = await run(launcher, [], "echo out; echo err >&2; exit 7");
  assertEquals([good.code, good.stdout], [7, "out\n"]);
  assertMatch(good.stderr, /^\{ "child-pid": \d+ \}\nerr\n\{ "exit-code": 7 \}\n$/);
  const killed = await run(launcher, [], "kill -KILL $$");
  assertEquals(killed.code, 137);
  assertStringIncludes(killed.stderr, '{ "exit-code": 137 }\n');
  assertEquals(await place.names(), []);
});

test("a Landlock launcher reports no exit code of a program that cannot start", async (place) => {
  const launcher = await place.launcher([], { target: [{ text: "/usr/bin/none" }] });
  const { code, stderr } = await new Deno.Command(launcher, { args: ["--"] }).output();
  assertEquals(code, 125);
  assertMatch(
    new TextDecoder().decode(stderr),
    /^\{ "child-pid": \d+ \}\nCannot start "\/usr\/bin\/none": No such file or directory\n$/,
  );
  assertEquals(await place.names(), []);
});

test("a Landlock launcher says why its fence cannot be set up, and starts nothing", async (place) => {
  const cases: [Partial<Confinement>, RegExp][] = [
    [{ seccompFile: `${place.folder}/none` }, /^The filter: No such file or directory\n$/],
    [{ scratchFolder: `${place.folder}/none` }, /^Cannot make a folder in .*none: No such file/],
    [{ workingDirectory: `/none` }, /^Cannot enter "\/none": No such file/],
  ];
  for (const [more, why] of cases) {
    const { code, stdout, stderr } = await run(await place.launcher([], more), [], "echo ran");
    assertEquals([code, stdout], [125, ""]);
    assertMatch(stderr, why);
  }
  assertEquals(await place.names(), []);
});

test("a tool under Landlock has a private home and /tmp, its own variables and three descriptors", async (place) => {
  const launcher = await place.launcher([], {
    workingDirectory: "/tmp/work/deep",
    env: { HOME: "/tmp/home", TMPDIR: "/tmp", FIXED: "fixed", BOTH: "fixed" },
  });
  const env = {
    GIVEN: "given",
    BOTH: "given",
    LC_ALL: "xx_XX",
    PERL5OPT: "-Mnone",
    PERLIO: ":none",
  };
  const line = `echo "$HOME|$TMPDIR|$PWD|$PATH|$FIXED|$GIVEN|$BOTH|\${PERLIO-unset}"
    echo x >"$HOME/x" && echo y >"$TMPDIR/y" && echo z >z && echo written
    for n in {0..20}; do
      [[ -e /dev/fd/$n || -L /dev/fd/$n ]] && printf '%s ' "$n"; done; umask`;
  const { stdout, stderr, code } = await run(launcher, [], line, [], env);
  const [words, written, rest] = stdout.split("\n");
  const [home, tmp, work, path, ...values] = words!.split("|");
  assertMatch(tmp!, new RegExp(`^${place.scratch}/[0-9]+-[a-z0-9]{12}/tmp$`), stderr);
  const own = tmp!.slice(0, -"/tmp".length);
  assertEquals([home, work, path], [`${tmp}/home`, `${tmp}/work/deep`, `${own}/bin`]);
  assertEquals(values, ["fixed", "given", "fixed", "unset"]);
  assertEquals([written, rest], ["written", "0 1 2 0022"]);
  assertEquals(code, 0, stderr);
  assertEquals(await place.names(), []);
});

test("a tool under Landlock reaches what its call names, and nothing beside it", async (place) => {
  const { root } = place;
  await Deno.mkdir(`${root}/reads/below`, { recursive: true });
  await Deno.mkdir(`${root}/writes`);
  for (const name of ["in", "beside", "reads/below/x", "writes/old"]) {
    await Deno.writeTextFile(`${root}/${name}`, name);
  }
  const launcher = await place.launcher(["read", "read-dir", "write-dir"]);
  const line = `cd "$1" && for f in in beside reads/below/x writes/old; do
    [[ $(cat "$f" 2>&1) == "$f" ]] && printf 'reads %s, ' "$f"
    { echo "$f" >>"$f"; } 2>/dev/null && printf 'writes %s, ' "$f"; done
    for f in new reads/new writes/new writes/more; do
    { : >"$f"; } 2>/dev/null && printf 'makes %s, ' "$f"; done`;
  const mounts = ["read", `${root}/in`, "read-dir", `${root}/reads`, "write-dir", `${root}/writes`];
  const { stdout } = await run(launcher, mounts, line, [root]);
  assertEquals(
    stdout,
    "reads in, reads reads/below/x, reads writes/old, writes writes/old, makes writes/new, " +
      "makes writes/more, ",
  );
});

test("a Landlock launcher puts a written file in place when the tool succeeds", async (place) => {
  const { root } = place;
  await Deno.writeTextFile(`${root}/old`, "old\n", { mode: 0o600 });
  await Deno.writeTextFile(`${root}/beside`, "beside\n");
  const launcher = await place.launcher(["write"], { goodExitCodes: [3] });
  const mounts = ["write", `${root}/old`, "write", `${root}/new`, "write", `${root}/a/b/new`];
  const words = [`${root}/old`, `${root}/new`, `${root}/a/b/new`, `${root}/beside`];
  const line = `cat "$1"; echo more >>"$1"; [[ -e $2 ]] || echo absent; echo 2 >"$2"; echo 3 >"$3"
    cat "$4"; { echo x >"$4"; } 2>/dev/null; { : >"\${1%old}extra"; } 2>/dev/null; exit 3`;
  const { stdout, stderr } = await run(launcher, mounts, line, words);
  assertEquals(stdout, "old\nabsent\n", stderr);
  assertEquals(await place.names(), [
    "root/a",
    "root/a/b",
    "root/a/b/new",
    "root/beside",
    "root/new",
    "root/old",
  ]);
  const texts = await Promise.all(words.map((path) => Deno.readTextFile(path)));
  assertEquals(texts, ["old\nmore\n", "2\n", "3\n", "beside\n"]);
  const { mode, isFile } = await Deno.lstat(`${root}/old`);
  assertEquals([mode! & 0o777, isFile], [0o600, true]);
});

test("a Landlock launcher puts back what was there when the tool fails", async (place) => {
  const { root } = place;
  await Deno.writeTextFile(`${root}/old`, "old\n");
  const inode = (await Deno.lstat(`${root}/old`)).ino;
  const launcher = await place.launcher(["write"], { wallSeconds: 0.3 });
  const mounts = ["write", `${root}/old`, "write", `${root}/a/new`];
  const words = [`${root}/old`, `${root}/a/new`];
  for (const end of ["exit 1", "kill -KILL $$", "sleep 60"]) {
    const { code } = await run(launcher, mounts, `echo x >"$1"; echo y >"$2"; ${end}`, words);
    assert(code !== 0);
    assertEquals(await place.names(), ["root/old"], end);
    assertEquals((await Deno.lstat(`${root}/old`)).ino, inode);
    assertEquals(await Deno.readTextFile(`${root}/old`), "old\n");
  }
});

test("a Landlock launcher puts no link, folder or lost file in place", async (place) => {
  const { root } = place;
  const secret = `${place.folder}/secret`;
  await Deno.writeTextFile(secret, "secret");
  await Deno.writeTextFile(`${root}/old`, "old");
  const launcher = await place.launcher(["write"]);
  const ends: [string, string][] = [
    ["unlink $to or die; symlink $ARGV[1], $to or die", "link"],
    ["unlink $to or die; mkdir $to or die", "folder"],
    ["unlink $to or die", "lost file"],
  ];
  for (const [does, what] of ends) {
    const line = `perl -e 'my $to = readlink $ARGV[0]; ${does}' "$@"`;
    const words = [`${root}/old`, secret];
    const { code, stderr } = await run(launcher, ["write", `${root}/old`], line, words);
    assertEquals(code, 0, stderr);
    assertEquals(await Deno.readTextFile(`${root}/old`), "old", what);
    assertEquals(await place.names(), ["root/old"], what);
  }
});

test("a Landlock launcher takes away folders that no path is long enough for", async (place) => {
  const launcher = await place.launcher([]);
  const dig = `perl -e 'my $name = "d" x 200; chdir $ENV{TMPDIR};
    for (1 .. 60) { mkdir $name or die; chdir $name or die; open(my $f, ">", "f") or die }
    mkdir "closed", 0 or die' && echo dug`;
  const { stdout, stderr } = await run(launcher, [], dig);
  assertEquals(stdout, "dug\n", stderr);
  assertEquals(await place.names(), []);
});

test("a Landlock launcher shows pieces of the home where they are looked for", async (place) => {
  const { folder } = place;
  await Deno.mkdir(`${folder}/config/gh`, { recursive: true });
  await Deno.writeTextFile(`${folder}/config/gh/hosts`, "hosts");
  const launcher = await place.launcher([], {
    fixed: [{ kind: "home", source: `${folder}/config/gh`, dest: "/tmp/home/.config/gh" }],
  });
  const line =
    `cat "$HOME/.config/gh/hosts"; { : >"$HOME/.config/gh/new"; } 2>/dev/null || echo ' no'`;
  const { stdout } = await run(launcher, ["fixed", "0"], line);
  assertEquals(stdout, "hosts no\n");
  assertEquals((await run(launcher, [], line)).stdout, " no\n");
});
