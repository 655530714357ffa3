import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import { type Places, resolvePaths } from "../../src/call/capabilities.ts";
import type { ArgumentValues } from "../../src/call/values.ts";
import { cleanPath, isWithin } from "../../src/policy/paths.ts";
import type { Parameter } from "../../src/spec/types.ts";
import { parameter } from "./_parameter.ts";

const PLACES: Places = {
  roots: [
    { path: "/srv/root", readOnly: false, from: "test" },
    { path: "/srv/root/vendor", readOnly: true, from: "test" },
    { path: "/data", alias: "/mnt/link", readOnly: true, from: "test" },
  ],
  home: "/home/user",
};

function resolve(parameters: Parameter[], values: ArgumentValues, places = PLACES) {
  const result = resolvePaths(parameters, values, places);
  assert(result.ok, result.ok ? "" : result.message);
  return result;
}

function refused(parameters: Parameter[], values: ArgumentValues, places = PLACES): string {
  const result = resolvePaths(parameters, values, places);
  assert(!result.ok, "it was not refused");
  return result.message;
}

const file = parameter({ name: "file", path: "read" });

Deno.test("resolvePaths() makes each spelling of a path absolute and clean", () => {
  const cases: Record<string, string> = {
    "a.txt": "/srv/root/a.txt",
    "./a/../b//c/": "/srv/root/b/c",
    "/srv/root": "/srv/root",
    "/srv/root/x/../../root/y": "/srv/root/y",
    "/mnt/link/z": "/data/z",
    "~x": "/srv/root/~x",
    " a b\n": "/srv/root/ a b\n",
    "-rf": "/srv/root/-rf",
  };
  for (const [written, path] of Object.entries(cases)) {
    const { values, capabilities } = resolve([file], { file: written });
    assertEquals(values, { file: path });
    assertEquals(capabilities, [{ parameter: "file", part: 0, kind: "read", path }]);
  }
});

Deno.test("resolvePaths() refuses a path outside the roots and says which root would admit it", () => {
  for (
    const path of ["/etc/passwd", "../up", "/srv/rootless", "/", "~/x", "/data2", "a/../../b"]
  ) {
    const message = refused([file], { file: path });
    assertStringIncludes(message, 'which is outside the roots (they are "/srv/root", ');
  }
  assertStringIncludes(refused([file], { file: "/etc/passwd" }), "with --root /etc");
  const folder = parameter({ name: "dir", path: "read-dir" });
  assertStringIncludes(refused([folder], { dir: "/opt/a" }), "with --root /opt/a");
  const none = { roots: [] };
  assertStringIncludes(refused([file], { file: "/a" }, none), "(there are none)");
  assertStringIncludes(refused([file], { file: "a" }, none), "there is no root to join it to");
  assertStringIncludes(refused([file], { file: "~/a" }, none), "the home folder is not known");
});

Deno.test("resolvePaths() lets nobody write into a root that is read-only", () => {
  for (const kind of ["write", "write-dir"] as const) {
    const target = parameter({ name: "out", path: kind });
    assertStringIncludes(
      refused([target], { out: "vendor/x" }),
      '"/srv/root/vendor" is read-only',
    );
    assertStringIncludes(
      refused([target], { out: "/mnt/link/x" }),
      "start the server with --root /data",
    );
    assertEquals(resolve([target], { out: "vendored" }).values, { out: "/srv/root/vendored" });
  }
  assertEquals(resolve([file], { file: "vendor/x" }).values, { file: "/srv/root/vendor/x" });
});

Deno.test("resolvePaths() joins a relative path to the first of relativeTo that is set", () => {
  const dir = parameter({ name: "dir", path: "write-dir" });
  const name = parameter({ name: "name", path: "write", relativeTo: ["dir", "/srv/root/out"] });
  // In whatever order they are declared.
  for (const parameters of [[dir, name], [name, dir]]) {
    assertEquals(resolve(parameters, { dir: "d", name: "n" }).values, {
      dir: "/srv/root/d",
      name: "/srv/root/d/n",
    });
    assertEquals(resolve(parameters, { name: "n" }).values, { name: "/srv/root/out/n" });
    assertEquals(resolve(parameters, { dir: "", name: "n" }).values, { name: "/srv/root/out/n" });
    assertEquals(
      resolve(parameters, { dir: "d", name: "/srv/root/m" }).values,
      {
        dir: "/srv/root/d",
        name: "/srv/root/m",
      },
    );
  }
  const a = parameter({ name: "a", path: "read", relativeTo: ["b"] });
  const b = parameter({ name: "b", path: "read", relativeTo: ["a"] });
  assertEquals(resolve([a, b], { a: "x", b: "y" }).values, {
    a: "/srv/root/y/x",
    b: "/srv/root/y",
  });
});

