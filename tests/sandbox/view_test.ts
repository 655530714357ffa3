import { assert, assertEquals } from "@std/assert";
import {
  BINARY,
  DEBIAN,
  DEBIAN_LIBRARIES,
  DEBIAN_LINKS,
  LIBS,
  LOADER,
  sorted,
  view,
} from "./view_of.ts";

Deno.test("programView() shows a program, its libraries one by one, and the folder links", () => {
  const result = view({ ...DEBIAN, "/usr/bin/p": BINARY, "/usr/bin/other": BINARY }, ["p"]);
  assertEquals(result, {
    binds: sorted(["/usr/bin/p", ...DEBIAN_LIBRARIES]),
    links: DEBIAN_LINKS,
    searchPath: "/usr/bin",
    mode: "closure",
    executables: ["/usr/bin/p", `/usr${LOADER}`],
    missing: [],
  });
});

Deno.test("programView() leads to a program by its name, its path and every link between", () => {
  const { links, binds } = view(
    {
      ...DEBIAN,
      "/opt/x/bin/p": { link: "../choice/p" },
      "/opt/x/choice/p": { link: "../v2/bin/p2" },
      "/opt/x/v2/bin/p2": BINARY,
    },
    ["p"],
    { path: "/opt/x/bin" },
  );
  assertEquals(links.slice(DEBIAN_LINKS.length), [
    { link: "/opt/x/bin/p", target: "/opt/x/v2/bin/p2" },
    { link: "/opt/x/choice/p", target: "/opt/x/v2/bin/p2" },
    { link: "/usr/bin/p", target: "/opt/x/v2/bin/p2" },
  ]);
  assert(binds.includes("/opt/x/v2/bin/p2"));
});

Deno.test("programView() shows scripts with env and interpreters at the paths they are named by", () => {
  const { links, binds } = view(
    {
      ...DEBIAN,
      "/usr/bin/s": { script: "#!/usr/bin/env py\n" },
      "/usr/bin/t": { script: "#!/usr/local/bin/ruby -w\n" },
      "/usr/bin/env": BINARY,
      "/usr/bin/py": { link: "py3" },
      "/usr/bin/py3": BINARY,
      "/usr/local/bin/ruby": { link: "ruby3" },
      "/usr/local/bin/ruby3": BINARY,
    },
    ["s", "t"],
  );
  const files = [
    "/usr/bin/s",
    "/usr/bin/t",
    "/usr/bin/env",
    "/usr/bin/py3",
    "/usr/local/bin/ruby3",
  ];
  assertEquals(files.filter((file) => !binds.includes(file)), []);
  assertEquals(links.slice(DEBIAN_LINKS.length), [
    { link: "/usr/local/bin/ruby", target: "/usr/local/bin/ruby3" },
    { link: "/usr/bin/py", target: "/usr/bin/py3" },
  ]);
});

Deno.test("programView() puts a name before /usr/bin when a script names another file by its path", () => {
  const { links, searchPath } = view(
    {
      ...DEBIAN,
      "/h/v/bin/py": BINARY,
      "/usr/bin/py": { link: "py3" },
      "/usr/bin/py3": BINARY,
      "/usr/bin/s": { script: "#!/usr/bin/py\n" },
    },
    ["py", "s"],
    { path: "/h/v/bin:/usr/bin" },
  );
  assertEquals(links.slice(DEBIAN_LINKS.length), [
    { link: "/usr/bin/py", target: "/usr/bin/py3" },
    { link: "/usr/local/bin/py", target: "/h/v/bin/py" },
  ]);
  assertEquals(searchPath, "/usr/local/bin:/usr/bin");
});

