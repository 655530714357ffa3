import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { readElf } from "../../src/sandbox/elf.ts";
import { fakeElf, withRoot } from "./fake_root.ts";

Deno.test("readElf() reads loader, libraries and run paths", () => {
  withRoot({
    "/p": {
      machine: 183,
      interpreter: "/lib/ld-linux-aarch64.so.1",
      needed: ["libc.so.6", "libz.so.1"],
      rpath: "/a:/b",
      runpath: "$ORIGIN/../lib",
    },
  }, (files) => {
    assertEquals(readElf("/p", files), {
      machine: 183,
      interpreter: "/lib/ld-linux-aarch64.so.1",
      needed: ["libc.so.6", "libz.so.1"],
      rpath: ["/a", "/b"],
      runpath: ["$ORIGIN/../lib"],
    });
  });
});

Deno.test("readElf() is undefined for scripts, folders, absent files, 32-bit and big-endian files", () => {
  withRoot({
    "/script": { script: "#!/bin/sh\n" },
    "/empty": "",
    "/folder": null,
    "/elf32": { elfClass: 1, needed: ["libc.so.6"] },
    "/big": { data: 2, needed: ["libc.so.6"] },
  }, (files) => {
    for (const path of ["/script", "/empty", "/folder", "/absent", "/elf32", "/big"]) {
      assertEquals(readElf(path, files), undefined, path);
    }
  });
});

Deno.test("readElf() reads a file again after it changed", () => {
  const path = Deno.makeTempFileSync();
  try {
    Deno.writeFileSync(path, fakeElf({ needed: ["liba.so"] }));
    assertEquals(readElf(path)?.needed, ["liba.so"]);
    Deno.writeFileSync(path, fakeElf({ needed: ["libb.so", "libc.so"] }));
    assertEquals(readElf(path)?.needed, ["libb.so", "libc.so"]);
  } finally {
    Deno.removeSync(path);
  }
});

Deno.test("readElf() does not throw on damaged files", () => {
  const path = Deno.makeTempFileSync();
  const whole = fakeElf({ interpreter: "/lib/ld.so", needed: ["libc.so.6"], rpath: "/a" });
  try {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 8 }),
        fc.nat(whole.length),
        (changes, length) => {
          const bytes = whole.slice(0, length);
          for (const [at, value] of changes) if (at < length) bytes[at] = value;
          Deno.writeFileSync(path, bytes);
          // The cache goes by size and time, which here may both stay.
          Deno.utimeSync(
            path,
            0,
            changes.reduce((sum, [at, value]) => sum + at * 256 + value, length),
          );
          readElf(path);
        },
      ),
      { numRuns: 500 },
    );
  } finally {
    Deno.removeSync(path);
  }
});

Deno.test("readElf() does not wait for the writer of a FIFO", async () => {
  const folder = Deno.makeTempDirSync();
  try {
    await new Deno.Command("mkfifo", { args: [`${folder}/fifo`] }).output();
    assertEquals(readElf(`${folder}/fifo`), undefined);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});
