import type { LintRule } from "../../rule.ts";

/** Where the linter itself is blind. */
export const scriptUnread: LintRule = {
  id: "script-unread",
  level: "info",
  title: "Parts of scripts that the parser cannot read",
  why: "Commands in them are not compared with the permissions",
  mend: "Write it more plainly, or read the part by eye",
  check: ({ scripts }) =>
    scripts.filter((s) => !s.isSmokeTest).flatMap((script) =>
      script.facts().unparsed.map((at) => ({
        file: script.path,
        ...at,
        message: "From here on a part of the script could not be read",
      }))
    ),
};
