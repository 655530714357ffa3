/**
 * Rules that need the files around a tool's YAML: other tools, scripts, the folder.
 *
 * @module
 */
import { rule } from "../spec/rules/rule.ts";

/** Rules of a bundle's folder. */
export const BUNDLE_RULES = [
  rule(
    "file-unreadable",
    "Every tool file can be read",
    "What cannot be read cannot be checked",
    "Make it a readable file, or take it away",
  ),
  rule(
    "tool-name-unique",
    "Two tools have two names",
    "A call could not say which of the two it means",
    "Give one of them another name",
  ),
  rule(
    "script-missing",
    "The script is in the bundle or beside the YAML",
    "A call would find nothing to run",
    "Mend the path, or add the file",
  ),
  rule(
    "script-outside",
    "The script stays in its bundle, links followed",
    "Other folders are neither reviewed with the bundle nor copied with it",
    "Put the script itself into the bundle folder",
  ),
  rule(
    "script-kind",
    "The script is a regular file",
    "A folder or a device cannot be run",
    "Name a file",
  ),
  rule(
    "script-run-bit",
    "A script without an interpreter may be executed",
    "The kernel refuses to run the file",
    "Set its execute bit with chmod +x, or name an interpreter",
  ),
  rule(
    "script-shebang",
    'A script without an interpreter begins with "#!"',
    "Nobody can tell which program has to be visible to run it",
    'Name an interpreter in "execution.script", or add the line',
  ),
] as const;

/** The id of a rule of a bundle's folder. */
export type BundleRuleId = typeof BUNDLE_RULES[number]["id"];
