/**
 * `deno task test`: installs what the tests need where it may, runs the checks and every
 * test, and ends with the plain line `N passed, N failed, N skipped`.
 *
 * Arguments: paths or `--filter` for `deno test`; none runs all, with the checks before.
 * The folders of `tests` run side by side, one more than there are processors, since a test waits for
 * other processes most of the time; what a folder prints is shown when it has ended.
 *
 * @module
 */
import { installTools } from "./tools.ts";

const root = new URL("..", import.meta.url).pathname;
const deno = Deno.execPath();
/** A test that hangs must not hang what waits for the tests. */
const DEADLINE_MS = 45 * 60 * 1000;
/** Folders that take long begin first, so that none of them is left alone at the end. */
const LONG = ["server", "attacks", "bundles", "clients", "cli", "conformance", "lint", "sandbox"];
/** Folders whose files are jobs by themselves: each waits for programs, and none for long. */
const SPLIT = ["bundles", "attacks"];

const totals = { passed: 0, failed: 0, skipped: 0 };
const bad: string[] = [];
const deadline = AbortSignal.timeout(DEADLINE_MS);

/** What Deno printed, and whether it went well. */
interface Ran {
  text: string;
  good: boolean;
}

/** Runs Deno. With `shown` its output appears as it comes. */
async function run(args: readonly string[], shown: boolean): Promise<Ran> {
  const child = new Deno.Command(deno, {
    signal: deadline,
    args: [...args],
    cwd: root,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
    env: { NO_COLOR: "1" },
  }).spawn();
  const parts: string[] = [];
  const read = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder();
    for await (const chunk of stream) {
      parts.push(decoder.decode(chunk, { stream: true }));
      if (shown) {
        for (let at = 0; at < chunk.length;) at += await Deno.stdout.write(chunk.subarray(at));
      }
    }
  };
  await Promise.all([read(child.stdout), read(child.stderr)]);
  return { text: parts.join(""), good: (await child.status).success };
}

/** A command of Deno, its output, and what it adds to the totals. */
interface Job {
  args: string[];
  count: (ran: Ran) => { passed: number; failed: number; skipped: number };
}

/** One check that counts as one test. */
function check(...args: string[]): Job {
  return {
    args,
    count: ({ good }) => ({ passed: good ? 1 : 0, failed: good ? 0 : 1, skipped: 0 }),
  };
}

function tests(...args: string[]): Job {
  return {
    args: ["test", "-A", "--no-prompt", "--no-check", ...args],
    count: ({ text, good }) => {
      const found =
        /(\d+) passed(?: \(\d+ steps?\))? \| (\d+) failed(?: \(\d+ steps?\))?(?: \| (\d+) ignored)?/
          .exec(text);
      if (!found) return { passed: 0, failed: 1, skipped: 0 };
      const failed = Number(found[2]);
      return {
        passed: Number(found[1]),
        failed: good ? failed : Math.max(1, failed),
        skipped: Number(found[3] ?? 0),
      };
    },
  };
}

async function work(job: Job, shown: boolean) {
  const title = `\n# deno ${job.args.join(" ")}\n`;
  if (shown) console.log(title);
  const begun = Date.now();
  const ran = await run(job.args, shown);
  const count = job.count(ran);
  totals.passed += count.passed;
  totals.failed += count.failed;
  totals.skipped += count.skipped;
  if (count.failed > 0) bad.push(`deno ${job.args.join(" ")}`);
  if (!shown) console.log(title + ran.text);
  console.log(`# ${Math.round((Date.now() - begun) / 1000)} s`);
}

/** Works through the jobs in their order, one more at once than there are processors. */
async function sideBySide(jobs: Job[]) {
  const left = [...jobs];
  const turns = Array.from({ length: navigator.hardwareConcurrency + 1 }, async () => {
    for (let job = left.shift(); job; job = left.shift()) await work(job, false);
  });
  await Promise.all(turns);
}

function filesOf(folder: string): string[] {
  return [...Deno.readDirSync(`${root}${folder}`)].map((entry) => entry.name)
    .filter((name) => name.endsWith("_test.ts")).sort().map((name) => `${folder}/${name}`);
}

/** The jobs of `tests`: its folders that hold tests, those that take long first. */
function testJobs(): string[] {
  const holdsTests = (folder: string): boolean =>
    [...Deno.readDirSync(folder)].some((entry) =>
      entry.isDirectory ? holdsTests(`${folder}/${entry.name}`) : /_test\.ts$/.test(entry.name)
    );
  const rank = (name: string) => (LONG.indexOf(name) + LONG.length + 1) % (LONG.length + 1);
  return [...Deno.readDirSync(`${root}tests`)]
    .filter((entry) => entry.isDirectory && holdsTests(`${root}tests/${entry.name}`))
    .map((entry) => entry.name)
    .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
    .flatMap((name) => SPLIT.includes(name) ? filesOf(`tests/${name}`) : [`tests/${name}`]);
}

const missing = await installTools();
if (missing.length > 0) {
  console.error(`Not here: ${missing.join(", ")}. Tests that need them fail`);
  totals.failed += missing.length;
}
if (Deno.args.length === 0) {
  await work(check("fmt", "--check"), true);
  await work(check("lint"), true);
  // Before the others, which then find every module in the cache.
  await work(check("check", "mod.ts", "src", "scripts", "tests"), true);
  await sideBySide(testJobs().map((folder) => tests(folder)));
} else await work(tests(...Deno.args), true);

if (bad.length > 0) console.log(`\nNot passed:\n${bad.join("\n")}`);
console.log(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
// Where nobody watches, a test that was left out is a test that failed.
Deno.exit(
  totals.failed > 0 || (totals.skipped > 0 && Deno.env.get("CI") !== undefined) ? 1 : 0,
);
