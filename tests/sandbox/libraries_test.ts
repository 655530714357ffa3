import { assert, assertEquals } from "@std/assert";
import { libraryClosure } from "../../src/sandbox/libraries.ts";
import { configuredFolders } from "../../src/sandbox/loader_paths.ts";
import { type FakeFile, withRoot } from "./fake_root.ts";

const LOADER = "/lib64/ld-linux-x86-64.so.2";

function assertClosure(
  tree: Record<string, FakeFile>,
  programs: string[],
  files: string[],
  missing: [library: string, neededBy: string][] = [],
): void {
  withRoot(tree, (root) => {
    assertEquals(libraryClosure(programs, { files: root }), {
      files,
      missing: missing.map(([library, neededBy]) => ({ library, neededBy })),
    });
  });
}

Deno.test("libraryClosure() names sonames, settled through merged-usr links", () => {
  assertClosure(
    {
      "/lib": { link: "usr/lib" },
      "/lib64": { link: "usr/lib64" },
      "/usr/lib64/ld-linux-x86-64.so.2": {},
      "/usr/lib/x86_64-linux-gnu/libz.so.1": { link: "libz.so.1.2.13" },
      "/usr/lib/x86_64-linux-gnu/libz.so.1.2.13": { needed: ["libc.so.6"] },
      "/usr/lib/x86_64-linux-gnu/libc.so.6": {},
      "/usr/bin/p": { interpreter: LOADER, needed: ["libz.so.1"] },
    },
    ["/usr/bin/p"],
    [
      "/usr/lib/x86_64-linux-gnu/libc.so.6",
      "/usr/lib/x86_64-linux-gnu/libz.so.1",
      "/usr/lib64/ld-linux-x86-64.so.2",
    ],
  );
});

Deno.test("libraryClosure() keeps /lib where it is a folder of its own", () => {
  assertClosure(
    {
      [LOADER]: {},
      "/lib/x86_64-linux-gnu/libc.so.6": {},
      "/bin/p": { interpreter: LOADER, needed: ["libc.so.6"] },
    },
    ["/bin/p"],
    ["/lib/x86_64-linux-gnu/libc.so.6", LOADER],
  );
});

Deno.test("libraryClosure() searches RUNPATH for direct needs only, RPATH for all below", () => {
  const tree = (kind: "rpath" | "runpath"): Record<string, FakeFile> => ({
    "/opt/x/bin/p": { [kind]: "$ORIGIN/../lib", needed: ["liba.so"] },
    "/opt/x/lib/liba.so": { needed: ["libb.so"] },
    "/opt/x/lib/libb.so": {},
  });
  assertClosure(tree("rpath"), ["/opt/x/bin/p"], ["/opt/x/lib/liba.so", "/opt/x/lib/libb.so"]);
  assertClosure(tree("runpath"), ["/opt/x/bin/p"], ["/opt/x/lib/liba.so"], [
    ["libb.so", "/opt/x/lib/liba.so"],
  ]);
});

Deno.test("libraryClosure() passes over libraries for another machine and 32-bit ones", () => {
  assertClosure(
    {
      "/opt/arm/liba.so": { machine: 183 },
      "/opt/old/liba.so": { elfClass: 1 },
      "/opt/good/liba.so": {},
      "/p": { runpath: "/opt/arm:/opt/old:/opt/good", needed: ["liba.so"] },
    },
    ["/p"],
    ["/opt/good/liba.so"],
  );
});

Deno.test("libraryClosure() takes $ORIGIN of the file behind a link", () => {
  assertClosure(
    {
      "/usr/bin/p": { link: "../../opt/x/bin/p" },
      "/opt/x/bin/p": { runpath: "${ORIGIN}/../lib", needed: ["liba.so"] },
      "/opt/x/lib/liba.so": {},
    },
    ["/usr/bin/p"],
    ["/opt/x/lib/liba.so"],
  );
});

Deno.test("libraryClosure() searches no relative run path and none with unknown tokens", () => {
  assertClosure(
    {
      "/p": { runpath: "lib::$LIB:/$PLATFORM:$ORIGINAL", needed: ["liba.so"] },
      "/liba.so": {},
      "/x86_64/liba.so": {},
    },
    ["/p"],
    [],
    [["liba.so", "/p"]],
  );
});

