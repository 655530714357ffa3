import type { LintRule, Spot } from "../../rule.ts";

const SHEBANG = /^#!\s*\/(usr\/)?bin\/(env\s+)?(ba|z|k|da)?sh\b/;
const STRICT = /^set -euo pipefail\b|^set -eu -o pipefail\b|^set -o errexit\b/;
/** What a shell without `pipefail` can do. */
const STRICT_SH = /^set -eu\b/;

/** Scripts begin with what they are, and stop at errors. */
export const scriptHead: LintRule = {
  id: "script-head",
  level: "error",
  title: 'A script begins with "#!" and "set -euo pipefail"',
  why: "A script that goes on after an error reports success for work that was not done",
  mend: 'Begin the script with "#!/usr/bin/env bash" and "set -euo pipefail"',
  check: ({ scripts }) =>
    scripts.flatMap((script): Spot[] => {
      const lines = script.text.split("\n");
      if (!SHEBANG.test(lines[0]!)) {
        return [{ file: script.path, message: "The first line names no shell" }];
      }
      const index = lines.findIndex((l) => l.trim() !== "" && !l.startsWith("#"));
      const first = index < 0 ? "" : lines[index]!;
      const strict = /(^|[/ ])(sh|dash)\b/.test(lines[0]!.slice(2)) ? STRICT_SH : STRICT;
      if (strict.test(first) || STRICT.test(first)) return [];
      const line = index < 0 ? 1 : index + 1;
      return [{ file: script.path, line, message: 'The first command is not "set -euo pipefail"' }];
    }),
};
