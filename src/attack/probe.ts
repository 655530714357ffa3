/**
 * Probes: things that a tool must not be able to do, each tried inside and outside.
 *
 * A probe that fails inside proves nothing until the same probe has succeeded outside. So
 * each names who gets through when nothing is confined, and at least one must.
 *
 * @module
 */

/** What a probe comes to. */
export type Verdict = "through" | "blocked";

/** Who tries, and whether the sandbox stands. */
export type SettingName =
  | "root, confined"
  | "nobody, confined"
  | "user, confined"
  | "root, off"
  | "user, off";

/** What happens to a probe when nothing is confined: `either` where that depends on the machine. */
export type Outside = Partial<Record<"root" | "user", Verdict | "either">>;

/** Settings with a reason for each. */
export type Reasons = Partial<Record<SettingName, string>>;

/** One probe. */
export interface Probe {
  name: string;
  /** Perl statements, see the harness: returns what was got, or dies. */
  code: string;
  /** Default: `through` for both. */
  off?: Outside;
  /** Where the sandbox lets it through, and why that is so: a documented gap. */
  gaps?: Reasons;
  /** Not for these settings, and why. */
  leftOut?: Reasons;
  /**
   * A file that it leaves behind, below one of the targets: it got through when the file is
   * there outside. Inside it may be a file of the private `/tmp`.
   */
  leaves?: [target: string, path: string];
  /**
   * Outside it touches what everybody on the machine uses, though nothing is meant to stay: tests
   * try it there, `doctor` does not.
   */
  touchesMachine?: true;
  /** It ends the harness too, so that it needs a call of its own; then the verdict is known by other means. */
  alone?: boolean;
}

/** What one probe reported. */
export interface Report {
  verdict: Verdict;
  detail: string;
}

/** The verdict that a probe must have when nothing is confined, or `either`. */
export function expectedOutside(probe: Probe, setting: SettingName): Verdict | "either" {
  return probe.off?.[setting === "root, off" ? "root" : "user"] ?? "through";
}

/** A probe for root alone: plain users lack the right for it outside too. */
export const ROOT_ONLY: Outside = { root: "through", user: "blocked" };

/** Probes as one text for the harness. */
export function code(probes: readonly Probe[]): string {
  return probes.map((p) => `probe(q{${p.name}}, sub { ${p.code} });`).join("\n");
}

/** Reads the harness's lines. */
export function reports(stdout: string): Map<string, Report> {
  const found = new Map<string, Report>();
  for (const line of stdout.split("\n")) {
    const [name, verdict, detail] = line.split("\t");
    if (verdict === "through" || verdict === "blocked") {
      found.set(name!, { verdict, detail: detail ?? "" });
    }
  }
  return found;
}
