import { assertEquals } from "@std/assert";
import { hijackReason, isVariableName } from "../../src/spec/environment_names.ts";

const words = (text: string) => text.split(/\s+/);

/** Names that take over a program from every part of `env`. */
const HIJACKING = words(
  `PATH HOME USER IFS PS1 SHELL BASH_ENV ENV PROMPT_COMMAND NODE_OPTIONS LD_PRELOAD LD_LIBRARY_PATH
  DYLD_INSERT_LIBRARIES PYTHONPATH PYTHONSTARTUP PYTHONHOME PYTHONINSPECT PERL5OPT PERL5LIB RUBYOPT
  GCONV_PATH GIT_SSH_COMMAND LESSOPEN BASH_FUNC_x SHELLOPTS BASHOPTS UID EUID PPID RANDOM SECONDS
  LINENO HOSTNAME REPLY OPTARG OPTIND OPTERR PIPESTATUS DIRSTACK GROUPS HISTCMD TIMEFORMAT TMOUT
  POSIXLY_CORRECT CDPATH GLOBIGNORE __ANY GIT_CONFIG_COUNT HTTPS_PROXY https_proxy Path
  TOOL_RESULT_DIR`,
);

Deno.test("hijackReason() refuses names that take over a program, whatever the part", () => {
  for (const name of HIJACKING) {
    for (const source of ["fromRuntime", "static", "fromParams"] as const) {
      assertEquals(typeof hijackReason(name, source, "1"), "string", `${name} ${source}`);
    }
  }
});

Deno.test("hijackReason() accepts harmless values of harmless names in static only", () => {
  const harmless = {
    PAGER: "cat",
    GIT_PAGER: "cat",
    LANG: "C.UTF-8",
    LC_ALL: "de_DE.UTF-8",
    TZ: "Europe/Berlin",
    NO_COLOR: "1",
    PYTHONUNBUFFERED: "1",
    GIT_TERMINAL_PROMPT: "0",
    TERM: "dumb",
  };
  for (const [name, value] of Object.entries(harmless)) {
    assertEquals(hijackReason(name, "static", value), undefined, name);
    assertEquals(typeof hijackReason(name, "fromParams"), "string", name);
    assertEquals(typeof hijackReason(name, "static", "sh -c id"), "string", name);
  }
  assertEquals(typeof hijackReason("TZ", "static", ":/etc/passwd"), "string");
  assertEquals(typeof hijackReason("TZ", "static", "a/../../etc/passwd"), "string");
});

Deno.test("hijackReason() refuses folders of settings from parameters only", () => {
  for (const name of ["TMPDIR", "XDG_CONFIG_HOME", "SSL_CERT_FILE"]) {
    assertEquals(typeof hijackReason(name, "fromParams"), "string", name);
    assertEquals(hijackReason(name, "static", "/tmp/x"), undefined, name);
    assertEquals(hijackReason(name, "fromRuntime"), undefined, name);
  }
});

Deno.test("hijackReason() accepts the names that tools use", () => {
  for (const name of words("TOOL_URL INPUT_PATH FPS WIDTH LEVEL PROFILE DURATION PRESET BITRATE")) {
    assertEquals(hijackReason(name, "fromParams"), undefined, name);
  }
});

Deno.test("isVariableName() accepts identifiers only", () => {
  assertEquals(words("A _a a1 1a a-b a=b").map(isVariableName), [
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
  assertEquals(["", "a\n", "ä"].map(isVariableName), [false, false, false]);
});
