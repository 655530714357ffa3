import { assertEquals } from "@std/assert";
import { sweepPlans, sweepScratch, sweepState } from "../../src/plan/sweep.ts";

const DAY = 24 * 60 * 60 * 1000;

async function inFolder(test: (folder: string) => Promise<void>) {
  const folder = await Deno.makeTempDir({ prefix: "sweep-" });
  try {
    await test(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function names(folder: string): string[] {
  return [...Deno.readDirSync(folder)].map((e) => e.name).sort();
}

Deno.test("sweepPlans() removes old plans, and neither kept ones nor the one in use", async () => {
  await inFolder(async (folder) => {
    for (const name of ["old", "kept", "used", "new", ".draft-x"]) {
      await Deno.mkdir(`${folder}/${name}/launch`, { recursive: true });
      await Deno.writeTextFile(`${folder}/${name}/launch/a`, "", { mode: 0o444 });
    }
    await Deno.writeTextFile(`${folder}/kept/keep`, "");
    const now = Date.now();
    for (const name of ["old", "kept", "used", ".draft-x"]) {
      await Deno.utime(`${folder}/${name}`, new Date(now - 31 * DAY), new Date(now - 31 * DAY));
    }
    await sweepPlans(folder, `${folder}/used`, now);
    assertEquals(names(folder), ["kept", "new", "used"]);
    await sweepPlans(`${folder}/nothing`, "", now);
  });
});

Deno.test("sweepState() removes the output files of yesterday's calls", async () => {
  await inFolder(async (folder) => {
    const now = Date.now();
    for (const path of ["spill/old", "spill/new", "results/old", "results/new"]) {
      await Deno.mkdir(`${folder}/${path}`, { recursive: true });
      if (path.endsWith("old")) {
        await Deno.utime(`${folder}/${path}`, new Date(now - 2 * DAY), new Date(now - 2 * DAY));
      }
    }
    await sweepState(folder, now);
    assertEquals([names(`${folder}/spill`), names(`${folder}/results`)], [["new"], ["new"]]);
  });
});

Deno.test("sweepScratch() removes private folders of yesterday whose process is gone", async () => {
  await inFolder(async (folder) => {
    const now = Date.now();
    // The kernel's numbers end at 2^22 (proc(5), pid_max).
    for (const name of ["9999999-old", `${Deno.pid}-old`, "9999999-new"]) {
      await Deno.mkdir(`${folder}/${name}/tmp`, { recursive: true });
      if (name.endsWith("old")) {
        await Deno.utime(`${folder}/${name}`, new Date(now - 2 * DAY), new Date(now - 2 * DAY));
      }
    }
    await sweepScratch(folder, now);
    assertEquals(names(folder), [`${Deno.pid}-old`, "9999999-new"].sort());
    await sweepScratch(`${folder}/nothing`, now);
  });
});
