/**
 * Whether a variable is what it was when the plan was derived.
 *
 * @module
 */
import { sha256 } from "../spec/digest.ts";

/** Of a variable that is not set, or is empty: both mean the same to a bundle. */
const UNSET = "unset";

/** A digest of a variable's value; the name is in it, so that equal values do not show. */
export async function digestOfVariable(name: string, value: string | undefined): Promise<string> {
  return value ? (await sha256(`${name}\0${value}`)).slice(0, 32) : UNSET;
}

/** The variables that differ from those of `--env-digest NAME=DIGEST`, by name. */
export async function changedVariables(
  args: readonly string[],
  env: (name: string) => string | undefined,
): Promise<string[]> {
  const changed: string[] = [];
  for (const [at, word] of args.entries()) {
    if (word !== "--env-digest") continue;
    const [name = "", digest] = (args[at + 1] ?? "").split("=");
    if (await digestOfVariable(name, env(name)) !== digest) changed.push(name);
  }
  return changed;
}
