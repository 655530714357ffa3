import { assert, assertEquals } from "@std/assert";
import { HEAD, lintSketches, scripted } from "./_lint.ts";

const rules = (findings: readonly { rule: string }[]) => [...new Set(findings.map((f) => f.rule))];

Deno.test("lintBundles() reads nothing behind links, and lists files that are too long", async () => {
  const { findings } = await lintSketches(scripted("echo a\n"), (defs) => {
    const scripts = `${defs}/b/scripts`;
    Deno.writeTextFileSync(`${defs}/outside.sh`, "eval $TOOL_X \n");
    Deno.symlinkSync(`${defs}/outside.sh`, `${scripts}/link.sh`);
    Deno.symlinkSync("/dev/zero", `${scripts}/zero.sh`);
    Deno.symlinkSync(scripts, `${scripts}/loop`);
    Deno.writeTextFileSync(`${scripts}/long.sh`, "x".repeat(3 * 1024 * 1024));
    Deno.writeFileSync(`${scripts}/bytes.sh`, new Uint8Array([0xff, 0xfe, 0x00, 0x24]));
  });
  assertEquals(rules(findings).sort(), ["file-too-large", "shellcheck-missing", "wide-grant"]);
});

Deno.test("lintBundles() survives scripts that are made to stall a parser", async () => {
  const bodies = [
    "((".repeat(20_000),
    "$(".repeat(20_000),
    "a".repeat(500_000),
    '"${'.repeat(20_000),
    "[[ ".repeat(20_000),
    "<<A ".repeat(2_000),
    "$'\\".repeat(20_000),
  ];
  for (const body of bodies) {
    const { findings } = await lintSketches(scripted(`${body}\n`));
    assert(!findings.some((f) => f.rule === "script-head"), body.slice(0, 10));
  }
});

Deno.test("lintBundles() survives descriptions that are made to stall a pattern", async () => {
  for (const piece of ["<system ", "ignore all ", "aA1+", "\\x41", "do not show ", "b__", "~/."]) {
    const description = `/**\n * ${piece.repeat(8000)}\n */`;
    const { findings } = await lintSketches(
      scripted("echo a\n", { tool: { tool: { description } } }),
    );
    assert(findings.length > 0);
  }
});

Deno.test("lintBundles() runs nothing of a bundle whose names look like options", async () => {
  const files = { "scripts/-rf.sh": `${HEAD}touch /tmp/never\n`, "scripts/$(id).sh": HEAD };
  const { findings } = await lintSketches(scripted("echo a\n", { files }));
  assert(rules(findings).includes("script-executable"));
});

Deno.test("lintBundles() does not wait for pipes, nor take a broken manifest for none", async () => {
  const { findings } = await lintSketches(scripted("echo a\n"), async (defs) => {
    await new Deno.Command("mkfifo", { args: [`${defs}/b/spec_yaml/b__pipe.yaml`] }).output();
  });
  assertEquals(findings.filter((f) => f.level === "error").map((f) => f.rule), ["file-unreadable"]);
  for (const manifest of ["/nowhere/bundle.yaml", "/dev/zero", "/"]) {
    const { findings } = await lintSketches(scripted("echo a\n"), async (defs) => {
      await Deno.remove(`${defs}/b/bundle.yaml`);
      await Deno.symlink(manifest, `${defs}/b/bundle.yaml`);
    });
    assertEquals(findings.filter((f) => f.level === "error").map((f) => f.rule), [
      "file-unreadable",
    ]);
  }
});
