import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { AuditLog } from "../../src/audit/log.ts";
import { type AuditEntry, canonicalJson, checkChain, FIRST_LINK } from "../../src/audit/record.ts";

function entry(tool: string): AuditEntry {
  return {
    time: "2026-01-01T00:00:00.000Z",
    caller: "stdio",
    tool,
    arguments_sha256: "a",
    grants_sha256: "b",
    sandbox: "bwrap",
    status: "success",
    reason: "exit",
    exit_code: 0,
    duration_ms: 1,
  };
}

async function inFolder(test: (folder: string) => Promise<void>) {
  const folder = await Deno.makeTempDir({ prefix: "audit-" });
  try {
    await test(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("append() ties lines into one chain, for several logs of one folder at once", async () => {
  await inFolder(async (folder) => {
    const logs = [new AuditLog(folder), new AuditLog(folder), new AuditLog(folder)];
    await Promise.all(
      Array.from({ length: 60 }, (_, i) => logs[i % 3]!.append(entry(`t__${i}`))),
    );
    const text = await Deno.readTextFile(logs[0]!.path);
    const chain = await checkChain(text, FIRST_LINK);
    assertEquals([chain.lines, chain.fault], [60, undefined]);
    assertEquals((await Deno.stat(logs[0]!.path)).mode! & 0o777, 0o600);
  });
});

Deno.test("checkChain() finds a changed, a missing and a moved line", async () => {
  await inFolder(async (folder) => {
    const log = new AuditLog(folder);
    for (let i = 0; i < 4; i++) await log.append(entry(`t__${i}`));
    const lines = (await Deno.readTextFile(log.path)).trimEnd().split("\n");
    const check = async (some: string[]) =>
      (await checkChain(some.join("\n"), FIRST_LINK)).fault?.line;
    assertEquals(await check(lines), undefined);
    assertEquals(await check(lines.map((l, i) => i === 2 ? l.replace("t__2", "t__9") : l)), 3);
    assertEquals(await check([lines[0]!, lines[2]!, lines[3]!]), 2);
    assertEquals(await check([lines[1]!, lines[0]!, lines[2]!]), 1);
    assertEquals(await check([lines[0]!, "{", lines[1]!]), 2);
  });
});

Deno.test("append() rotates a long log and carries the chain over", async () => {
  await inFolder(async (folder) => {
    const log = new AuditLog(folder, 2000);
    for (let i = 0; i < 12; i++) await log.append(entry(`t__${i}`));
    const names = [...Deno.readDirSync(folder)].map((e) => e.name).sort();
    assert(names.length > 1, names.join());
    let last = FIRST_LINK;
    let lines = 0;
    for (const name of [...names.filter((n) => n !== "audit.jsonl"), "audit.jsonl"]) {
      const chain = await checkChain(await Deno.readTextFile(`${folder}/${name}`), last);
      assertEquals(chain.fault, undefined, name);
      last = chain.last;
      lines += chain.lines;
    }
    assertEquals(lines, 12);
  });
});

Deno.test("append() goes on after a line that a crash cut short", async () => {
  await inFolder(async (folder) => {
    const log = new AuditLog(folder);
    await log.append(entry("t__1"));
    await Deno.writeTextFile(log.path, '{"time":"20', { append: true });
    await log.append(entry("t__2"));
    const lines = (await Deno.readTextFile(log.path)).trimEnd().split("\n");
    assertEquals(lines.length, 3);
    assertEquals(JSON.parse(lines[2]!).previous, JSON.parse(lines[0]!).hash);
  });
});

Deno.test("canonicalJson() is the same for every order of keys", () => {
  fc.assert(fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
    const turned = Object.fromEntries(Object.entries(value).reverse());
    return canonicalJson(value) === canonicalJson(turned);
  }));
});
