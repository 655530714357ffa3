import {
  assert,
  assertEquals,
  assertNotMatch,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { profileString } from "../../src/sandbox/seatbelt.ts";
import { SEATBELT_PROGRAMS, seatbeltLauncherText } from "../../src/sandbox/seatbelt_launcher.ts";
import { assertGolden } from "../_golden.ts";
import { plainConfinement, type Shape, SHAPES } from "./_shapes.ts";

const VIEW = {
  binds: ["/bin/bash", "/opt/homebrew/Cellar/tool"],
  links: [],
  executables: ["/bin/bash", "/opt/homebrew/Cellar/tool/bin/tool"],
  searchPath: "/opt/homebrew/bin:/bin",
};

function textOf({ confinement, kinds }: Shape): string {
  const c = { ...confinement, view: VIEW, scratchFolder: "/state/scratch" };
  return seatbeltLauncherText(c, { kinds });
}

async function output(program: string, args: string[], stdin: string) {
  const child = new Deno.Command(program, {
    args,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
    clearEnv: true,
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(stdin));
  await writer.close();
  const { code, stdout, stderr } = await child.output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, stdout: text(stdout), stderr: text(stderr) };
}

for (const shape of SHAPES) {
  Deno.test(`seatbeltLauncherText() renders "${shape.name}" as it rendered it before`, async () => {
    await assertGolden(textOf(shape), new URL(`golden/${shape.name}.seatbelt`, import.meta.url));
  });
  Deno.test(`seatbeltLauncherText() of "${shape.name}" is Bash that evaluates no text`, async () => {
    const text = textOf(shape);
    const code = text.replace(/(?:'[^']*'|\\')+/g, "_").replace(/(^|\s)#.*$/gm, "");
    assertNotMatch(code, /\beval\b|\bsource\s|`|\$\((?!\()|<<</);
    assertEquals(await output("/bin/bash", ["-n"], text), { code: 0, stdout: "", stderr: "" });
  });
}

Deno.test("profileString() leaves no way out of a string", () => {
  assertEquals(profileString('a"b\\c(d)'), '"a\\"b\\\\c(d)"');
  assertThrows(() => profileString("a\nb"), TypeError);
});

/**
 * Stands for sandbox-exec, which only macOS has: prints the parameters and the profile that it
 * is given, and starts the program. That the kernel keeps to the profile is not shown by it.
 */
const STAND_IN = `#!/bin/bash
while [[ $1 == -[Dp] ]]; do printf '%s\\n' "$2" >>"$SEEN"; shift 2; done
exec "$@"
`;

Deno.test("seatbeltLauncherText() hands over paths as parameters, and refuses those outside", async (t) => {
  const folder = await Deno.realPath(await Deno.makeTempDir({ prefix: "sam-" }));
  try {
    const [root, seen] = [`${folder}/it's "root"`, `${folder}/seen`];
    for (const path of [root, `${root}/folder`, `${folder}/scratch`, `${folder}/outside`]) {
      await Deno.mkdir(path);
    }
    await Deno.writeTextFile(`${root}/file`, "from inside");
    await Deno.symlink(`${folder}/outside`, `${root}/link`);
    await Deno.writeTextFile(`${folder}/sandbox-exec`, STAND_IN, { mode: 0o755 });
    const text = seatbeltLauncherText(
      plainConfinement({
        roots: [{ path: root, readOnly: false, from: "--root" }],
        scratchFolder: `${folder}/scratch`,
        env: { SEEN: seen, TMPDIR: "/tmp" },
        wallSeconds: 20,
        target: [
          { text: "/bin/bash" },
          { text: "-c" },
          { text: 'printf "%s|" "$TMPDIR" "$PWD" "$@"; exit 7' },
          { text: "tool" },
          { slot: "many" },
        ],
      }),
      { kinds: ["read", "write-dir", "write"] },
      {
        ...SEATBELT_PROGRAMS,
        ...{ mktemp: "/usr/bin/mktemp", mkdir: "/usr/bin/mkdir", rm: "/usr/bin/rm" },
        ...{ sandboxExec: `${folder}/sandbox-exec`, sleep: "/usr/bin/sleep" },
      },
    );
    const launcher = `${folder}/launcher`;
    await Deno.writeTextFile(launcher, text, { mode: 0o755 });
    const run = (...words: string[]) => output(launcher, words, "");

    await t.step("a call that names paths", async () => {
      const good = ["read", `${root}/file`, "write-dir", `${root}/folder`, "write", `${root}/new`];
      const { code, stdout, stderr } = await run(...good, "--", "2", "a'b", "--c d");
      assertEquals(code, 7, stderr);
      const [tmp, work, ...values] = stdout.split("|");
      assert(tmp!.startsWith(`${folder}/scratch/`), stdout);
      assertEquals([work, values], [tmp, ["a'b", "--c d", ""]]);
      const given = await Deno.readTextFile(seen);
      assertStringIncludes(given, `P0=${root}/file\nP1=${root}/folder\nP2=${root}/new\n`);
      assertStringIncludes(given, `(allow file-read* (subpath (param "P0")))`);
      assertStringIncludes(given, `(allow file-read* file-write* (literal (param "P2")))`);
      assert(given.trimEnd().endsWith(`(regex #"/\\.git/(hooks|config)(/|$)")))`), given);
      assertStringIncludes(stderr, `{ "exit-code": 7 }`);
      // The private folder goes with the call.
      assertEquals([...Deno.readDirSync(`${folder}/scratch`)], []);
    });
    const refused: [string[], string][] = [
      [["read", `${folder}/outside`], "outside 0"],
      [["read", `${root}/../outside`], "outside 0"],
      [["read", `${root}/link`], "moved 0"],
      [["write", `${root}/link/new`], "moved 0"],
      [["write-dir", `${root}/file`], "kind 0"],
      [["read", `${root}/absent`], "absent 0"],
      [["read-dir", root], "words 0"],
      [["fixed", "0"], "words 0"],
    ];
    for (const [words, said] of refused) {
      await t.step(`${said}: ${words.join(" ").replaceAll(folder, "")}`, async () => {
        const { code, stdout, stderr } = await run(...words, "--", "0");
        assertEquals([code, stdout, stderr], [125, "", `launcher: ${said}\n`]);
      });
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
