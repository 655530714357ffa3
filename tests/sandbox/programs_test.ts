import { assertEquals, assertMatch, assertNotMatch } from "@std/assert";
import { installHint } from "../../src/sandbox/install_hints.ts";
import { findProgram, type Found, searchedPlaces } from "../../src/sandbox/programs.ts";
import { type FakeFile, withRoot } from "./fake_root.ts";

const BINARY = {};
const script = (line: string) => ({ script: `#!${line}\n` });

/** The part of the answer that the case is about. */
function find(tree: Record<string, FakeFile>, name: string, path: string): Found | undefined {
  let found: Found | undefined;
  withRoot(tree, (files) => found = findProgram(name, path, files));
  return found;
}

Deno.test("searchedPlaces() skips empty and relative entries of PATH", () => {
  assertEquals(searchedPlaces("p", "/a::./b:c:/d:/a:"), ["/a/p", "/d/p"]);
  assertEquals(searchedPlaces("/x/p", "/a"), ["/x/p"]);
  assertEquals(searchedPlaces("x/p", "/a"), []);
  assertEquals(searchedPlaces("", "/a"), []);
});

Deno.test("findProgram() takes the first regular executable file and tells where it looked", () => {
  const found = find(
    {
      "/a/p": "text",
      "/b/p": null,
      "/c/p": { link: "../opt/real" },
      "/opt/real": BINARY,
      "/d/p": BINARY,
    },
    "p",
    "/a:/b:/c:/d",
  );
  assertEquals(found, {
    name: "p",
    path: "/c/p",
    real: "/opt/real",
    chain: [],
    viaEnv: false,
    interpreters: [],
    looked: ["/a/p", "/b/p", "/c/p"],
  });
});

Deno.test("findProgram() is undefined for what is nowhere, dangling or relative", () => {
  const tree = { "/a/p": { link: "nowhere" }, "/a/q": BINARY };
  assertEquals(find(tree, "p", "/a"), undefined);
  assertEquals(find(tree, "r", "/a"), undefined);
  assertEquals(find(tree, "a/q", "/"), undefined);
  assertEquals(find(tree, "../a/q", "/a"), undefined);
});

Deno.test("findProgram() takes an absolute path as it is", () => {
  assertEquals(find({ "/opt/x/p": BINARY, "/a/p": BINARY }, "/opt/x/p", "/a")?.real, "/opt/x/p");
});

Deno.test("findProgram() follows a script to its interpreter by path", () => {
  const found = find(
    {
      "/usr/bin/p": script("/usr/bin/perl -w"),
      "/usr/bin/perl": { link: "perl5.36" },
      "/usr/bin/perl5.36": BINARY,
    },
    "p",
    "/usr/bin",
  );
  assertEquals(found?.chain, ["/usr/bin/perl5.36"]);
  assertEquals(found?.viaEnv, false);
  assertEquals(found?.interpreters, [{ named: "/usr/bin/perl", real: "/usr/bin/perl5.36" }]);
});

Deno.test("findProgram() follows env along PATH", () => {
  const found = find(
    {
      "/usr/bin/p": script("/usr/bin/env -S LANG=C py -u"),
      "/usr/bin/env": BINARY,
      "/opt/bin/py": { link: "py3" },
      "/opt/bin/py3": BINARY,
    },
    "p",
    "/usr/bin:/opt/bin",
  );
  assertEquals(found?.chain, ["/opt/bin/py3"]);
  assertEquals(found?.viaEnv, true);
  assertEquals(found?.interpreters, [
    { named: "/usr/bin/env", real: "/usr/bin/env" },
    { named: "py", real: "/opt/bin/py3" },
  ]);
});

Deno.test("findProgram() follows interpreters that are scripts, four deep at most", () => {
  const tree: Record<string, FakeFile> = { "/bin/s9": BINARY };
  for (let i = 0; i < 9; i++) tree[`/bin/s${i}`] = script(`/bin/s${i + 1}`);
  assertEquals(find(tree, "s6", "/bin")?.chain, ["/bin/s7", "/bin/s8", "/bin/s9"]);
  assertEquals(find(tree, "s0", "/bin")?.chain, ["/bin/s1", "/bin/s2", "/bin/s3", "/bin/s4"]);
});

Deno.test("findProgram() ends at a script that is its own interpreter", () => {
  assertEquals(find({ "/bin/p": script("/bin/p") }, "p", "/bin")?.chain.length, 4);
});

Deno.test("findProgram() names an interpreter that is missing", () => {
  const tree = { "/bin/p": script("/usr/bin/env nope"), "/usr/bin/env": BINARY };
  const found = find(tree, "p", "/bin");
  assertEquals(found?.missingInterpreter, "nope");
  assertEquals(found?.viaEnv, true);
  assertEquals(find({ "/bin/p": script("/no/perl") }, "p", "/bin")?.missingInterpreter, "/no/perl");
});

const SHIM = {
  "/h/.pyenv/shims/py": script("/usr/bin/bash"),
  "/usr/bin/bash": BINARY,
};

Deno.test("findProgram() looks behind a shim to the chosen version", () => {
  const found = find(
    {
      ...SHIM,
      "/h/.pyenv/version": "3.12.1\n3.11.7\n",
      "/h/.pyenv/versions/3.11.7/bin/py": { link: "py3.11" },
      "/h/.pyenv/versions/3.11.7/bin/py3.11": BINARY,
      "/usr/bin/py": BINARY,
    },
    "py",
    "/h/.pyenv/shims:/usr/bin",
  );
  assertEquals(found?.path, "/h/.pyenv/versions/3.11.7/bin/py");
  assertEquals(found?.real, "/h/.pyenv/versions/3.11.7/bin/py3.11");
  assertEquals(found?.shim, "/h/.pyenv/shims/py");
  assertEquals(found?.chain, []);
  assertEquals(found?.looked, [
    "/h/.pyenv/shims/py",
    "/h/.pyenv/versions/3.12.1/bin/py",
    "/h/.pyenv/versions/3.11.7/bin/py",
  ]);
});

Deno.test("findProgram() goes on along PATH for the version system and for unknown managers", () => {
  const path = "/h/.pyenv/shims:/usr/bin";
  const tree = { ...SHIM, "/usr/bin/py": BINARY, "/h/.pyenv/versions/3.11.7/bin/py": BINARY };
  for (const version of [undefined, "system\n3.11.7\n", "../../x\n"]) {
    const more = version === undefined ? {} : { "/h/.pyenv/version": version };
    const found = find({ ...tree, ...more }, "py", path);
    assertEquals([found?.path, found?.shim], ["/usr/bin/py", "/h/.pyenv/shims/py"]);
  }
});

Deno.test("findProgram() keeps the shim when nothing is behind it", () => {
  const found = find(SHIM, "py", "/h/.pyenv/shims:/usr/bin");
  assertEquals([found?.path, found?.shim], ["/h/.pyenv/shims/py", "/h/.pyenv/shims/py"]);
  assertEquals(found?.chain, ["/usr/bin/bash"]);
});

Deno.test("installHint() knows common programs by name or path and has an answer for others", () => {
  assertEquals(
    installHint("/usr/bin/ffmpeg"),
    "apt install ffmpeg · brew install ffmpeg · winget install ffmpeg",
  );
  assertEquals(installHint("bwrap"), "apt install bubblewrap");
  assertMatch(installHint("frobnicate"), /"frobnicate".*package manager/);
  assertNotMatch(installHint("constructor"), /undefined|native code/);
});
