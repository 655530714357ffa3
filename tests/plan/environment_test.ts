import { assertEquals } from "@std/assert";
import { splitEnvironment } from "../../src/plan/environment.ts";
import { parseToolSpec } from "../../src/spec/parse.ts";
import type { ToolSpec } from "../../src/spec/types.ts";
import { toolYaml } from "../_world.ts";

/** A tool with this `env` and the inputs `p` and `q`. */
function toolWith(env: Record<string, unknown>): ToolSpec {
  const properties = { p: { type: "string" }, q: { type: "string" } };
  const used = { fromParams: { P: "p", Q: "q", ...(env.fromParams as Record<string, string>) } };
  const text = toolYaml("demo__run", { properties, execution: { env: { ...env, ...used } } });
  const { spec, problems } = parseToolSpec(text, "demo__run.yaml");
  if (!spec) throw new Error(JSON.stringify(problems));
  return spec;
}

Deno.test("splitEnvironment() fixes what no call decides, and leaves the rest to the call", () => {
  const env = splitEnvironment(
    toolWith({
      static: { A: "fixed", B: "<{{p}}>", C: "default of a parameter" },
      fromRuntime: { D: ["X", "Y"], LANG: ["USER_LANG"] },
      fromParams: { C: "p", GH_PROMPT_DISABLED: "q" },
    }),
    "Europe/Berlin",
    "/usr/bin",
  );
  assertEquals(env.fromParams, { P: "p", Q: "q", C: "p", GH_PROMPT_DISABLED: "q" });
  assertEquals(env.fromRuntime, { D: ["X", "Y"], LANG: ["USER_LANG"] });
  assertEquals(env.static, { B: "<{{p}}>" });
  assertEquals(env.defaults, {
    C: "default of a parameter",
    LANG: "C.UTF-8",
    GH_PROMPT_DISABLED: "1",
  });
  const { A, PATH, TZ, HOME, GIT_TERMINAL_PROMPT } = env.fixed;
  assertEquals([A, PATH, TZ, HOME, GIT_TERMINAL_PROMPT], [
    "fixed",
    "/usr/bin",
    "Europe/Berlin",
    "/tmp/home",
    "0",
  ]);
  // A fixed name would beat what the call brings.
  for (const name of ["B", "C", "D", "LANG", "GH_PROMPT_DISABLED", "P"]) {
    assertEquals(name in env.fixed, false);
  }
});

Deno.test("splitEnvironment() lets a bundle say otherwise about the table of variables", () => {
  const { fixed } = splitEnvironment(toolWith({ static: { TERM: "xterm" } }), undefined, "/bin");
  assertEquals([fixed.TERM, "TZ" in fixed], ["xterm", false]);
});
