/**
 * Writes what the rules would change.
 *
 * Deno permissions: `--allow-read`, `--allow-write` for the bundles.
 *
 * @module
 */
import type { Fix } from "./rule.ts";

/**
 * Applies one fix; false when the file's text has changed hands to another fix of this run or to a
 * link, and is to be linted again.
 */
export function applyFix(fix: Fix, done: Set<string>): boolean {
  if ("mode" in fix) {
    Deno.chmodSync(fix.file, fix.mode);
    return true;
  }
  // Two rules may mend one file: the second would undo the first.
  if (done.has(fix.file) || !Deno.lstatSync(fix.file).isFile) return false;
  done.add(fix.file);
  Deno.writeTextFileSync(fix.file, fix.text);
  return true;
}
