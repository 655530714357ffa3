import { assertEquals, assertNotMatch } from "@std/assert";
import { launcherText } from "../../src/sandbox/launcher.ts";
import { GONE, killLauncherText } from "../../src/sandbox/launcher_kill.ts";
import { PROGRAMS, SHAPES } from "./_shapes.ts";

const JOBS = "/state/it's jobs";
const PROGRAMS_HERE = { ...PROGRAMS, bash: "/bin/bash", env: "/usr/bin/env" };

/** See launcher_text_test.ts for the three that it leaves out. */
const SHELLCHECK = [
  ...["-s", "bash", "--norc", "-o", "quote-safe-variables"],
  ...["-e", "SC2015,SC2123,SC2317", "-"],
];

async function run(program: string, args: string[], stdin?: string) {
  const child = new Deno.Command(program, {
    args,
    clearEnv: true,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  if (stdin !== undefined) await writer.write(new TextEncoder().encode(stdin));
  await writer.close();
  const { code, stdout } = await child.output();
  return { code, stdout: new TextDecoder().decode(stdout) };
}

const TEXTS: [string, string][] = [
  ...SHAPES.map((s): [string, string] => [
    s.name,
    launcherText(s.confinement, { kinds: s.kinds }, PROGRAMS, JOBS),
  ]),
  ["kill", killLauncherText(JOBS, PROGRAMS)],
];

for (const [name, text] of TEXTS) {
  Deno.test(`the job launcher "${name}" evaluates no text, and shellcheck finds no fault`, async () => {
    const code = text.replace(/(?:'[^']*'|\\')+/g, "_").replace(/(^|\s)#.*$/gm, "");
    assertNotMatch(code, /\beval\b|\bsource\s|`|\$\((?!\()|<<</);
    assertNotMatch(code, /\$\{!(?!\w+\[@\]\})/);
    assertEquals(await run("/usr/bin/bash", ["-n"], text), { code: 0, stdout: "" });
    assertEquals(await run("/usr/bin/shellcheck", SHELLCHECK, text), { code: 0, stdout: "" });
  });
}

Deno.test("launcherText() of a job waits for the tool and never dies with the server", () => {
  for (const shape of SHAPES) {
    const text = launcherText(shape.confinement, { kinds: shape.kinds }, PROGRAMS, JOBS);
    assertNotMatch(text, /pdeathsig/);
    assertEquals(text.match(/trap __sam_report EXIT/g)?.length, 1);
    assertEquals(text.match(/__sam_begin$/gm)?.length, 1);
  }
});

/** A process, and the folder of a job that names it as `pid` says. */
async function withJob(
  pidFile: (pid: number, start: string, boot: string) => string,
  test: (kill: (signal: string) => Promise<number>, process: Deno.ChildProcess) => Promise<void>,
) {
  const folder = await Deno.makeTempDir({ prefix: "sam-" });
  const child = new Deno.Command("/usr/bin/sleep", { args: ["60"] }).spawn();
  try {
    const id = "0123456789abcdef0123456789abcdef";
    await Deno.mkdir(`${folder}/${id}`);
    const stat = await Deno.readTextFile(`/proc/${child.pid}/stat`);
    const start = stat.slice(stat.lastIndexOf(") ") + 2).split(" ")[19]!;
    const boot = (await Deno.readTextFile("/proc/sys/kernel/random/boot_id")).trim();
    await Deno.writeTextFile(`${folder}/${id}/pid`, pidFile(child.pid, start, boot));
    await Deno.writeTextFile(`${folder}/kill`, killLauncherText(folder, PROGRAMS_HERE));
    await Deno.chmod(`${folder}/kill`, 0o755);
    await test(async (signal) => (await run(`${folder}/kill`, [signal, id])).code, child);
  } finally {
    try {
      child.kill("SIGKILL");
    } catch {
      // The test ended it.
    }
    await child.status;
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("killLauncherText() signals the process that the job's folder names", async () => {
  await withJob((pid, start, boot) => `${pid} ${start} ${boot}\n`, async (kill, process) => {
    assertEquals(await kill("0"), 0);
    assertEquals(await kill("TERM"), 0);
    assertEquals((await process.status).signal, "SIGTERM");
    assertEquals(await kill("0"), GONE);
    assertEquals(await kill("HUP"), 125);
  });
});

for (
  const [what, text] of Object.entries({
    "a pid that was used again": (pid, start, boot) => `${pid} ${BigInt(start) - 1n} ${boot}\n`,
    "an earlier boot": (pid, start) => `${pid} ${start} 00000000-0000-0000-0000-000000000000\n`,
    "nothing": () => "",
    "no number": (_pid, start, boot) => `-1 ${start} ${boot}\n`,
    "a path": (pid, start, boot) => `${pid}/../${pid} ${start} ${boot}\n`,
  } as Record<string, (pid: number, start: string, boot: string) => string>)
) {
  Deno.test(`killLauncherText() signals nobody when the job's folder names ${what}`, async () => {
    await withJob(text, async (kill, process) => {
      assertEquals(await kill("KILL"), GONE);
      process.kill("SIGTERM");
      assertEquals((await process.status).signal, "SIGTERM");
    });
  });
}
