/**
 * Rules of the `execution` part: program, templates, variables, limits.
 *
 * @module
 */
import { rule } from "./rule.ts";

/** Rules of `execution`. */
export const EXECUTION_RULES = [
  rule(
    "program-choice",
    "A tool runs exactly one thing",
    "With two programs nobody can say which one runs",
    'Keep one of "script", "command" and "argv"',
  ),
  rule(
    "program-name",
    "A program is a bare name or an absolute path",
    "A relative path means another program in another folder, and a line of words means no program at all",
    'Write a bare name such as "ffmpeg" or an absolute path, and put arguments into "args"',
  ),
  rule(
    "builtin-name",
    "A builtin is named in lower snake_case",
    "The server looks it up by that name",
    "Use lower-case letters, digits and underscores",
  ),
  rule(
    "shell-operator",
    "Arguments hold no shell operators",
    "No shell reads them, so the program would get them as text",
    'Move the line into a script, or use "argv", where every character is plain text',
  ),
  rule(
    "template-place",
    "Templates stand in arguments and static values only",
    "A value must never choose the program, the script or the folder",
    "Write a fixed text here",
  ),
  rule(
    "template-unknown",
    "Templates name declared inputs",
    "Any other name is rendered as nothing",
    'Name an input of "tool.input.properties"',
  ),
  rule(
    "argv-template",
    "argv templates are plain {names}",
    "Formats and lookups would let a value be read as something else",
    'Write "{name}", and "{{" or "}}" for a literal brace',
  ),
  rule(
    "argv-array",
    "An array is a whole argv element",
    "Joined into another element its items could not be told apart",
    'Make the element "{name}" alone',
  ),
  rule(
    "argv-optional",
    "An optional input in argv has a default",
    "An absent value would leave half an argument behind",
    "Give the input a default or make it required",
  ),
  rule(
    "argv-shell",
    "argv tools have no shell",
    "A shell would read what the strict template keeps apart",
    'Take "shell.mode: shell" away',
  ),
  rule(
    "stdin-input",
    "stdin names a declared string input",
    "Only a text can be piped into a program as it is",
    'Name an input of type "string"',
  ),
  rule(
    "env-name",
    "Variables are named by identifiers",
    "Shells drop or misread other names",
    "Use letters, digits and underscores, not a digit first",
  ),
  rule(
    "env-hijack",
    "No variable takes over the program",
    "Some variables make programs load code, run commands or look elsewhere for both",
    'Use a name of your own, such as "TOOL_NAME"',
  ),
  rule(
    "env-param",
    '"fromParams" names declared inputs',
    "The variable would never be set",
    'Name an input of "tool.input.properties"',
  ),
  rule(
    "compatibility-targets",
    "A compatibility block lists its targets",
    "An empty block claims nothing",
    "List at least one target or take the block away",
  ),
  rule(
    "working-directory",
    "The working directory is fixed",
    "A relative folder depends on where the server was started",
    'Write "." for the first root, or an absolute path without ".." and without variables',
  ),
  rule(
    "timeout",
    "The timeout is a whole number of milliseconds",
    "Timers take 1 to 2147483647; with anything else they fire at once",
    "Write a number from 1 to 2147483647",
  ),
  rule(
    "timeout-none",
    "Only async tools run without a timeout",
    "A sync call would hold its client for ever",
    'Write a number, or "taskMode: async"',
  ),
  rule(
    "max-output",
    "The output limit is a positive whole number of bytes",
    "With anything else no output, or all of it, would be kept",
    "Write a positive whole number",
  ),
  rule(
    "exit-codes",
    "Exit codes are 1 to 255, each with its meaning",
    "0 is success already, and programs have no other codes",
    'Write entries such as "1: no match"',
  ),
] as const;
