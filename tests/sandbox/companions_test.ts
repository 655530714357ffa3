import { assert, assertEquals } from "@std/assert";
import { nativeModules } from "../../src/sandbox/companions.ts";
import { type FakeFile, withRoot } from "./fake_root.ts";
import { BINARY, DEBIAN, DEBIAN_LIBRARIES, LIBS, sorted, view } from "./view_of.ts";

Deno.test("programView() shows what a private prefix holds for its program, and nothing of a home", () => {
  const home = "/home/ann";
  const tree: Record<string, FakeFile> = {
    ...DEBIAN,
    "/home/ann/share/diary": "",
    "/opt/lib/x": "",
  };
  for (
    const prefix of [
      "/opt/x",
      "/home/ann/.nvm/versions/node/v20",
      "/home/ann/.local",
      "/home/ann",
      "/home",
    ]
  ) {
    tree[`${prefix}/bin/p`] = BINARY;
    for (const folder of ["lib", "libexec", "share", "etc"]) {
      tree[`${prefix}/${folder}/data.txt`] = "";
    }
  }
  const shown = (prefix: string) =>
    view(tree, [`${prefix}/bin/p`], { home }).binds
      .filter((path) => !path.startsWith("/usr/"))
      .toSorted();
  for (const prefix of ["/opt/x", "/home/ann/.nvm/versions/node/v20"]) {
    assertEquals(
      shown(prefix),
      ["bin/p", "lib", "libexec", "share"].map((name) => `${prefix}/${name}`),
    );
  }
  assertEquals(shown("/home/ann/.local"), ["/home/ann/.local/bin/p", "/home/ann/.local/lib"]);
  assertEquals(shown("/home/ann"), ["/home/ann/bin/p"]);
  assertEquals(shown("/home"), ["/home/bin/p"]);
});

Deno.test("programView() shows the modules of the system's perl and python, and their libraries", () => {
  const tree = {
    ...DEBIAN,
    "/usr/bin/perl": BINARY,
    "/usr/bin/python3": { link: "python3.11" },
    "/usr/bin/python3.11": BINARY,
    "/usr/bin/p": BINARY,
    [`${LIBS}/perl-base/auto/a.so`]: {},
    "/usr/share/perl5/X.pm": "",
    "/usr/lib/python3/dist-packages/m.py": "",
    "/usr/lib/python3.11/lib-dynload/_ssl.cpython-311.so": { needed: ["libssl.so.3"] },
    "/usr/lib/python3.12/other.py": "",
    "/usr/local/lib/python3.11/dist-packages/n.py": "",
    [`${LIBS}/libssl.so.3`]: {},
  };
  assertEquals(
    view(tree, ["perl"]).binds,
    sorted([
      "/usr/bin/perl",
      "/usr/share/perl5",
      `${LIBS}/perl-base`,
      ...DEBIAN_LIBRARIES,
    ]),
  );
  assertEquals(
    view(tree, ["python3"]).binds,
    sorted([
      "/usr/bin/python3.11",
      "/usr/lib/python3",
      "/usr/lib/python3.11",
      "/usr/local/lib/python3.11",
      `${LIBS}/libssl.so.3`,
      ...DEBIAN_LIBRARIES,
    ]),
  );
  assertEquals(view(tree, ["p"]).binds, sorted(["/usr/bin/p", ...DEBIAN_LIBRARIES]));
});

Deno.test("programView() shows a Python environment whole, whether started or named by a script", () => {
  const env = "/home/ann/.local/pipx/venvs/app";
  const tree = {
    ...DEBIAN,
    "/usr/bin/python3.11": BINARY,
    [`${env}/pyvenv.cfg`]: "home = /usr/bin\n",
    [`${env}/bin/python`]: { link: "../../../../../../../usr/bin/python3.11" },
    [`${env}/bin/app`]: { script: `#!${env}/bin/python\n` },
    "/home/ann/.local/bin/app": { link: "../pipx/venvs/app/bin/app" },
  };
  const script = view(tree, ["app"], { path: "/home/ann/.local/bin", home: "/home/ann" });
  assert(script.binds.includes(env));
  assert(script.binds.includes("/usr/bin/python3.11"));
  assertEquals(script.searchPath, "/usr/bin");
  const started = view(tree, ["python"], { path: `${env}/bin`, home: "/home/ann" });
  assert(started.binds.includes(env));
  assertEquals(started.searchPath, `${env}/bin:/usr/bin`);
});

Deno.test("programView() gives a program outside bin its own folder, packages of Node theirs", () => {
  const tree = {
    ...DEBIAN,
    "/usr/bin/office": { link: "../lib/office/program/office" },
    "/usr/lib/office/program/office": BINARY,
    "/usr/bin/npm": { link: "../lib/node_modules/npm/bin/cli.js" },
    "/usr/lib/node_modules/npm/bin/cli.js": { script: "#!/usr/bin/env node\n" },
    "/usr/bin/env": BINARY,
    "/usr/bin/node": BINARY,
    "/home/ann/tools/p": BINARY,
  };
  assert(view(tree, ["office"]).binds.includes("/usr/lib/office/program"));
  assert(view(tree, ["npm"]).binds.includes("/usr/lib/node_modules"));
  assert(!view(tree, ["/home/ann/tools/p"]).binds.includes("/home/ann/tools"));
});

Deno.test("nativeModules() gives up on a large tree, and passes over links and texts", () => {
  withRoot({
    "/m/a.cpython-311.so": {},
    "/m/deep/er/b.so.1": {},
    "/m/c.node": {},
    "/m/helper": { script: "" },
    "/m/link.so": { link: "a.cpython-311.so" },
    "/m/x.py": "",
    "/m/__pycache__/y.so": "",
  }, (files) => {
    assertEquals(nativeModules("/m", files), [
      "/m/a.cpython-311.so",
      "/m/c.node",
      "/m/helper",
      "/m/deep/er/b.so.1",
    ]);
    const entry = { name: "x.py", isDirectory: false, isFile: true, isSymlink: false };
    const large = { ...files, readDir: () => Array.from({ length: 5001 }, () => entry) };
    assertEquals(nativeModules("/m", large), undefined);
  });
});
