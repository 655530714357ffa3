import { assertEquals, assertMatch, assertNotMatch, assertThrows } from "@std/assert";
import fc from "fast-check";
import { landlockLauncherText } from "../../src/sandbox/landlock.ts";
import { alwaysReadable, programNames, searchFolders } from "../../src/sandbox/landlock_view.ts";
import { perlString } from "../../src/sandbox/perl_text.ts";
import type { Architecture } from "../../src/sandbox/syscalls.ts";
import { assertGolden } from "../_golden.ts";
import { hasLandlock, launcherPrograms, Place, run } from "./_landlock.ts";
import { plainConfinement, PROGRAMS, type Shape, SHAPES } from "./_shapes.ts";

const ignore = !await hasLandlock();
const VIEW = {
  binds: ["/usr/bin/true", "/usr/lib/libc.so.6", "/opt/tool"],
  links: [{ link: "/bin", target: "usr/bin" }, { link: "/usr/bin/also", target: "/opt/tool/run" }],
  executables: ["/usr/bin/true", "/opt/tool"],
  searchPath: "/opt/tool/bin:/usr/bin",
};
const PLACES = { view: VIEW, scratchFolder: "/state/scratch" };

function textOf({ confinement, kinds }: Shape, architecture: Architecture = "x86_64"): string {
  const programs = { env: PROGRAMS.env, perl: PROGRAMS.perl! };
  return landlockLauncherText({ ...confinement, ...PLACES }, { kinds }, programs, architecture);
}

/** The code of a launcher: without comments, and with every string as `_`. */
function codeOf(text: string): string {
  return text.replace(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/gs, "_").replace(/(^|\s)#.*$/gm, "");
}

async function perl(text: string): Promise<string> {
  const child = new Deno.Command(launcherPrograms().perl, {
    args: ["-T", "-c", "-w", "-"],
    stdin: "piped",
    stdout: "null",
    stderr: "piped",
    clearEnv: true,
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(text));
  await writer.close();
  return new TextDecoder().decode((await child.output()).stderr);
}

for (const shape of SHAPES) {
  Deno.test(`landlockLauncherText() renders "${shape.name}" as it rendered it before`, async () => {
    await assertGolden(textOf(shape), new URL(`golden/${shape.name}.landlock`, import.meta.url));
  });

  Deno.test(`landlockLauncherText() of "${shape.name}" evaluates no text and starts no shell`, () => {
    const code = codeOf(textOf(shape));
    assertNotMatch(code, /\beval\b(?!\s*\{)/);
    assertNotMatch(code, /\b(system|exec|require|do\s+_|sprintf|glob)\b/);
    assertNotMatch(code, /`|\bqx\b|<[$\w]*>/);
    // `open` with a mode of its own: only descriptors that are there already.
    for (const [, args] of code.matchAll(/\bopen\((.*?)\)/g)) {
      assertMatch(args!, /^my \$signals, _, \$queue$/);
    }
    assertNotMatch(code, /s\{.*\}\w*e\b/);
    assertEquals([...code.matchAll(/^use .*$/gm)].map(String), ["use strict;"]);
  });

  Deno.test(`landlockLauncherText() of "${shape.name}" is Perl that -w and -T find no fault with`, async () => {
    // What is used in one place only is no fault here: the list of numbers is the same for all.
    const said = (await perl(textOf(shape))).split("\n").filter((l) => !/used only once/.test(l));
    assertEquals(said.join("\n"), "- syntax OK\n");
  });
}

Deno.test("landlockLauncherText() differs between machines in its numbers alone", () => {
  const [one, other] = (["x86_64", "aarch64"] as const).map((a) =>
    textOf(SHAPES[3]!, a).split("\n")
  );
  const differing = one!.filter((line, i) => line !== other![i]);
  for (const line of differing) {
    assertMatch(line, /^(my \$[A-Z0-9_]+ = [0-9]+;|my \$owner_filter = .*|# Numbers of .*)$/);
  }
  // The heading, the calls that are older than 424, and the filter on top.
  assertEquals(differing.length, 1 + 9 + 1);
});

Deno.test("landlockLauncherText() keeps a name with a line break inside its comment", () => {
  const confinement = plainConfinement({ ...PLACES, tool: "x\nunlink '/'", bundle: "b\r\u2028" });
  const text = textOf({ name: "", kinds: [], confinement });
  assertEquals(text.split("\n")[1]!.startsWith("# Launcher of the tool"), true);
  assertNotMatch(text, /^unlink '/m);
});

Deno.test("landlockLauncherText() refuses a confinement without a place for private folders", () => {
  assertThrows(
    () =>
      landlockLauncherText(plainConfinement(), { kinds: [] }, { env: "/e", perl: "/p" }, "x86_64"),
    TypeError,
    "scratchFolder",
  );
});

Deno.test("perlString() is the string again, and refuses NUL", () => {
  assertEquals(perlString(`it's a \\ $x @y`), `'it\\'s a \\\\ $x @y'`);
  assertThrows(() => perlString("a\0b"), TypeError, "NUL");
});

Deno.test("programNames() leads to what PATH would find, searchFolders() to what may be started whole", () => {
  assertEquals(searchFolders(VIEW), ["/opt/tool/bin"]);
  assertEquals(programNames(VIEW), [["also", "/opt/tool/run"], ["true", "/usr/bin/true"]]);
});

Deno.test("alwaysReadable() leaves out stand-ins of the plan, and all of /proc that is of processes", () => {
  const { read, run } = alwaysReadable(plainConfinement({
    view: VIEW,
    etc: [
      { dest: "/etc/passwd", source: "/plan/etc/passwd" },
      { dest: "/etc/localtime", source: "/usr/share/zoneinfo/UTC" },
      { dest: "/sys", source: "/sys" },
    ],
    planFolders: ["/plan/bundles/demo"],
  }));
  assertEquals(read.filter((p) => p.startsWith("/plan")), []);
  assertEquals(["/usr/share/zoneinfo/UTC", "/sys"].every((p) => read.includes(p)), true);
  assertEquals(read.filter((p) => /^\/proc\/(self|\d|net|mounts|sys$|$)/.test(p)), []);
  assertEquals(run, ["/usr/bin/true", "/opt/tool", "/plan/bundles/demo"]);
});

Deno.test({
  name: "a Landlock launcher hands every fixed and every given word over as it is",
  ignore,
  fn: async () => {
    await using place = await Place.make();
    const piece = fc.constantFrom(
      ..."'\"`$()\\\n *#!;&@%aé{}",
      "${HOME}",
      "@ARGV",
      "--",
      "\\1",
      "\xff",
    );
    const word = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(""));
    const words = fc.array(word, { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(word, words, word, words, async (value, texts, one, many) => {
        const script = `printf '%s\\0' "$VALUE" "$GIVEN" "$@"`;
        const { target } = place.confinement();
        const launcher = await place.launcher([], {
          env: { VALUE: value },
          workingDirectory: `/tmp/${value.replaceAll("/", "")}`,
          target: [
            target[0]!,
            { text: "-c" },
            { text: script },
            ...texts.map((text) => ({ text })),
            {
              slot: "one",
            },
            { slot: "many" },
          ],
        });
        const got = await run(launcher, [], one, many, { GIVEN: one });
        assertEquals(got.code, 0, got.stderr);
        assertEquals(got.stdout.split("\0").slice(0, -1), [
          value,
          one,
          ...texts.slice(1),
          one,
          ...many,
        ]);
        await Deno.remove(launcher);
      }),
      { numRuns: 25 },
    );
  },
});
