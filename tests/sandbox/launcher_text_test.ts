import { assert, assertEquals, assertNotMatch, assertThrows } from "@std/assert";
import fc from "fast-check";
import { launcherText } from "../../src/sandbox/launcher.ts";
import { quote } from "../../src/sandbox/shell_quote.ts";
import { assertGolden } from "../_golden.ts";
import { launcherOf, plainConfinement, PROGRAMS, SHAPES } from "./_shapes.ts";

/** Rules of shellcheck that do not hold here, and why. */
const NOT_RULES = {
  SC2015: "In `a && b || fail` both a and b must hold",
  SC2123: "PATH is the search path: no program is to be found by its name",
  SC2317: "Functions behind a trap are reached by signals",
};

/** The code of a launcher: without comments, then with every word of single quotes as `_`. */
function codeOf(text: string): string {
  return text.replace(/^\s*#.*$/gm, "").replace(/ # [A-Z ]+$/gm, "")
    .replace(/(?:'[^']*'|\\')+/g, "_");
}

async function run(program: string, args: string[], stdin?: string) {
  const child = new Deno.Command(program, {
    args,
    clearEnv: true,
    stdin: stdin === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  if (stdin !== undefined) {
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(stdin));
    await writer.close();
  }
  const { code, stdout, stderr } = await child.output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

for (const shape of SHAPES) {
  Deno.test(`launcherText() renders "${shape.name}" as it rendered it before`, async () => {
    await assertGolden(
      launcherOf(shape),
      new URL(`golden/${shape.name}.launcher`, import.meta.url),
    );
  });

  Deno.test(`launcherText() of "${shape.name}" evaluates no text`, () => {
    const code = codeOf(launcherOf(shape));
    assertNotMatch(code, /\beval\b/);
    assertNotMatch(code, /\bsource\s/);
    assertNotMatch(code, /(^|[\n;&|(])\s*\.\s/);
    assertNotMatch(code, /`/);
    // `$((` is arithmetic; a command substitution would lose trailing line breaks.
    assertNotMatch(code, /\$\((?!\()/);
    assertNotMatch(code, /<<</);
    // Indirection evaluates the name that a value holds; "${!names[@]}" only lists keys.
    assertNotMatch(code, /\$\{!(?!\w+\[@\]\})/);
    assertNotMatch(code, /\b(printf\s+-v|declare\s+-n|local\s+-n|read\s+-[a-z]*e)\b/);
  });

  Deno.test(`launcherText() of "${shape.name}" computes with numbers only`, () => {
    const code = codeOf(launcherOf(shape));
    // Arithmetic evaluates what a variable holds, array subscripts with commands included.
    const sums = [...code.matchAll(/\(\((?!\))(.*?)\)\)/g)].map((m) => m[1]!);
    const name = String.raw`__sam_(?:at|index)|i|\$#|\$1|\$\{#\w+(?:\[(?:@|__sam_at)\])?\}`;
    const sum = new RegExp(String.raw`^(?:${name}|[0-9]+|[\s<>=+|;-])+$`);
    for (const text of sums) {
      assert(sum.test(text.replace("${#root}", "0")), `Not only numbers: ((${text}))`);
    }
    const lines = code.split("\n");
    lines.forEach((line, i) => {
      if (!/\(\([^)]*\$1|:2:\$1/.test(line)) return;
      const shown = `${lines[i - 1]}\n${line}`;
      assert(/\[\[ \$\{1-\} == (1|@\([0-9|[\]-]+\)) \]\]|\[\[ \$1 == /.test(shown), shown);
    });
  });

  Deno.test(`launcherText() of "${shape.name}" is Bash that shellcheck finds no fault with`, async () => {
    const text = launcherOf(shape);
    assertEquals(await run("/usr/bin/bash", ["-n"], text), { code: 0, stdout: "", stderr: "" });
    // What dash does not hand to Bash it reads to the end.
    if (!text.includes("((")) {
      assertEquals(await run("/usr/bin/dash", ["-n"], text), { code: 0, stdout: "", stderr: "" });
    }
    const checked = await run("/usr/bin/shellcheck", [
      "-s",
      "bash",
      "--norc",
      "-o",
      "quote-safe-variables",
      "-e",
      Object.keys(NOT_RULES).join(","),
      "-",
    ], text);
    assertEquals(checked, { code: 0, stdout: "", stderr: "" });
  });
}

Deno.test("launcherText() hands every fixed and every given word over as it is", async () => {
  const folder = await Deno.makeTempDir({ prefix: "sam-" });
  try {
    const bwrap = `${folder}/bwrap`;
    await Deno.writeTextFile(bwrap, `#!/bin/bash -p\nprintf '%s\\0' "$@"\n`);
    await Deno.chmod(bwrap, 0o755);
    const seccompFile = `${folder}/filter`;
    await Deno.writeTextFile(seccompFile, "");
    const piece = fc.constantFrom(
      "'",
      '"',
      "`",
      "$",
      "$(",
      ")",
      "${HOME}",
      "\\",
      "\n",
      " ",
      "*",
      "--",
      "#",
      "!",
      ";",
      "&",
      "a",
      "é",
    );
    const word = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(""));
    const words = fc.array(word, { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(word, words, word, words, async (value, texts, one, many) => {
        const confinement = plainConfinement({
          env: { VALUE: value },
          workingDirectory: `/${value}`,
          seccompFile,
          target: [...texts.map((text) => ({ text })), { slot: "one" }, { slot: "many" }],
        });
        const launcher = `${folder}/launcher`;
        await Deno.writeTextFile(
          launcher,
          launcherText(confinement, { kinds: [] }, { ...PROGRAMS, bash: "/bin/bash", bwrap }),
        );
        await Deno.chmod(launcher, 0o755);
        const { code, stdout, stderr } = await run(launcher, [
          "--",
          "1",
          one,
          String(many.length),
          ...many,
        ]);
        assertEquals(stderr, "");
        assertEquals(code, 0);
        const got = stdout.split("\0").slice(0, -1);
        assertEquals(got[got.indexOf("--chdir") + 1], `/${value}`);
        assertEquals(got[got.indexOf("VALUE") + 1], value);
        const last = [...texts, one, ...many];
        assertEquals(got.slice(-last.length), last);
        await Deno.remove(launcher);
      }),
      { numRuns: 40 },
    );
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("launcherText() keeps a name with a line break inside its comment", () => {
  const confinement = plainConfinement({ tool: "x\nrm -rf /", bundle: "b\r\u2028" });
  const text = launcherText(confinement, { kinds: [] }, PROGRAMS);
  assertEquals(text.split("\n")[1]!.startsWith("# Launcher of the tool"), true);
  assertNotMatch(text, /^rm/m);
});

Deno.test("quote() refuses NUL, which no word can hold", () => {
  assertEquals(quote("it's"), `'it'\\''s'`);
  assertThrows(() => quote("a\0b"), TypeError, "NUL");
});
