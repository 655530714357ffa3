import { assert, assertEquals, assertMatch } from "@std/assert";
import { findProgram, type Found } from "../../src/sandbox/programs.ts";
import { anyView, programView } from "../../src/sandbox/view.ts";
import { hasBubblewrap, runInView } from "./bwrap_run.ts";

const PATH = Deno.env.get("PATH") ?? "/usr/bin:/bin";
const HOME = Deno.env.get("HOME") ?? "/";
const works = await hasBubblewrap();

function found(name: string): Found | undefined {
  return findProgram(name, PATH);
}

const CASES: { programs: string[]; argv: string[]; prints: RegExp }[] = [
  { programs: ["bash"], argv: ["bash", "-c", "echo ${BASH_VERSION%%.*}"], prints: /^\d+$/ },
  { programs: ["bash"], argv: ["/bin/bash", "-c", "echo path"], prints: /^path$/ },
  {
    programs: ["perl"],
    argv: ["perl", "-MPOSIX", "-MEncode", "-e", "print floor(2.5)"],
    prints: /^2$/,
  },
  {
    programs: ["python3"],
    argv: ["python3", "-c", "import json, ssl, sqlite3, ctypes, asyncio; print(json.dumps([1]))"],
    prints: /^\[1\]$/,
  },
  {
    programs: ["/usr/bin/python3"],
    argv: ["/usr/bin/python3", "-c", "import json, ssl, ctypes; print(ssl.OPENSSL_VERSION)"],
    prints: /SSL/,
  },
  { programs: ["git"], argv: ["git", "--version"], prints: /^git version/ },
  { programs: ["git"], argv: ["git", "init", "-q", "/tmp/r"], prints: /^$/ },
  { programs: ["git"], argv: ["/usr/lib/git-core/git-remote-http"], prints: /^$/ },
  { programs: ["awk"], argv: ["awk", "BEGIN {print 6 * 7}"], prints: /^42$/ },
  { programs: ["ffmpeg"], argv: ["ffmpeg", "-version"], prints: /^ffmpeg version/ },
  { programs: ["node"], argv: ["node", "-e", "console.log(process.version)"], prints: /^v\d/ },
  { programs: ["npm"], argv: ["npm", "--version"], prints: /^\d+\.\d/ },
  { programs: ["file"], argv: ["file", "-b", "/usr/bin/file"], prints: /ELF 64-bit/ },
  { programs: ["curl", "jq"], argv: ["jq", "-n", "1 + 1"], prints: /^2$/ },
  {
    programs: ["iconv"],
    argv: ["iconv", "-f", "UTF-8", "-t", "ISO-8859-15", "/dev/null"],
    prints: /^$/,
  },
];

for (const { programs, argv, prints } of CASES) {
  Deno.test({
    name: `programView() of ${programs.join(" and ")} runs ${argv.slice(0, 2).join(" ")}`,
    ignore: !works || programs.some((name) => !found(name)),
    async fn() {
      const view = programView(programs.map(found).filter((p) => p !== undefined), { home: HOME });
      const run = await runInView(view, argv);
      // git-remote-http is asked without a URL: that it says so shows that it started.
      const code = argv[0]?.endsWith("git-remote-http") ? 1 : 0;
      assertEquals({ ...run, stdout: "" }, { code, stdout: "", stderr: code ? run.stderr : "" });
      if (code) assertMatch(run.stderr, /usage: git remote-curl/);
      assertMatch(run.stdout, prints);
    },
  });
}

Deno.test({
  name: "programView() shows no other program and no file of the host",
  ignore: !works || !found("bash"),
  async fn() {
    const bash = found("bash");
    assert(bash);
    const script =
      'echo /usr/bin/* /etc/* /*; for f in /etc/passwd "$1" /usr/share; do [ -e "$f" ] && echo "$f"; done; exit 0';
    const run = await runInView(programView([bash], { home: HOME }), [
      "bash",
      "-c",
      script,
      "bash",
      HOME,
    ]);
    assertEquals(run.stderr, "");
    assertMatch(run.stdout, /^\/usr\/bin\/bash \/etc\/alternatives \/etc\/ld\.so\.cache [^\n]*$/);
  },
});

Deno.test({
  name: "programView() starts a script whose interpreter env finds",
  ignore: !works || !found("bash") || !found("python3"),
  async fn() {
    const folder = Deno.makeTempDirSync();
    try {
      await Deno.writeTextFile(`${folder}/hello`, "#!/usr/bin/env python3\nprint('hello')\n");
      await Deno.chmod(`${folder}/hello`, 0o755);
      const hello = findProgram("hello", `${folder}:${PATH}`);
      assert(hello);
      const run = await runInView(programView([hello], { home: HOME }), ["hello"]);
      assertEquals(run, { code: 0, stdout: "hello", stderr: "" });
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

Deno.test({
  name: "programView() keeps a Python environment's own packages importable",
  ignore: !works || !found("/usr/bin/python3"),
  async fn() {
    const folder = Deno.realPathSync(Deno.makeTempDirSync());
    try {
      const env = `${folder}/env`;
      await new Deno.Command("/usr/bin/python3", { args: ["-m", "venv", "--without-pip", env] })
        .output();
      const site = [...Deno.readDirSync(`${env}/lib`)][0]?.name;
      await Deno.writeTextFile(`${env}/lib/${site}/site-packages/own.py`, "X = 'own'\n");
      await Deno.writeTextFile(
        `${env}/bin/app`,
        `#!${env}/bin/python3\nimport own; print(own.X)\n`,
      );
      await Deno.chmod(`${env}/bin/app`, 0o755);
      const app = findProgram("app", `${env}/bin`);
      const python = findProgram("python3", `${env}/bin`);
      assert(app && python);
      assertEquals((await runInView(programView([app]), ["app"])).stdout, "own");
      const line = ["python3", "-c", "import own; print(own.X)"];
      assertEquals((await runInView(programView([python]), line)).stdout, "own");
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

Deno.test({
  name: "anyView() runs programs of the system and behind shims, without the home",
  ignore: !works || !found("bash"),
  async fn() {
    const view = anyView(PATH, { home: HOME });
    const script =
      'awk "BEGIN {print 1}" && git --version >/dev/null && echo "$HOME" /etc/passw* && ls -A "$1" | grep -c ssh';
    const run = await runInView(view, ["bash", "-c", script, "bash", HOME]);
    assertEquals(run.stdout, "1\n/tmp /etc/passw*\n0");
  },
});
