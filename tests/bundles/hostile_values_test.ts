/**
 * Every string input of every tool that ships, with texts that are code, options or places to a
 * careless program: each is refused, or reaches the program as the one word that it is. What the
 * programs then do with it, the tests of the bundles show.
 */
import { assert, assertEquals } from "@std/assert";
import { ArgumentChecker } from "../../src/call/arguments.ts";
import { renderInvocation } from "../../src/call/invocation.ts";
import { pathFault } from "../../src/call/precheck.ts";
import { parseOptions } from "../../src/cli/options.ts";
import { prepare } from "../../src/cli/prepare.ts";
import type { Plan, PlanTool } from "../../src/plan/types.ts";
import type { Parameter } from "../../src/spec/types.ts";
import { World } from "../_world.ts";
import { HOSTILE } from "./_shelf.ts";

const VALUES = [
  ...HOSTILE,
  "--",
  "-",
  "$IFS;{id,}",
  "a\0b",
  "a\r\nb",
  "\u001b]0;x\u0007",
  "\ud800",
  "%(id)s",
  "file:///etc/passwd",
  "|id",
  "~/.ssh/id_rsa",
  "/proc/self/environ",
  "../".repeat(50) + "etc/shadow",
  "é".repeat(100_000),
];

/** Something of the type; only the value under test need be good or bad. */
function filler(p: Parameter): unknown {
  if (p.default !== undefined) return p.default;
  if (p.enum?.length) return p.enum[0];
  if (p.type === "boolean") return true;
  if (p.type === "string") return p.path ? "some.txt" : "word";
  return p.type === "array" ? ["word"] : p.minimum ?? 1;
}

/** What becomes of one value: refused, or where it went. */
function fate(
  plan: Plan,
  tool: PlanTool,
  p: Parameter,
  value: string,
  checker: ArgumentChecker,
): "refused" | "one word" {
  const args: Record<string, unknown> = {};
  for (const other of tool.parameters) if (other.required) args[other.name] = filler(other);
  args[p.name] = p.type === "array" ? [value] : value;
  const checked = checker.check(args);
  if (!checked.ok) {
    assert(checked.message.length < 5000, `${tool.name}.${p.name}: a message without end`);
    return "refused";
  }
  const { values } = checked;
  if (p.path) {
    if (pathFault(tool, values, plan)) return "refused";
    // What the launcher gets lies in a root; it is looked at again there.
    return "one word";
  }
  const rendered = renderInvocation(tool, values, () => undefined, {});
  if ("fault" in rendered) return "refused";
  const { slots, env, stdin } = rendered.invocation;
  const text = p.type === "array" ? JSON.stringify([value]) : value;
  const target = Object.entries(tool.env.fromParams).find(([, name]) => name === p.name)?.[0];
  if (target !== undefined) assertEquals(env[target], text, `${tool.name}.${p.name}`);
  const wanted = tool.slots.filter((s) => s.kind !== "argv").length;
  if (tool.slots.length === wanted) assert(slots.every((words) => words.length === 1), tool.name);
  // No other variable holds any of it: nothing was split off.
  const names = Object.entries(env).filter(([, v]) => v.includes(value)).map(([name]) => name);
  const templates = Object.keys(tool.env.static);
  if (value.length > 3 && stdin === undefined) {
    assert(names.every((n) => tool.env.fromParams[n] !== undefined || templates.includes(n)));
  }
  return "one word";
}

Deno.test("every string input of every shipped tool refuses hostile texts, or passes them whole", async () => {
  await using world = await World.make();
  const names = [...Deno.readDirSync(new URL("../../bundles/", import.meta.url))].map((e) =>
    e.name
  );
  const options = world.options(...names.flatMap((name) => ["--bundle", name]));
  const { plan } = (await prepare(parseOptions(options, () => undefined))).draft;
  const { tools } = plan;
  const paths = VALUES.filter((v) => /^(\.\.|\/|~)/.test(v));
  let tried = 0;
  for (const tool of tools) {
    const { responseMode } = tool;
    const checker = await ArgumentChecker.create(tool.parameters, { responseMode });
    for (const p of tool.parameters) {
      if (p.type !== "string" && p.type !== "array") continue;
      for (const value of VALUES) {
        const result = fate(plan, tool, p, value, checker);
        tried++;
        if (/\0|\ud800/.test(value)) assertEquals(result, "refused", `${tool.name}.${p.name}`);
        if (p.path && paths.includes(value)) {
          assertEquals(result, "refused", `${tool.name}.${p.name}: ${value.slice(0, 40)}`);
        }
      }
    }
  }
  assert(tools.length > 50 && tried > 2000, `${tools.length} tools, ${tried} values`);
});
