import { assertEquals } from "@std/assert";
import { parseManifest } from "../../src/bundle/manifest.ts";
import { narrow } from "../../src/spec/narrow.ts";
import { parseToolSpec } from "../../src/spec/parse.ts";
import type { PermissionSet } from "../../src/spec/types.ts";
import { GOOD_MANIFEST, GOOD_TOOL } from "./_broken.ts";

const BLOCK = GOOD_MANIFEST.slice(
  GOOD_MANIFEST.indexOf("permissions:"),
  GOOD_MANIFEST.indexOf("healthz:"),
);

/** The permissions of a manifest with this block. */
function permissions(block: string): PermissionSet {
  const text = GOOD_MANIFEST.replace(BLOCK, () => `permissions:\n${block}\n`);
  const { manifest, problems } = parseManifest(text, "bundle.yaml");
  assertEquals(problems, []);
  return manifest!.permissions;
}

Deno.test("parsePermissions() reads programs", () => {
  assertEquals(
    permissions('  run: [bash, g++, /usr/bin/x, "${CMD:-shellcheck}", "${CMD}", {name: a}]').run,
    ["bash", "g++", "/usr/bin/x", "${CMD:-shellcheck}", "${CMD}", "a"]
      .map((program) => ({ program, optional: false })),
  );
  assertEquals(permissions("  run: any"), { runAny: true });
  assertEquals(permissions("  run: [any]"), { runAny: true });
});

Deno.test("parsePermissions() reads paths", () => {
  const paths = ["/usr/share", "~/x", "${A}", "${A}/b", "${A:-/var/x}/b"];
  const block = `  read: ${JSON.stringify(paths)}\n  home: [.config/gh]`;
  assertEquals(permissions(block), { read: paths, home: [".config/gh"] });
});

Deno.test("parsePermissions() reads hosts, and writes them in lower case", () => {
  const hosts = ["Example.com", "a.b-c.example:8443", "*.example.com", "${URL}", "any"];
  const exact = ["localhost:80", "10.0.0.1:80", "[::1]:443", "db.internal:5432"];
  const block = `  net: ${JSON.stringify([...hosts, ...exact, { fromParam: "url" }])}`;
  assertEquals(permissions(block).net, [
    { host: "example.com" },
    ...[...hosts.slice(1), ...exact].map((host) => ({ host })),
    { fromParam: "url" },
  ]);
});

Deno.test("parsePermissions() tells an absent key from an empty one", () => {
  assertEquals(permissions("  net:\n  run: []"), { run: [], net: [] });
  assertEquals(permissions("  env: []"), { env: [] });
});

const WIDE: PermissionSet = {
  run: [{ program: "bash", optional: false }],
  env: ["A"],
  read: ["/usr/share", "${DIR}"],
  write: ["/var/x"],
  home: [".config"],
  net: [{ host: "example.com" }, { host: "*.example.org" }, { fromParam: "url" }],
  host: ["hardware"],
};

/** The entries that a tool has beyond its bundle. */
function wider(tool: PermissionSet, bundle: PermissionSet = WIDE): string[] {
  return narrow(tool, bundle, { file: "tool.yaml", positions: {} }).map((p) =>
    /"(.*)"/.exec(p.message)![1]!
  );
}

Deno.test("narrow() finds nothing in the bundle's own permissions and in less", () => {
  assertEquals(wider(WIDE), []);
  assertEquals(wider({}), []);
  assertEquals(
    wider({
      read: ["/usr/share/x", "/usr/share/", "/var/x/y", "${DIR}/sub"],
      write: ["/var/x"],
      home: [".config/gh"],
      net: [{ host: "example.com:443" }, { host: "a.example.org" }, { host: "*.a.example.org" }],
    }),
    [],
  );
});

Deno.test("narrow() finds every entry that the bundle does not have", () => {
  assertEquals(
    wider({
      run: [{ program: "sh", optional: true }],
      env: ["B"],
      read: ["/usr", "/usr/shared", "${DIRS}"],
      write: ["/usr/share/x"],
      home: [".configs", ".ssh"],
      net: [
        { host: "example.org" },
        { host: "badexample.org" },
        { host: "*.example.com" },
        { host: "any" },
        { fromParam: "other" },
      ],
      host: ["clipboard"],
    }),
    [
      ...["sh", "B", "clipboard", "/usr", "/usr/shared", "${DIRS}", "/usr/share/x"],
      ...[".configs", ".ssh", "example.org", "badexample.org", "*.example.com", "any", "other"],
    ],
  );
  assertEquals(wider({ runAny: true }), ["any"]);
});

Deno.test("narrow() lets any cover programs and public hosts, not private ones", () => {
  const any: PermissionSet = { runAny: true, net: [{ host: "any" }] };
  const net = ["example.com", "*.example.com", "localhost:80", "10.0.0.1:80", "${URL}", "any"];
  const tool = { run: [{ program: "sh", optional: false }], net: net.map((host) => ({ host })) };
  assertEquals(wider(tool, any), ["localhost:80", "10.0.0.1:80", "${URL}"]);
});

Deno.test("narrow() reports at the entry of the tool's file", () => {
  const { spec } = parseToolSpec(GOOD_TOOL, "tool.yaml");
  const [problem, ...more] = narrow(spec!.permissions!, {}, spec!);
  assertEquals(more, []);
  assertEquals([problem!.rule, problem!.file], ["permission-widens", "tool.yaml"]);
  const line = GOOD_TOOL.split("\n").findIndex((l) => l.includes("net: [")) + 1;
  assertEquals([problem!.line, problem!.column], [line, 11]);
});
