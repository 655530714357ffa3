/**
 * Path arguments: nothing outside the roots is read or written, however the path is spelled.
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { Client } from "../_client.ts";
import { testsRunAsRoot, thisPerson } from "../_user.ts";
import { World } from "../_world.ts";
import { pathTools, SECRET, setTraps, snapshot } from "./_paths.ts";

/** A world with traps and its server. */
async function arena(...options: string[]) {
  await using stack = new AsyncDisposableStack();
  const world = stack.use(await World.make());
  await pathTools(world);
  const outside = await setTraps(world);
  await Deno.mkdir(`${world.folder}/second`);
  await Deno.writeTextFile(`${world.folder}/second/file`, "from the second");
  await Deno.symlink("second", `${world.folder}/alias`);
  const listener = Deno.listen({ transport: "unix", path: `${world.root}/socket` });
  stack.defer(() => listener.close());
  const person = await thisPerson();
  const client = stack.use(
    await Client.start(
      person.start(...world.only("--root", `${world.folder}/alias`, ...options)),
    ),
  );
  const moved = stack.move();
  return { world, client, outside, [Symbol.asyncDispose]: () => moved.disposeAsync() };
}

/** Values that no tool of this kind may take, below the root unless they are absolute. */
const REFUSED: Record<string, string[]> = {
  paths__read: [
    "to-file",
    "to-file-relative",
    "to-folder",
    "to-folder/secret",
    "to-parent",
    "to-parent/outside/secret",
    "to-link",
    "to-new",
    "to-nothing",
    "to-self",
    "to-device",
    "to-environ",
    "to-root",
    "to-root/etc/passwd",
    "to-state",
    "folder/to-file",
    "folder/../to-file",
    "fifo",
    "socket",
    ...(testsRunAsRoot() ? ["device"] : []),
    "..",
    "./..",
    "folder/../..",
    "../outside/secret",
    "folder/../../outside/secret",
    "%2e%2e/outside/secret",
    "..%00",
    "..\\outside\\secret",
    "file/../../outside/secret",
    "/",
    "/etc/passwd",
    "/proc/self/environ",
    "/proc/self/root/etc/passwd",
    "/dev/zero",
    "/dev/stdin",
    "~/.ssh/id_rsa",
    "~root",
    "file\0",
    "//etc/passwd",
  ],
  paths__list: ["to-folder", "to-parent", "to-root", "to-state", "..", "/", "file", "fifo"],
  paths__write: [
    "to-file",
    "to-link",
    "to-new",
    "to-folder/new",
    "to-parent/new",
    "to-parent/outside/new",
    "to-nothing/new",
    "to-self",
    "fifo",
    "socket",
    "to-device",
    "folder",
    "folder/.git/config",
    ".envrc",
    "..",
    "../outside/new",
    "folder/../../outside/new",
    "/etc/sam-probe",
    "/dev/null",
    "/new",
  ],
  paths__fill: ["to-folder", "to-folder/new", "to-parent", "to-state", "file", "fifo", "..", "/"],
};

type Place = Awaited<ReturnType<typeof arena>>;

/** They are refused, and nothing outside changes. */
async function refused(t: Deno.TestContext, { client, world, outside }: Place) {
  const before = await snapshot(outside);
  for (const [tool, values] of Object.entries(REFUSED)) {
    for (const value of values) {
      await t.step(`${tool} ${JSON.stringify(value)}`, async () => {
        const answer = await client.call(tool, { path: value });
        assertEquals(answer.isError, true, JSON.stringify(answer.result));
        assert(!JSON.stringify(answer.result).includes(SECRET), JSON.stringify(answer.result));
        assert(["policy", "input"].includes(answer.reason), `reason is ${answer.reason}`);
      });
    }
  }
  assertEquals(await snapshot(outside), before);
  assertEquals(await snapshot(`${world.folder}/second`), { file: "from the second" });
}

