import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { exitCodeOf, judgeProbe, type Row, summary, table } from "../../src/attack/compare.ts";
import { GROUPS } from "../../src/attack/groups.ts";
import type { Verdict } from "../../src/attack/probe.ts";

const inside = (verdict: Verdict | undefined, gap?: string) => ({ verdict, detail: "got it", gap });

Deno.test("judgeProbe() tells what a probe says about the fence", () => {
  const judge = (outside: Verdict | undefined, ...told: ReturnType<typeof inside>[]) =>
    judgeProbe("files", "reads", outside, told).judgement;
  assertEquals(judge("through", inside("blocked")), "stopped");
  assertEquals(judge("blocked", inside("blocked")), "stopped, as outside");
  assertEquals(judge(undefined, inside("blocked")), "stopped");
  assertEquals(judge("through", inside("through")), "GOT THROUGH");
  assertEquals(judge("blocked", inside("through")), "GOT THROUGH");
  assertEquals(judge("through", inside("through", "why")), "known gap");
  assertEquals(judge("through", inside(undefined)), "NO REPORT");
  // The worst of all users that tools run as.
  assertEquals(judge("through", inside("blocked"), inside("through")), "GOT THROUGH");
  assertEquals(judge("through", inside("through", "why"), inside("through")), "GOT THROUGH");
  assertEquals(judge("through", inside("through", "why"), inside("blocked")), "known gap");
  assertEquals(judge("through", inside("blocked"), inside(undefined)), "NO REPORT");
});

Deno.test("exitCodeOf() is 1 when one got through, and 2 when one was not tried", () => {
  const row = (verdict: Verdict | undefined, gap?: string) =>
    judgeProbe("files", "reads", "through", [inside(verdict, gap)]);
  assertEquals(exitCodeOf([row("blocked"), row("through", "why")]), 0);
  assertEquals(exitCodeOf([row("blocked"), row("through"), row(undefined)]), 1);
  assertEquals(exitCodeOf([row("blocked"), row(undefined)]), 2);
  assertEquals(exitCodeOf([]), 2);
});

Deno.test("table() has 80 columns, whatever the probes are called and say", () => {
  const rows = GROUPS.flatMap((group): Row[] =>
    group.probes.map((p) =>
      judgeProbe(group.name, p.name, "through", [
        inside("through", p.gaps && "a ".repeat(90).trim()),
      ])
    )
  );
  rows.push(judgeProbe("z", "last", "through", [inside("through")]));
  const text = table(rows);
  const wide = text.split("\n").filter((line) => line.length > 80 || line !== line.trimEnd());
  assertEquals(wide, []);
  for (const group of GROUPS) assertStringIncludes(text, group.name.toUpperCase());
  assertStringIncludes(
    text,
    "last                                          through  through  GOT THROUGH",
  );
  assertStringIncludes(text, "    got it");
  const said = summary(rows, "bwrap");
  assert(said.split("\n").every((line) => line.length <= 80), said);
  assertStringIncludes(said.replaceAll("\n", " "), "got through");
});
