/**
 * `deno task test`: installs what the tests need where it may, runs the checks and every
 * test, and ends with the plain line `N passed, N failed, N skipped`.
 *
 * Arguments: paths or `--filter` for `deno test`; none runs all, with the checks before.
 *
 * @module
 */
import { installTools } from "./tools.ts";

const root = new URL("..", import.meta.url).pathname;
const deno = Deno.execPath();
/** A test that hangs must not hang what waits for the tests. */
const DEADLINE_MS = 45 * 60 * 1000;
let passed = 0;
let failed = 0;
let skipped = 0;

/** Runs Deno with its output shown; resolves to what it printed and whether it went well. */
async function run(args: readonly string[]): Promise<{ text: string; good: boolean }> {
  const deadline = AbortSignal.timeout(DEADLINE_MS);
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
  const show = async (stream: ReadableStream<Uint8Array>, out: typeof Deno.stdout) => {
    const decoder = new TextDecoder();
    for await (const chunk of stream) {
      parts.push(decoder.decode(chunk, { stream: true }));
      for (let at = 0; at < chunk.length;) at += await out.write(chunk.subarray(at));
    }
  };
  await Promise.all([show(child.stdout, Deno.stdout), show(child.stderr, Deno.stderr)]);
  return { text: parts.join(""), good: (await child.status).success };
}

/** One check that counts as one test. */
async function check(args: readonly string[]) {
  console.log(`\n# deno ${args.join(" ")}`);
  if ((await run(args)).good) passed++;
  else failed++;
}

async function tests(args: readonly string[]) {
  console.log(`\n# deno test ${args.join(" ")}`);
  const { text, good } = await run(["test", "-A", "--no-prompt", "--no-check", ...args]);
  const totals =
    /(\d+) passed(?: \(\d+ steps?\))? \| (\d+) failed(?: \(\d+ steps?\))?(?: \| (\d+) ignored)?/
      .exec(text);
  if (!totals) {
    failed++;
    return;
  }
  passed += Number(totals[1]);
  failed += Number(totals[2]);
  skipped += Number(totals[3] ?? 0);
  if (!good && totals[2] === "0") failed++;
}

const missing = await installTools();
if (missing.length > 0) {
  console.error(`Not here: ${missing.join(", ")}. Tests that need them fail`);
  failed += missing.length;
}
if (Deno.args.length === 0) {
  await check(["fmt", "--check"]);
  await check(["lint"]);
  await check(["check", "mod.ts", "src", "scripts", "tests"]);
  await tests(["tests"]);
} else await tests(Deno.args);

console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
// Where nobody watches, a test that was left out is a test that failed.
Deno.exit(failed > 0 || (skipped > 0 && Deno.env.get("CI") !== undefined) ? 1 : 0);