Deno.test("libraryClosure() finds libraries in the folders of ld.so.conf and its includes", () => {
  assertClosure(
    {
      "/etc/ld.so.conf": "include ld.so.conf.d/*.conf\n",
      "/etc/ld.so.conf.d/cuda.conf": "/usr/local/cuda/lib # of the vendor\n",
      "/usr/local/cuda/lib/libcuda.so.1": {},
      "/p": { needed: ["libcuda.so.1"] },
    },
    ["/p"],
    ["/usr/local/cuda/lib/libcuda.so.1"],
  );
});

Deno.test("libraryClosure() understands musl, whose loader is its C library", () => {
  assertClosure(
    {
      "/lib/ld-musl-x86_64.so.1": {},
      "/usr/lib/libz.so.1": { needed: ["libc.musl-x86_64.so.1"] },
      "/bin/p": { interpreter: "/lib/ld-musl-x86_64.so.1", needed: ["libz.so.1", "libc.so"] },
    },
    ["/bin/p"],
    ["/lib/ld-musl-x86_64.so.1", "/usr/lib/libz.so.1"],
  );
});

Deno.test("libraryClosure() understands a store of packages without common folders", () => {
  const glibc = "/nix/store/a-glibc/lib";
  assertClosure(
    {
      [`${glibc}/ld-linux-x86-64.so.2`]: {},
      [`${glibc}/libc.so.6`]: {},
      "/nix/store/b-zlib/lib/libz.so.1": { runpath: glibc, needed: ["libc.so.6"] },
      "/nix/store/c-p/bin/p": {
        interpreter: `${glibc}/ld-linux-x86-64.so.2`,
        runpath: "/nix/store/b-zlib/lib",
        needed: ["libz.so.1"],
      },
    },
    ["/nix/store/c-p/bin/p"],
    [
      `${glibc}/ld-linux-x86-64.so.2`,
      `${glibc}/libc.so.6`,
      "/nix/store/b-zlib/lib/libz.so.1",
    ],
  );
});

Deno.test("libraryClosure() reports an absent loader, library and program; scripts need nothing", () => {
  assertClosure(
    {
      "/p": { interpreter: LOADER, needed: ["liba.so"] },
      "/script": { script: "#!/p\n" },
    },
    ["/p", "/script", "/absent"],
    [],
    [[LOADER, "/p"], ["liba.so", "/p"], ["/absent", "/absent"]],
  );
});

Deno.test("libraryClosure() keeps programs apart that want the same soname from different places", () => {
  assertClosure(
    {
      "/a/p": { runpath: "$ORIGIN", needed: ["libx.so"] },
      "/a/libx.so": {},
      "/usr/lib/libx.so": {},
      "/b/p": { needed: ["libx.so"] },
    },
    ["/a/p", "/b/p"],
    ["/a/libx.so", "/usr/lib/libx.so"],
  );
});

Deno.test("configuredFolders() ends when a file includes itself", () => {
  withRoot(
    { "/etc/ld.so.conf": "/opt/lib\ninclude /etc/ld.so.c?nf\nhwcap 1 nosegneg\n" },
    (files) => {
      assertEquals(new Set(configuredFolders("/etc/ld.so.conf", files)), new Set(["/opt/lib"]));
    },
  );
});

/** `ldd`'s lines with a path, `/lib` and its like replaced by where they lead. */
async function ldd(program: string): Promise<string[]> {
  const { stdout } = await new Deno.Command("ldd", { args: [program] }).output();
  const paths = [...new TextDecoder().decode(stdout).matchAll(/(\/\S+) \(0x/g)].map((m) =>
    m[1] ?? ""
  );
  return paths.map((path) => {
    const slash = path.lastIndexOf("/");
    return Deno.realPathSync(path.slice(0, slash)) + path.slice(slash);
  });
}

for (const program of ["bash", "ffmpeg", "git", "perl"]) {
  const path = `/usr/bin/${program}`;
  const ignore = Deno.build.os !== "linux" || !exists(path) || !exists("/usr/bin/ldd");
  Deno.test({
    name: `libraryClosure() holds what ldd prints for ${program}`,
    ignore,
    async fn() {
      const closure = libraryClosure([path]);
      const expected = await ldd(path);
      assert(expected.length > 2, "ldd printed too little to compare");
      assertEquals(expected.filter((file) => !closure.files.includes(file)), []);
      assertEquals(closure.missing, []);
    },
  });
}

function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch {
    return false;
  }
}
