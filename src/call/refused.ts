/**
 * What a launcher said instead of running the tool, in words for the caller.
 *
 * @module
 */
import type { TierName } from "../plan/types.ts";
import type { RefusalCode } from "../sandbox/confinement.ts";
import type { Mount } from "./mounts.ts";
import { quoteValue } from "./quote_value.ts";
import type { Reason } from "./outcome.ts";

/** A launcher's refusal, read off its stderr. */
export interface LauncherRefusal {
  code: RefusalCode;
  mount: Mount | undefined;
  /** Where a link led, when that is in a root. */
  real?: string;
}

/** Reads `launcher: CODE INDEX`; undefined when the launcher said nothing. */
export function readRefusal(
  stderr: string,
  mounts: readonly Mount[],
): LauncherRefusal | undefined {
  const line = /^launcher: ([a-z]+) (-?\d+)$/m.exec(stderr);
  if (!line) return undefined;
  const mount = mounts[Number(line[2])];
  const code = line[1] as RefusalCode;
  if (code !== "moved") return { code, mount };
  // The real path follows, up to a NUL that the text shows as \x00.
  const after = stderr.slice(line.index + line[0].length + 1);
  const end = after.lastIndexOf("\\x00");
  return { code, mount, ...(end >= 0 && { real: after.slice(0, end) }) };
}

/** What only the Landlock tier refuses: its rules hold for all that is below a folder. */
const HOLDS_ONE =
  "; without bubblewrap no folder that holds one can be written as a whole, so name one inside it";

/** Says it to the caller. */
export function explainRefusal(
  refusal: LauncherRefusal,
  tier?: TierName,
): { reason: Reason; message: string } {
  const { code, mount } = refusal;
  const capability = mount?.capability;
  const what = capability
    ? `"${capability.parameter}" is ${quoteValue(capability.path)}`
    : mount
    ? `The tool's own folder ${quoteValue(mount.dest)}`
    : "The call";
  const writes = capability?.kind.startsWith("write") ?? false;
  switch (code) {
    case "absent":
      return {
        reason: "input",
        message: `${what}${capability ? ", which" : ""} does not exist or cannot be seen`,
      };
    case "kind":
      return {
        reason: "input",
        message: `${what}${capability ? ", which" : ""} is not ${
          capability?.kind.endsWith("-dir")
            ? "a folder"
            : writes
            ? "a regular file"
            : "a regular file or a folder"
        }`,
      };
    case "denied":
      return {
        reason: "policy",
        message: `${what}, but the user who runs the tool may not ${writes ? "write" : "open"} it`,
      };
    case "outside":
    case "moved":
      return {
        reason: "policy",
        message: `${what}${capability ? ", which" : ""} leads outside the roots through a link`,
      };
    case "readonly":
      return { reason: "policy", message: `${what}, but the root that holds it is read-only` };
    case "protected":
      return {
        reason: "policy",
        message:
          `${what}, but names like .git, .envrc and .vscode run code for others later, so no tool writes there${
            tier === "landlock" && mount?.word !== "write" ? HOLDS_ONE : ""
          }`,
      };
    case "setup":
      return {
        reason: "sandbox",
        message: `${what}, and the file that is there could not be staged`,
      };
    default:
      return {
        reason: "internal",
        message: `The launcher did not understand the call ("${code}")`,
      };
  }
}