Deno.test("resolvePaths() takes each path of a list by itself, and empty ones for none", () => {
  const list = parameter({ name: "list", type: "array", path: "read" });
  const text = parameter({ name: "text", path: "read", separator: "," });
  const { values, capabilities } = resolve([list, text], {
    list: ["a", "", "/data/b"],
    text: "c,,/data/d e,",
  });
  assertEquals(values, {
    list: ["/srv/root/a", "/data/b"],
    text: "/srv/root/c,/data/d e",
  });
  assertEquals(capabilities.map((c) => [c.parameter, c.part, c.path]), [
    ["list", 0, "/srv/root/a"],
    ["list", 1, "/data/b"],
    ["text", 0, "/srv/root/c"],
    ["text", 1, "/data/d e"],
  ]);
  assertEquals(resolve([file], { file: "" }), { ok: true, values: {}, capabilities: [] });
  assertStringIncludes(refused([text], { text: "a,/etc/shadow" }), "/etc/shadow");
});

Deno.test("resolvePaths() refuses a list whose separator is in a root", () => {
  const places: Places = { roots: [{ path: "/my files", readOnly: false, from: "test" }] };
  const words = parameter({ name: "words", path: "read", separator: " " });
  assertStringIncludes(refused([words], { words: "a b" }, places), "would split");
});

Deno.test("resolvePaths() takes the real paths that a launcher found, and checks them again", () => {
  const given = { file: "link" };
  const known = resolvePaths([file], given, PLACES, new Map([["file#0", "/data/target"]]));
  assertEquals(known.ok && known.values, { file: "/data/target" });
  const outside = resolvePaths([file], given, PLACES, new Map([["file#0", "/etc/target"]]));
  assertEquals(outside.ok, false);
});

Deno.test("resolvePaths() leaves values alone that are no paths, whatever their names", () => {
  const plain = parameter({ name: "plain" });
  const odd = parameter({ name: "constructor", path: "read" });
  assertEquals(resolve([plain, odd, file], { plain: "../x" }).values, { plain: "../x" });
});

const piece = fc.constantFrom(
  "..",
  ".",
  "",
  "a",
  "root",
  "srv",
  "etc",
  "data",
  "~",
  "mnt",
  "link",
  ",",
  " ",
);
const written = fc.tuple(fc.boolean(), fc.array(piece, { maxLength: 7 }))
  .map(([absolute, parts]) => (absolute ? "/" : "") + parts.join("/"));

Deno.test("resolvePaths() never yields a path outside the roots", () => {
  const parameters = [
    parameter({ name: "one", path: "read", relativeTo: ["two"] }),
    parameter({ name: "two", path: "write-dir", relativeTo: ["free", "/data/in"] }),
    parameter({ name: "free" }),
    parameter({ name: "many", type: "array", path: "write" }),
    parameter({ name: "joined", path: "read-dir", separator: "," }),
  ];
  fc.assert(
    fc.property(written, written, written, fc.array(written, { maxLength: 3 }), written, (...v) => {
      const [one, two, free, many, joined] = v;
      const result = resolvePaths(parameters, { one, two, free, many, joined }, PLACES);
      if (!result.ok) return;
      for (const { path, kind } of result.capabilities) {
        assertEquals(path, cleanPath(path));
        const root = PLACES.roots.filter((r) => isWithin(path, r.path)).at(-1);
        assert(root, path);
        assert(!(kind.startsWith("write") && isWithin(path, "/srv/root/vendor")), path);
        assert(!(kind.startsWith("write") && isWithin(path, "/data")), path);
      }
      // What the tool gets is what was granted, part by part.
      const { values, capabilities } = result;
      const texts = [values.one, values.two, values.many, String(values.joined ?? "").split(",")]
        .flat().filter((t) => t !== undefined && t !== "");
      assertEquals(texts.toSorted(), capabilities.map((c) => c.path).sort());
      assertEquals(values.free, free);
    }),
    { numRuns: 2000 },
  );
});
