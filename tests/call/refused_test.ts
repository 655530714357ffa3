import { assertEquals, assertStringIncludes } from "@std/assert";
import type { Mount } from "../../src/call/mounts.ts";
import { explainRefusal, readRefusal } from "../../src/call/refused.ts";
import type { RefusalCode } from "../../src/sandbox/confinement.ts";

function mount(word: Exclude<Mount["word"], "fixed" | "result">, path: string): Mount {
  const capability = { parameter: "file", part: 0, kind: word, path };
  return { word, value: path, dest: path, capability };
}

const MOUNTS: Mount[] = [
  { word: "fixed", value: "0", dest: "/out" },
  mount("read", "/w/a"),
  mount("write-dir", "/w/b"),
  mount("write", "/w/c"),
];

Deno.test("readRefusal() reads the code, the mount, and where a link led", () => {
  assertEquals(readRefusal("launcher: absent 1\n", MOUNTS), { code: "absent", mount: MOUNTS[1] });
  assertEquals(readRefusal("bash: noise\nlauncher: words -1\n", MOUNTS), {
    code: "words",
    mount: undefined,
  });
  assertEquals(readRefusal("launcher: moved 1\n/w/real name\\x00", MOUNTS), {
    code: "moved",
    mount: MOUNTS[1],
    real: "/w/real name",
  });
  // A line break in the name is part of it.
  assertEquals(
    readRefusal("launcher: moved 1\n/w/two\nlines\\x00\n", MOUNTS)?.real,
    "/w/two\nlines",
  );
  assertEquals(readRefusal("launcher: moved 1\n/w/cut", MOUNTS), {
    code: "moved",
    mount: MOUNTS[1],
  });
});

Deno.test("readRefusal() takes nothing else for a refusal", () => {
  for (
    const text of [
      "",
      "launcher: absent",
      "launcher: absent x",
      "my launcher: absent 1",
      " launcher: absent 1",
    ]
  ) {
    assertEquals(readRefusal(text, MOUNTS), undefined, text);
  }
});

Deno.test("explainRefusal() says whose fault it is and names the argument", () => {
  const cases: [RefusalCode, number, string, string][] = [
    ["absent", 1, "input", '"file" is "/w/a", which does not exist or cannot be seen'],
    ["kind", 1, "input", "which is not a regular file or a folder"],
    ["kind", 2, "input", "which is not a folder"],
    ["kind", 3, "input", "which is not a regular file"],
    ["denied", 1, "policy", "may not open it"],
    ["denied", 3, "policy", "may not write it"],
    ["outside", 1, "policy", "leads outside the roots through a link"],
    ["moved", 2, "policy", "leads outside the roots through a link"],
    ["readonly", 3, "policy", "the root that holds it is read-only"],
    ["protected", 2, "policy", "no tool writes there"],
    ["setup", 3, "sandbox", "could not be staged"],
    ["order", 1, "internal", "did not understand the call"],
    ["words", 9, "internal", "did not understand the call"],
    ["absent", 0, "input", 'The tool\'s own folder "/out" does not exist'],
  ];
  for (const [code, index, reason, text] of cases) {
    const said = explainRefusal({ code, mount: MOUNTS[index] });
    assertEquals(said.reason, reason, code);
    assertStringIncludes(said.message, text);
  }
});