Deno.test("programView() shows whole library folders past maxClosure, and outlying libraries one by one", () => {
  const tree = {
    ...DEBIAN,
    "/etc/ld.so.cache": "",
    "/etc/alternatives": null,
    [`${LIBS}/libx.so.1`]: { link: "../../../opt/vendor/libx.so.1.2" },
    "/opt/vendor/libx.so.1.2": { runpath: "/opt/y/lib", needed: ["liby.so"] },
    [`${LIBS}/libz.so`]: {},
    "/opt/y/lib/liby.so": {},
    "/usr/bin/p": {
      interpreter: LOADER,
      needed: ["libc.so.6", "libx.so.1", "libz.so"],
      rpath: "/opt/y/lib",
    },
  };
  const many = view(tree, ["p"], { maxClosure: 4 });
  assertEquals(many.mode, "multiarch");
  assertEquals(
    many.binds,
    sorted([
      "/etc/alternatives",
      "/etc/ld.so.cache",
      "/usr/bin/p",
      "/usr/lib64",
      LIBS,
      "/opt/vendor/libx.so.1.2",
      "/opt/y/lib/liby.so",
    ]),
  );
  assertEquals(view(tree, ["p"], { maxClosure: 5 }).mode, "closure");
});

Deno.test("programView() leaves /bin and /lib as they are where they are folders", () => {
  const result = view({
    [LOADER]: {},
    "/lib/x86_64-linux-gnu/libc.so.6": {},
    "/bin/p": BINARY,
    "/usr/bin/other": BINARY,
  }, ["p"]);
  assertEquals(result.binds, sorted(["/bin/p", LOADER, "/lib/x86_64-linux-gnu/libc.so.6"]));
  assertEquals(result.links, [{ link: "/usr/bin/p", target: "/bin/p" }]);
});

Deno.test("programView() shows the library folders themselves on a musl system", () => {
  const tree = {
    "/lib/ld-musl-x86_64.so.1": {},
    "/lib/libz.so.1": { needed: ["libc.musl-x86_64.so.1"] },
    "/usr/lib/liba.so": {},
    "/usr/bin/p": { interpreter: "/lib/ld-musl-x86_64.so.1", needed: ["libz.so.1", "liba.so"] },
  };
  assertEquals(
    view(tree, ["p"]).binds,
    sorted([
      "/lib/ld-musl-x86_64.so.1",
      "/lib/libz.so.1",
      "/usr/bin/p",
      "/usr/lib/liba.so",
    ]),
  );
  assertEquals(view(tree, ["p"], { maxClosure: 1 }).binds, ["/lib", "/usr/lib", "/usr/bin/p"]);
});

Deno.test("programView() shows a store of packages file by file however long", () => {
  const glibc = "/nix/store/a-glibc/lib";
  const result = view(
    {
      [`${glibc}/ld-linux-x86-64.so.2`]: {},
      [`${glibc}/libc.so.6`]: {},
      "/nix/store/c-p/bin/p": {
        interpreter: `${glibc}/ld-linux-x86-64.so.2`,
        needed: ["libc.so.6"],
      },
      "/nix/store/c-p/share/p/data": "",
      "/run/current-system/sw/bin/p": { link: "../../../../nix/store/c-p/bin/p" },
    },
    ["p"],
    { path: "/run/current-system/sw/bin", maxClosure: 1 },
  );
  assertEquals(result.binds, [
    "/nix/store/c-p/share",
    "/nix/store/a-glibc/lib/ld-linux-x86-64.so.2",
    "/nix/store/a-glibc/lib/libc.so.6",
    "/nix/store/c-p/bin/p",
  ]);
});

Deno.test("programView() counts the libraries of helpers without showing them, and names missing ones", () => {
  const tree = {
    ...DEBIAN,
    "/usr/bin/p": { interpreter: LOADER, needed: ["libgone.so"] },
    "/usr/bin/helper": { interpreter: LOADER, needed: ["libh.so"] },
    [`${LIBS}/libh.so`]: {},
  };
  const result = view(tree, ["p"], { helpers: ["/usr/bin/helper"] });
  assert(result.binds.includes(`${LIBS}/libh.so`));
  assert(!result.binds.includes("/usr/bin/helper"));
  assertEquals(result.missing, [{ library: "libgone.so", neededBy: "/usr/bin/p" }]);
});
