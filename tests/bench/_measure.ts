/**
 * Two things measured in turn, so that whatever else the machine does meets both.
 *
 * @module
 */

/** One run of something; it may take its own time in milliseconds, else the whole run counts. */
export type Run = () => Promise<number | void>;

/** Medians in milliseconds. */
export interface Pair {
  ours: number;
  baseline: number;
}

/** How often to run. */
export interface Rounds {
  warmUp: number;
  rounds: number;
}

/** Runs A B A B… and takes the median of each. */
export async function inTurn(ours: Run, baseline: Run, rounds: Rounds): Promise<Pair> {
  const times: Record<keyof Pair, number[]> = { ours: [], baseline: [] };
  for (let i = -rounds.warmUp; i < rounds.rounds; i++) {
    const a = await timed(ours);
    const b = await timed(baseline);
    if (i < 0) continue;
    times.ours.push(a);
    times.baseline.push(b);
  }
  return { ours: median(times.ours), baseline: median(times.baseline) };
}

async function timed(run: Run): Promise<number> {
  const begun = performance.now();
  const own = await run();
  return own ?? performance.now() - begun;
}

/** The middle of the values; of an even number of them the upper one. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;
}

/** What a pair should be. */
export interface Goal {
  ratio: number;
  /** Milliseconds that ours may take on top of the baseline. */
  more?: number;
}

/** One line of the report. */
export interface Figure extends Pair {
  name: string;
  goal: Goal;
}

/** Whether the figure is what it should be. */
export function met({ ours, baseline, goal }: Figure): boolean {
  return ours / baseline <= goal.ratio &&
    (goal.more === undefined || ours <= baseline + goal.more);
}

/** `name  ours ms  baseline ms  ratio  goal`, in columns. */
export function figureLine(figure: Figure): string {
  const { name, ours, baseline, goal } = figure;
  const more = goal.more === undefined ? "" : ` and at most ${goal.more} ms more`;
  return [
    name.padEnd(34),
    `${ours.toFixed(2)} ms`.padStart(11),
    `${baseline.toFixed(2)} ms`.padStart(11),
    (ours / baseline).toFixed(2).padStart(6),
    `  at most ${goal.ratio}${more}: ${met(figure) ? "met" : "not met"}`,
  ].join("");
}

/** The head of those columns. */
export const HEAD = [
  "figure".padEnd(34),
  "ours".padStart(11),
  "baseline".padStart(11),
  "ratio".padStart(6),
  "  goal",
].join("");
