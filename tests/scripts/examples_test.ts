import { assert, assertEquals } from "@std/assert";
import { parse } from "@std/yaml";
import { parseManifest } from "../../src/bundle/manifest.ts";
import { COMMANDS } from "../../src/cli/main.ts";
import { parseOptions } from "../../src/cli/options.ts";
import { parseToolSpec } from "../../src/spec/parse.ts";
import { formatProblem } from "../../src/spec/problem.ts";

const ROOT = new URL("../../", import.meta.url).pathname;

interface Block {
  page: string;
  language: string;
  text: string;
}

/** Every fenced block of the pages that people read first to last. */
function blocks(): Block[] {
  const pages = [
    ...[...Deno.readDirSync(ROOT)].map((e) => e.name),
    ...[...Deno.readDirSync(`${ROOT}docs`)].map((e) => `docs/${e.name}`),
  ].filter((name) => name.endsWith(".md"));
  return pages.flatMap((page) =>
    [...Deno.readTextFileSync(ROOT + page).matchAll(/^```(\w+)\n(.*?)^```$/gms)]
      .map(([, language, text]) => ({ page, language: language!, text: text! }))
  );
}

const BLOCKS = blocks();

Deno.test("every YAML of the documentation is one, and every whole tool and manifest loads", () => {
  const problems: string[] = [];
  let whole = 0;
  for (const { page, language, text } of BLOCKS) {
    if (language !== "yaml") continue;
    const value = parse(text) as Record<string, unknown>;
    if (value["apiVersion"] !== "v1") continue;
    whole++;
    const { problems: found } = value["tool"]
      ? parseToolSpec(text, page)
      : parseManifest(text, page);
    problems.push(...found.filter((p) => p.level === "error").map(formatProblem));
  }
  assertEquals(problems, []);
  assert(whole >= 4, `only ${whole} whole files were looked at`);
});

Deno.test("every command of the documentation is one, with options that there are", () => {
  const wrong: string[] = [];
  const tasks: string[] = Object.keys(JSON.parse(Deno.readTextFileSync(`${ROOT}deno.json`)).tasks);
  let commands = 0;
  for (const { page, language, text } of BLOCKS) {
    if (!["sh", "console"].includes(language)) continue;
    for (const line of text.replaceAll("\\\n", " ").split("\n")) {
      const words = /^(?:\$ )?npx -y deno@(\S+) task (?:--quiet )?(.*?)(?:\s+#.*)?$/.exec(line);
      if (!words) continue;
      commands++;
      // The shell's quotes around a whole word.
      const [task = "", first = "start", ...rest] = words[2]!.split(/\s+/)
        .map((w) => w.replace(/^'(.*)'$/, "$1"));
      if (!tasks.includes(task)) wrong.push(`${page}: ${line}: no task "${task}"`);
      if (task !== "cli" && task !== "start") continue;
      const name = task === "start" ? "start" : first;
      const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
      try {
        if (!command) throw new Error(`no command "${name}"`);
        const own = task === "start" ? words[2]!.split(/\s+/).slice(1) : rest;
        parseOptions(own, () => undefined, command.open);
      } catch (error) {
        wrong.push(`${page}: ${line}: ${(error as Error).message}`);
      }
    }
  }
  assertEquals(wrong, []);
  assert(commands >= 15, `only ${commands} commands were looked at`);
});

Deno.test("every JSON of the documentation is JSON", () => {
  for (const { page, language, text } of BLOCKS) {
    if (language === "json") assert(JSON.parse(text), page);
  }
});
