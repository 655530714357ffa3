/**
 * Rules of the `tool` part: names, description, inputs, output.
 *
 * @module
 */
import { rule } from "./rule.ts";

/** Rules of `tool`. */
export const TOOL_RULES = [
  rule(
    "tool-name",
    "A tool is named <server>__<action> in lower snake_case",
    "Clients restrict names, and the prefix tells whose tool it is",
    "Use lower-case letters, digits and single underscores around one double underscore, at most 64 characters",
  ),
  rule(
    "bare-name",
    "A bare name is letters, digits, underscores and dashes",
    "Clients refuse other names, some the whole server with them",
    "Begin with a letter, go on with letters, digits, underscores and dashes, at most 64 characters",
  ),
  rule(
    "removed-docstring",
    "The description is the only text of a tool",
    'The key "docstring" of old files is read by nobody',
    'Move its text into the TSDoc block of "description" and take the key away',
  ),
  rule(
    "tsdoc-block",
    "The description is one TSDoc block",
    "Tools that check and render descriptions rely on its form",
    'Begin the text with a line "/**" and end it with a line " */"',
  ),
  rule(
    "tsdoc-line",
    "Each line of the block begins with a star and a blank",
    "Other lines cannot be told from the comment's own marks",
    'Begin the line with " * " and put the marks on lines of their own',
  ),
  rule(
    "tsdoc-empty",
    "The block says something",
    "A model chooses tools by their description",
    "Say in one line what the tool is for",
  ),
  rule(
    "param-undeclared",
    "Each @param names an input",
    "A model would send an argument that the tool refuses",
    'Declare the input below "tool.input.properties" or take the @param away',
  ),
  rule(
    "param-text",
    "Each input has a text",
    "A model has to guess what to send",
    'Add a "description", or a @param line in the TSDoc block',
  ),
  rule(
    "input-name",
    "Input names begin with a letter",
    "Clients refuse other names, and templates cannot name them",
    "Use letters, digits, underscores, dots and dashes after a letter, at most 64 characters",
  ),
  rule(
    "input-reserved",
    "Names with a leading underscore are the server's",
    'The server adds inputs of its own, such as "__mcp_response_mode"',
    "Rename the input so that it begins with a letter",
  ),
  rule(
    "required-undeclared",
    '"required" lists declared inputs only',
    "No call could ever satisfy the schema",
    'Declare the input below "properties" or take it out of "required"',
  ),
  rule(
    "unused-input",
    "Each input reaches the program",
    "A model fills in a value that changes nothing",
    'Use it in "fromParams", a template, "argv", "stdin", "relativeTo" or "net", or take it away',
  ),
  rule(
    "healthz-input",
    "A health check takes no inputs",
    "It is called by machines that know nothing of the tool",
    'Write "properties: {}"',
  ),
  rule(
    "keyword-type",
    "A constraint fits the type of its input",
    "A constraint that cannot apply checks nothing",
    "Take it away or change the type",
  ),
  rule(
    "keyword-range",
    "Bounds leave room for a value",
    "With the lower bound above the upper one every call fails",
    "Correct the bounds",
  ),
  rule(
    "keyword-pattern",
    "Patterns are RE2",
    "Look-around and back-references can take exponential time on a hostile value",
    "Write it without look-around and back-references (syntax: https://github.com/google/re2/wiki/Syntax)",
  ),
  rule(
    "keyword-enum",
    "Listed values have the type of their input",
    "A value that can never be sent is a slip",
    "List at least one value, each of the input's type",
  ),
  rule(
    "default-invalid",
    "A default satisfies the input's own schema",
    "Every call that leaves the argument out would fail",
    "Correct the default or the constraint that it breaks",
  ),
  rule(
    "path-type",
    "Paths are strings or arrays",
    "A number or a boolean names no file",
    'Make the type "string" or "array"',
  ),
  rule(
    "separator-type",
    "Only strings have a separator",
    "Other types hold one value, or have items already",
    'Make the type "string" or take the separator away',
  ),
  rule(
    "relative-to",
    'Items of "relativeTo" are other inputs or ${VARIABLES}',
    "A relative path would be joined to nothing",
    'Name another input or write "${VARIABLE}"',
  ),
  rule(
    "dash-prefix-unused",
    '"allowDashPrefix" is for inputs that are rendered into argv',
    "The guard that it lifts exists nowhere else",
    "Take it away",
  ),
  rule(
    "output-schema",
    "The schema of a JSON tool describes an object",
    "Structured content of MCP is an object, and its numbers are finite",
    'Write "type: object" below "tool.output"',
  ),
] as const;
