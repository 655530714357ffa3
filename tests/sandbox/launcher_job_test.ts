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
  ["kill", killLauncherText(JOBS, "/it's plans", PROGRAMS)],
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

const ID = "0123456789abcdef0123456789abcdef";

/** Waits, as a job's launcher does: started with the words of one, below these folders. */
const WORDS: Record<string, (plans: string, jobs: string) => string[]> = {
  "a job": (plans, jobs) => [`${plans}/abc/launch/a__b.job`, "job", `${jobs}/${ID}`],
  "a job of one user": (plans, jobs) => [
    ...[`${plans}/abc/launch/a__b.uid0.job`, "job", `${jobs}/${ID}`, "--"],
  ],
  "another script": (plans, jobs) => [`${plans}/script`, "job", `${jobs}/${ID}`],
  "a launcher of no job": (plans, jobs) => [`${plans}/abc/launch/a__b`, "job", `${jobs}/${ID}`],
  "another job": (plans, jobs) => [
    ...[`${plans}/abc/launch/a__b.job`, "job", `${jobs}/${ID.replace("0", "f")}`],
  ],
  "a call": (plans) => [`${plans}/abc/launch/a__b.job`],
};

/** A process, and the folder of a job that names it as `pid` says. */
async function withJob(
  pidFile: (pid: number, start: string, boot: string) => string,
  test: (kill: (signal: string) => Promise<number>, process: Deno.ChildProcess) => Promise<void>,
  words = "a job",
) {
  const folder = await Deno.realPath(await Deno.makeTempDir({ prefix: "sam-" }));
  const args = ["-p", ...WORDS[words]!(`${folder}/plans`, folder)];
  await Deno.mkdir(`${folder}/plans/abc/launch`, { recursive: true });
  await Deno.writeTextFile(args[1]!, "echo ready; read -r -t 60");
  const child = new Deno.Command("/bin/bash", { args, stdin: "piped", stdout: "piped" }).spawn();
  try {
    const reader = child.stdout.getReader();
    await reader.read();
    await reader.cancel();
    await Deno.mkdir(`${folder}/${ID}`);
    const stat = await Deno.readTextFile(`/proc/${child.pid}/stat`);
    const start = stat.slice(stat.lastIndexOf(") ") + 2).split(" ")[19]!;
    const boot = (await Deno.readTextFile("/proc/sys/kernel/random/boot_id")).trim();
    await Deno.writeTextFile(`${folder}/${ID}/pid`, pidFile(child.pid, start, boot));
    const text = killLauncherText(folder, `${folder}/plans`, PROGRAMS_HERE);
    await Deno.writeTextFile(`${folder}/kill`, text, { mode: 0o755 });
    await test(async (signal) => (await run(`${folder}/kill`, [signal, ID])).code, child);
  } finally {
    try {
      child.kill("SIGKILL");
    } catch {
      // The test ended it.
    }
    await child.status;
    await child.stdin.close().catch(() => {});
    await Deno.remove(folder, { recursive: true });
  }
}

type PidFile = Parameters<typeof withJob>[0];
const RIGHT: PidFile = (pid, start, boot) => `${pid} ${start} ${boot}\n`;

for (const words of ["a job", "a job of one user"]) {
  Deno.test(`killLauncherText() signals ${words} that the job's folder names`, async () => {
    await withJob(RIGHT, async (kill, process) => {
      assertEquals(await kill("0"), 0);
      assertEquals(await kill("TERM"), 0);
      assertEquals((await process.status).signal, "SIGTERM");
      assertEquals(await kill("0"), GONE);
      assertEquals(await kill("HUP"), 125);
    }, words);
  });
}

const WRONG: [what: string, text: PidFile, words?: string][] = [
  ["a pid that was used again", (pid, start, boot) => `${pid} ${BigInt(start) - 1n} ${boot}\n`],
  ["an earlier boot", (pid, start) => `${pid} ${start} 00000000-0000-0000-0000-000000000000\n`],
  ["nothing", () => ""],
  ["a path", (pid, start, boot) => `${pid}/../${pid} ${start} ${boot}\n`],
  ...Object.keys(WORDS).filter((words) => !words.startsWith("a job"))
    .map((words): [string, PidFile, string] => [words, RIGHT, words]),
];

for (const [what, text, words] of WRONG) {
  Deno.test(`killLauncherText() signals nobody when the job's folder names ${what}`, async () => {
    await withJob(text, async (kill, process) => {
      assertEquals(await kill("KILL"), GONE);
      process.kill("SIGTERM");
      assertEquals((await process.status).signal, "SIGTERM");
    }, words);
  });
}

Deno.test("killLauncherText() looks at the number before it uses it", () => {
  // Not tried: a fault here would end the machine. What the pattern lets through is one process.
  const text = killLauncherText(JOBS, "/plans", PROGRAMS);
  const guard = text.indexOf("[[ $__sam_pid == [1-9]*([0-9]) && $__sam_pid != 1 ]] || exit");
  assertEquals(guard > 0 && guard < text.indexOf("\nkill -s"), true);
});
