/**
 * The fields of the `execution` part, its permissions excepted.
 *
 * @module
 */
import type { Field } from "./field.ts";

/** Every field, with paths below `execution`. */
export const EXECUTION_FIELDS: readonly Field[] = [
  {
    path: "script",
    type: "mapping",
    text:
      "Runs a script of the bundle. Exactly one of `script`, `command` and `argv` is there, or `builtin` alone.",
  },
  {
    path: "script.path",
    type: "text",
    required: true,
    text:
      "The script, looked for in the bundle folder, then beside the YAML. It may not leave the bundle.",
  },
  {
    path: "script.interpreter",
    type: "program",
    default: "the script's #! line",
    text: "The program that runs the script.",
  },
  {
    path: "script.args",
    type: "list of texts",
    default: "none",
    text: "Arguments. `{{name}}` is replaced by an input; each element stays one argument.",
  },
  { path: "command", type: "mapping", text: "Runs one program." },
  {
    path: "command.executable",
    type: "program",
    required: true,
    text: "A bare name or an absolute path.",
  },
  {
    path: "command.args",
    type: "list of texts",
    default: "none",
    text: "Arguments, with `{{name}}` as in `script.args`. Shell operators are refused.",
  },
  {
    path: "argv",
    type: "list of texts",
    text:
      "Runs one program with strict templates: `{name}` only, `{{` and `}}` for braces. An array is a whole element and becomes one argument for each item.",
  },
  {
    path: "builtin",
    type: "name",
    text:
      "Names the function of the server that answers the tool. Beside a program it decides when that runs, in the tool's own sandbox. For shipped bundles only.",
  },
  {
    path: "stdin",
    type: "name of an input, or list of names",
    default: "no standard input",
    text:
      "This string input becomes the program's standard input. A list becomes one JSON object with the inputs of these names that were given.",
  },
  { path: "shell", type: "mapping", text: "Whether a shell stands between." },
  {
    path: "shell.mode",
    type: "direct or shell",
    default: "direct",
    text: "`shell` starts the program through a shell, which gets each element as one word.",
  },
  {
    path: "shell.name",
    type: "bash, zsh, sh, pwsh or cmd",
    default: "bash",
    text: "Which shell.",
  },
  { path: "shell.path", type: "program", text: "The shell by its path; it beats `shell.name`." },
  {
    path: "shell.args",
    type: "list of texts",
    default: "-c; pwsh: -NoProfile -Command; cmd: /d /s /c",
    text: "What the shell is given before the line.",
  },
  {
    path: "env",
    type: "mapping",
    text: "The variables of the program; the later of the three wins.",
  },
  {
    path: "env.fromRuntime",
    type: "mapping",
    default: "none",
    text:
      "Variable to one name or a list of names in the server's environment: the first that is set and not empty. The names are declared in `permissions.env`.",
  },
  {
    path: "env.static",
    type: "mapping of texts",
    default: "none",
    text: "Variable to fixed text, which may hold `{{name}}`.",
  },
  {
    path: "env.fromParams",
    type: "mapping of texts",
    default: "none",
    text: "Variable to input. An input that the call leaves out sets nothing.",
  },
  {
    path: "compatibility",
    type: "mapping",
    text: "The platforms that the tool was made for. It refuses no call.",
  },
  {
    path: "compatibility.targets",
    type: "list of mappings",
    required: true,
    text: "At least one platform.",
  },
  { path: "compatibility.targets[].os", type: "text", required: true, text: "Such as `linux`." },
  {
    path: "compatibility.targets[].kernel",
    type: "text",
    required: true,
    text: "Such as `linux`.",
  },
  { path: "compatibility.targets[].arch", type: "text", required: true, text: "Such as `x86_64`." },
  {
    path: "compatibility.targets[].support",
    type: "tested or declared",
    text: "Whether somebody has tried it.",
  },
  { path: "compatibility.targets[].notes", type: "text", text: "For people." },
  {
    path: "workingDirectory",
    type: '"." or an absolute path',
    default: "/tmp, which is private to the call",
    text:
      "Where the program starts. `.` is the first root. A folder below `/tmp` is made in the private one; any other is a grant to write there.",
  },
  {
    path: "timeoutMs",
    type: "whole number of milliseconds, or none",
    default: "30000",
    text: "When the call is ended with all its processes. `none` is for async tools.",
  },
  {
    path: "maxOutputBytes",
    type: "whole number of bytes",
    default: "1048576",
    text: "How much of each stream an answer holds. The whole of a longer one goes to a file.",
  },
  {
    path: "taskMode",
    type: "sync or async",
    default: "sync",
    text: "Whether the call waits for the program.",
  },
  {
    path: "exitCodes",
    type: "mapping of texts",
    default: "none",
    text: "Exit codes from 1 to 255 that are answers and no errors, each with its meaning.",
  },
  {
    path: "output",
    type: "text, json or base64",
    default: "text",
    text: "What the program prints. `base64` keeps the bytes of its standard output.",
  },
  { path: "confirm", type: "human", text: "Asks a person before the program runs." },
  {
    path: "progress",
    type: "true or false",
    default: "false",
    text:
      "Takes lines `::progress DONE[/TOTAL] [message]` out of the standard error and tells them to the client.",
  },
  {
    path: "results",
    type: "mapping",
    text: "Answers as cli-wrap does: its texts, its folders, its job tools. `convert` writes it.",
  },
  {
    path: "results.server",
    type: "text",
    required: true,
    text: "The name of the configuration's server, which names the folder of results.",
  },
  {
    path: "results.inlineMaxOutputBytes",
    type: "whole number",
    default: "50000",
    text: "Bytes of the standard output that an answer holds.",
  },
  {
    path: "results.outputMode",
    type: "inline or file",
    default: "inline",
    text: "Whether the output is in the answer or in a file.",
  },
  {
    path: "results.inlineOnLargeOutput",
    type: "truncate or file",
    default: "truncate",
    text: "What becomes of output that is too long for the answer.",
  },
  {
    path: "results.fileOutputDir",
    type: "text",
    default: "a folder of the user's cache",
    text: "The absolute folder that holds `outputs/` and `jobs/`.",
  },
];