Deno.test("a link to outside is followed when nothing is confined, so that the test above can fail", async () => {
  await using place = await arena("--sandbox", "off");
  const answer = await place.client.call("paths__read", { path: "to-file" });
  assertStringIncludes(answer.stdout, SECRET);
});

async function folderWithLinks(place: Place) {
  for (const tool of ["paths__list", "paths__fill"]) {
    const answer = await place.client.call(tool, { path: "folder" });
    assertEquals(answer.status, "success", JSON.stringify(answer.result));
    assertStringIncludes(answer.stdout, "from inside");
    assert(!answer.stdout.includes(SECRET), answer.stdout);
  }
}

async function withinRoots(t: Deno.TestContext, { client, world }: Place) {
  const { root } = world;
  const good: Record<string, string> = {
    "file": "from inside",
    "./folder/../file": "from inside",
    "to-inside": "from inside",
    [`${root}//file`]: "from inside",
    [`${world.folder}/alias/file`]: "from the second",
    [`${world.folder}/second/file`]: "from the second",
  };
  for (const [value, text] of Object.entries(good)) {
    await t.step(`reads ${JSON.stringify(value)}`, async () => {
      const answer = await client.call("paths__read", { path: value });
      assertEquals(answer.stdout, text, JSON.stringify(answer.result));
    });
  }
  await t.step("lists the root itself, and not what links in it lead to", async () => {
    const answer = await client.call("paths__list", { path: root });
    assertStringIncludes(answer.stdout, "to-file", JSON.stringify(answer.result));
    assert(!answer.stdout.includes(SECRET), answer.stdout);
  });
  const names = [
    "line\nbreak",
    "comma,name",
    `quote'"name`,
    "-n",
    "--help",
    "a*b?[c]",
    "back\\slash",
    "$(touch pwned)",
    "`touch pwned`",
    "; touch pwned",
    " space ",
    "é\u0301",
    "tab\tname",
    "..a",
    "...",
    " 10 ",
  ];
  for (const name of names) {
    await t.step(`reads and writes ${JSON.stringify(name)}`, async () => {
      await Deno.writeTextFile(`${root}/${name}`, `this is ${name}`);
      const read = await client.call("paths__read", { path: `${root}/${name}` });
      // The record spells control characters out; what counts is that it is this file.
      assertEquals(read.status, "success", JSON.stringify(read.result));
      assertStringIncludes(read.stdout, "this is");
      const wrote = await client.call("paths__write", { path: `${root}/${name}` });
      assertEquals(wrote.status, "success", JSON.stringify(wrote.result));
      assertEquals(await Deno.readTextFile(`${root}/${name}`), "new");
    });
  }
  const left = [...Deno.readDirSync(root)].map((e) => e.name);
  assertEquals(left.filter((n) => n.startsWith("pwned") || n.startsWith(".shell")), []);
}

async function secondName(place: Place) {
  const { client, outside } = place;
  // A hard link is not distinguishable from the file; who makes one in a root gives the file.
  const read = await client.call("paths__read", { path: "second-name" });
  assertEquals(read.stdout, SECRET);
  // A file to write is replaced, so that the file outside keeps what it had.
  const wrote = await client.call("paths__write", { path: "second-name" });
  assertEquals(wrote.status, "success");
  assertEquals(await Deno.readTextFile(`${outside}/secret`), SECRET);
  assertEquals(await Deno.readTextFile(`${place.world.root}/second-name`), "new");
}

Deno.test("path arguments reach what lies in the roots, however it is called, and nothing else", async (t) => {
  await using place = await arena();
  await t.step("what leads outside is refused", (t) => refused(t, place));
  await t.step(
    "a folder with links to outside shows them, and not what they lead to",
    () => folderWithLinks(place),
  );
  await t.step(
    "a second name of a file outside is a file of the root: a documented gap",
    () => secondName(place),
  );
  await t.step("what lies within is taken, however it is called", (t) => withinRoots(t, place));
});
