/**
 * Rules of cli-wrap configuration files (`--config`). What such a file shares with tool files
 * breaks the rules of those.
 *
 * @module
 */
import { rule } from "./rule.ts";

/** Rules of configuration files. */
export const CONFIG_RULES = [
  rule(
    "config-server",
    'A configuration has a "server" with a name',
    "Its results and its bundle are named after it",
    "Write a name of letters, digits, spaces, dots, dashes and underscores, not beginning with a dot",
  ),
  rule(
    "config-tools",
    "A configuration has at least one tool",
    "A server without tools answers nothing",
    'List one under "tools"',
  ),
  rule(
    "config-tool-name",
    "Tool names match [A-Za-z0-9_-]+",
    "Clients and models take no other names",
    "Use letters, digits, underscores and dashes, at most 58 of them",
  ),
  rule(
    "config-tool-twice",
    "Two tools of a configuration have two names",
    "A call could not say which of the two it means",
    "Give one of them another name",
  ),
  rule(
    "config-name-clash",
    "A job's _start, _status, _result and _cancel are no other tool's names",
    "Clients would see one name twice",
    "Give one of the two tools another name",
  ),
  rule(
    "config-argv",
    '"argv" is a list of texts that begins with the program itself',
    "A model must not choose the program, and an empty name starts none",
    "Write the program's name or path as it is",
  ),
  rule(
    "config-param-name",
    "Parameter names match [a-z_][a-z0-9_]* and are no keyword of Python",
    "Configurations are read by programs that refuse other names",
    "Use another name",
  ),
  rule(
    "config-param-reserved",
    "No parameter has the name of one that is added to every tool",
    "A call could not say which of the two it means",
    "Use another name",
  ),
  rule(
    "config-folder",
    '"file_output_dir" is an absolute path',
    "Nobody can tell what a relative one counts from",
    'Begin it with "/"',
  ),
  rule(
    "config-number",
    "Times and sizes are positive numbers",
    "Nothing else limits anything",
    "Write a positive number",
  ),
  rule(
    "config-unused",
    "Every parameter is used in argv",
    "The caller has to think about a value that nothing reads",
    "Use it in argv, or take it away",
  ),
] as const;
