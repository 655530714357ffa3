/**
 * What became of each probe inside and outside, and what that says.
 *
 * Pure: no Deno permission is needed.
 *
 * @module
 */
import { COLUMNS, wrap } from "../spec/wrap.ts";
import type { Verdict } from "./probe.ts";

/** What one probe says about the fence. */
export type Judgement =
  /** Through outside and stopped inside: the fence stops it. */
  | "stopped"
  /** Stopped inside, and outside as well, by this machine or this user's rights. */
  | "stopped, as outside"
  /** Through inside, as documented: `why` says what it comes to. */
  | "known gap"
  /** Through inside, and it should not be. */
  | "GOT THROUGH"
  /** It reported nothing inside, so that nothing is known. */
  | "NO REPORT";

/** One line of the report. */
export interface Row {
  group: string;
  probe: string;
  /** Undefined: not tried there. */
  outside: Verdict | undefined;
  inside: Verdict | undefined;
  judgement: Judgement;
  /** For a known gap, why it is one; for others what the probe said. */
  why: string;
}

/** What one probe came to. Inside it may be tried as several users: the worst counts. */
export function judgeProbe(
  group: string,
  probe: string,
  outside: Verdict | undefined,
  inside: readonly { verdict: Verdict | undefined; detail: string; gap: string | undefined }[],
): Row {
  const through = inside.filter((i) => i.verdict === "through");
  const bad = through.find((i) => i.gap === undefined);
  const silent = inside.find((i) => i.verdict === undefined);
  const row = (verdict: Verdict | undefined, judgement: Judgement, why = ""): Row => ({
    group,
    probe,
    outside,
    inside: verdict,
    judgement,
    why,
  });
  if (bad) return row("through", "GOT THROUGH", bad.detail);
  if (silent) return row(undefined, "NO REPORT");
  if (through[0]) return row("through", "known gap", through[0].gap);
  return row("blocked", outside === "blocked" ? "stopped, as outside" : "stopped");
}

/** 1 when one got through that should not, 2 when something could not be tried, else 0. */
export function exitCodeOf(rows: readonly Row[]): number {
  if (rows.some((r) => r.judgement === "GOT THROUGH")) return 1;
  return rows.length === 0 || rows.some((r) => r.judgement === "NO REPORT") ? 2 : 0;
}

/** Columns: probe, outside, inside, verdict; two blanks between. */
const CELLS = [44, 7, 7, 16] as const;

/** The report as a table of 80 columns. */
export function table(rows: readonly Row[]): string {
  const lines = [line(["probe", "outside", "inside", "verdict"]), "-".repeat(COLUMNS)];
  let group = "";
  for (const row of rows) {
    if (row.group !== group) lines.push(...(group === "" ? [] : [""]), row.group.toUpperCase());
    group = row.group;
    const [first = "", ...rest] = wrap(row.probe, CELLS[0]);
    const said = [row.outside ?? "-", row.inside ?? "-", short(row.judgement)];
    lines.push(line([first, ...said]), ...rest.map((part) => `  ${part}`));
    if (row.why !== "") lines.push(...wrap(row.why, COLUMNS - 6).map((part) => `    ${part}`));
  }
  return lines.join("\n");
}

/** What all rows together say, in a few lines. */
export function summary(rows: readonly Row[], fence: string): string {
  const count = (judgement: Judgement) => rows.filter((r) => r.judgement === judgement).length;
  const parts = [
    `${rows.length} probes of ${fence}: ${count("stopped")} stopped that get through outside`,
    `${count("stopped, as outside")} stopped that this machine stops outside too`,
    `${count("known gap")} known gaps (docs/security.md, docs/landlock.md)`,
    ...(count("NO REPORT") > 0 ? [`${count("NO REPORT")} that could not be tried`] : []),
    `${count("GOT THROUGH")} got through`,
  ];
  return wrap(parts.join(", ")).join("\n");
}

function short(judgement: Judgement): string {
  return judgement === "stopped, as outside" ? "stopped, as out" : judgement;
}

function line(cells: readonly string[]): string {
  return cells.map((cell, i) => cell.padEnd(CELLS[i]!)).join("  ").trimEnd();
}
