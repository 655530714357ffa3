/**
 * Without a namespace of processes nothing ends a tool's children by itself: whatever ends the
 * call, the launcher ends all that descends from it, also what left its session and ignores
 * every request.
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { isAlive, until } from "../server/_process.ts";
import { ended, hasLandlock, Place, start } from "./_landlock.ts";

const ignore = !await hasLandlock();

/** Leaves three processes behind, two of them in sessions of their own, and runs on as a fourth. */
const ESCAPE = `perl -MPOSIX -e '
  $SIG{$_} = "IGNORE" for "TERM", "HUP", "INT";
  for my $depth (1 .. 3) {
    next if fork;
    setsid();
    exit if $depth == 2 && fork;
    sleep 600;
    exit;
  }
  open(my $ready, ">", $ARGV[0]) or die;
  close $ready;
  sleep 600 unless $ARGV[1];
' "$@"`;

/** The processes whose command line names the folder: tools, and the launcher itself. */
function processesOf(folder: string): number[] {
  return [...Deno.readDirSync("/proc")].map((e) => Number(e.name)).filter((pid) => {
    try {
      return Deno.readTextFileSync(`/proc/${pid}/cmdline`).includes(folder) && isAlive(pid);
    } catch {
      return false;
    }
  });
}

function exists(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

/** Starts escapees below a launcher, and waits until they are there. */
async function escape(place: Place, wallSeconds: number, more: string[] = []) {
  await Deno.mkdir(`${place.root}/ready`, { recursive: true });
  const launcher = await place.launcher(["write-dir", "write"], { wallSeconds });
  await Deno.writeTextFile(`${place.root}/old`, "old");
  const mounts = ["write", `${place.root}/old`, "write-dir", `${place.root}/ready`];
  const child = start(launcher, mounts, ESCAPE, [`${place.root}/ready/now`, ...more]);
  if (more.length === 0) {
    await until(() => exists(`${place.root}/ready/now`), "the tool");
    assert(processesOf(place.folder).length >= 2 + 4);
  }
  return child;
}

function child(pid: number): number {
  const [first] = Deno.readTextFileSync(`/proc/${pid}/task/${pid}/children`).split(" ");
  // kill(2) takes 0 for the whole process group of the tests.
  assert(Number(first) > 1, `${pid} has no child`);
  return Number(first);
}

function test(name: string, fn: (place: Place) => Promise<void>) {
  Deno.test({
    name: `a Landlock launcher leaves no process behind ${name}`,
    ignore,
    fn: async () => {
      await using place = await Place.make();
      await fn(place);
      await until(() => processesOf(place.folder).length === 0, "the end of all processes");
      await until(() => [...Deno.readDirSync(place.scratch)].length === 0, "the private folder");
      assertEquals(await Deno.readTextFile(`${place.root}/old`), "old");
      assert((await Deno.lstat(`${place.root}/old`)).isFile);
    },
  });
}

test("when the tool has ended", async (place) => {
  const { code, stderr } = await ended(await escape(place, 30, ["end"]));
  assertEquals(code, 0, stderr);
  assert(stderr.endsWith('{ "exit-code": 0 }\n'), stderr);
  assertEquals(processesOf(place.folder), []);
});

test("when its time is over", async (place) => {
  const { code, stderr } = await ended(await escape(place, 1));
  assertEquals(code, 137);
  assertStringIncludes(stderr, '{ "exit-code": 137 }\n');
  assertEquals(processesOf(place.folder), []);
});

test("when it is asked to end", async (place) => {
  const launcher = await escape(place, 30);
  launcher.kill("SIGTERM");
  const { code, stderr } = await ended(launcher);
  assertEquals(code, 143);
  assert(!stderr.includes("exit-code"), stderr);
  assertEquals(processesOf(place.folder), []);
});

test("when it is killed", async (place) => {
  const launcher = await escape(place, 30);
  launcher.kill("SIGKILL");
  await ended(launcher);
});

test("when its worker is killed", async (place) => {
  // Nothing is written here, so that nothing is to be put back by the one that is killed.
  await Deno.writeTextFile(`${place.root}/old`, "old");
  await Deno.mkdir(`${place.root}/ready`);
  const path = await place.launcher(["write-dir"], { wallSeconds: 30 });
  const launcher = start(path, ["write-dir", `${place.root}/ready`], ESCAPE, [
    `${place.root}/ready/now`,
  ]);
  await until(() => exists(`${place.root}/ready/now`), "the tool");
  Deno.kill(child(launcher.pid), "SIGKILL");
  assertEquals((await ended(launcher)).code, 137);
  assertEquals(processesOf(place.folder), []);
  for (const { name } of Deno.readDirSync(place.scratch)) {
    await Deno.remove(`${place.scratch}/${name}`, { recursive: true });
  }
});

test("when its parent is killed", async (place) => {
  await Deno.writeTextFile(`${place.root}/old`, "old");
  await Deno.mkdir(`${place.root}/ready`);
  const path = await place.launcher(["write-dir", "write"], { wallSeconds: 30 });
  const parent = new Deno.Command("/usr/bin/bash", {
    args: ["-c", `"$@" & wait`, "bash", path].concat([
      "write",
      `${place.root}/old`,
      "write-dir",
      `${place.root}/ready`,
      "--",
      "1",
      ESCAPE,
      "1",
      `${place.root}/ready/now`,
    ]),
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  await until(() => exists(`${place.root}/ready/now`), "the tool");
  parent.kill("SIGKILL");
  await parent.status;
});

Deno.test({
  name: "a tool under Landlock is asked to end, and may tidy up, when its time is over",
  ignore,
  fn: async () => {
    await using place = await Place.make();
    const launcher = await place.launcher([], { wallSeconds: 0.3 });
    const line = `trap 'echo bye; exit 3' TERM; while :; do sleep 0.05; done`;
    const { code, stdout, stderr } = await ended(start(launcher, [], line));
    assertEquals([code, stdout], [124, "bye\n"]);
    assert(stderr.endsWith('{ "exit-code": 124 }\n'), stderr);
  },
});
