import { assertEquals } from "@std/assert";
import { bwrapArguments } from "../../src/sandbox/bwrap.ts";
import { assertGolden } from "../_golden.ts";
import { plainConfinement, PROGRAMS, SHAPES } from "./_shapes.ts";

/** One option with its values on each line. */
function lines(args: readonly string[]): string {
  return args.map((a, i) => (i > 0 && a.startsWith("--") ? "\n" : i > 0 ? " " : "") + a).join("");
}

Deno.test("bwrapArguments() renders what it rendered before", async () => {
  for (const { name, confinement } of SHAPES) {
    const { before, after } = bwrapArguments(confinement, PROGRAMS);
    const text = `${lines(before)}\n# the call's own mounts\n${lines(after)}\n`;
    await assertGolden(text, new URL(`golden/${name}.bwrap`, import.meta.url));
  }
});

Deno.test("bwrapArguments() closes every namespace, drops every capability and ends with its parent", () => {
  const { before } = bwrapArguments(plainConfinement(), PROGRAMS);
  const options = before.filter((a) => a.startsWith("--"));
  for (
    const option of [
      "--unshare-user",
      "--unshare-ipc",
      "--unshare-pid",
      "--unshare-net",
      "--unshare-uts",
      "--disable-userns",
      "--die-with-parent",
      "--new-session",
    ]
  ) {
    assertEquals(options.filter((o) => o === option).length, 1, option);
  }
  assertEquals(before[before.indexOf("--cap-drop") + 1], "ALL");
  assertEquals(options.filter((o) => o.startsWith("--share") || o === "--cap-add"), []);
});

Deno.test("bwrapArguments() mounts nothing of the host writable", () => {
  for (const { confinement } of SHAPES) {
    const { before, after } = bwrapArguments(confinement, PROGRAMS);
    const mounts = [...before, ...after].filter((a) => /^--(dev-)?bind/.test(a));
    assertEquals(mounts, []);
  }
});

Deno.test("bwrapArguments() makes the root read-only after the last mount", () => {
  const { after } = bwrapArguments(plainConfinement(), PROGRAMS);
  assertEquals(after.slice(0, 2), ["--remount-ro", "/"]);
  assertEquals(after.filter((a) => /bind|tmpfs|--dir|symlink/.test(a)), []);
});

Deno.test("bwrapArguments() gives a tool without a wall limit no timeout", () => {
  const { wallSeconds: _, ...endless } = plainConfinement();
  const { after } = bwrapArguments(endless, PROGRAMS);
  const command = after.slice(after.indexOf("--") + 1);
  assertEquals(command.filter((w) => w.endsWith("/timeout")), []);
  assertEquals(command[0], "/run/limits/prlimit");
});

Deno.test("bwrapArguments() makes a working directory below /tmp and no other", () => {
  const made = (workingDirectory: string) => {
    const { before } = bwrapArguments(plainConfinement({ workingDirectory }), PROGRAMS);
    return before.filter((_, i) => before[i - 1] === "--dir");
  };
  assertEquals(made("/tmp/work"), ["/tmp/home", "/tmp/work"]);
  assertEquals(made("/home/user/project"), ["/tmp/home"]);
});
