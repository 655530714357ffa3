/**
 * Every option of the command line, as data: for parsing, for `help` and for the reference.
 *
 * @module
 */

/** One option of the command line, for parsing and for the reference. */
export interface OptionInfo {
  name: string;
  value?: string;
  variable?: string;
  repeatable?: boolean;
  default?: string;
  /** The commands that it means something to; all that load bundles when left out. */
  commands?: readonly string[];
  text: string;
}

/** The overlay that need not be there. */
export const DEFAULT_SPEC_DIR = "./shell_as_mcp_defs";

/** Every option, in the order of the reference. */
export const OPTIONS: readonly OptionInfo[] = [
  {
    name: "transport",
    value: "stdio|streamable-http",
    variable: "SHELL_AS_MCP_TRANSPORT",
    default: "stdio",
    commands: ["start", "permissions"],
    text: "How clients connect.",
  },
  {
    name: "host",
    value: "ADDRESS",
    variable: "SHELL_AS_MCP_HTTP_HOST",
    default: "127.0.0.1",
    commands: ["start", "permissions"],
    text: "Where HTTP listens. Another address than this machine's own needs --auth-token-file.",
  },
  {
    name: "port",
    value: "N",
    variable: "SHELL_AS_MCP_HTTP_PORT",
    default: "3001",
    commands: ["start", "permissions"],
    text: "The port of HTTP.",
  },
  {
    name: "http-path",
    value: "PATH",
    variable: "SHELL_AS_MCP_HTTP_PATH",
    default: "/mcp",
    commands: ["start", "permissions"],
    text: "The path of the endpoint.",
  },
  {
    name: "auth-token-file",
    value: "FILE",
    commands: ["start", "permissions"],
    text: "HTTP: a file of mode 0600 with one NAME:TOKEN a line; callers must show one.",
  },
  {
    name: "spec-dir",
    value: "DIR",
    variable: "SHELL_AS_MCP_SPEC_DIR",
    default: DEFAULT_SPEC_DIR,
    text: "A folder of bundles laid over the shipped ones; may be missing.",
  },
  {
    name: "bundle",
    value: "NAME",
    variable: "SHELL_AS_MCP_BUNDLES",
    repeatable: true,
    default: "those whose manifest says default: true",
    text: "Load this bundle; the variable takes several, separated by commas.",
  },
  {
    name: "config",
    value: "FILE",
    repeatable: true,
    text: "Serve the tools of a cli-wrap configuration; other bundles load only with --bundle.",
  },
  {
    name: "out",
    value: "DIR",
    default: "the working directory",
    commands: ["convert"],
    text: "convert: the folder that the bundle's folder is made in.",
  },
  {
    name: "inherit",
    value: "host",
    text:
      "With --config: confine nothing and hand on the whole environment, as cli-wrap does. Said loudly.",
  },
  {
    name: "root",
    value: "DIR[:ro]",
    variable: "SHELL_AS_MCP_ROOTS",
    repeatable: true,
    default: "the working directory, where that is safe",
    text:
      "A folder that path arguments may point into; the variable takes several, separated like PATH.",
  },
  {
    name: "grant",
    value: "BUNDLE:KIND=VALUE",
    variable: "SHELL_AS_MCP_GRANTS",
    repeatable: true,
    default: "none",
    text:
      "Widen one bundle by one run, env, read, write, home, net or host; the variable takes several, separated by spaces.",
  },
  {
    name: "sandbox",
    value: "auto|required|off",
    variable: "SHELL_AS_MCP_SANDBOX",
    default: "auto",
    text:
      "auto: the strongest fence that works. required: refuse to start without one. off: confine nothing.",
  },
  {
    name: "state-dir",
    value: "DIR",
    variable: "SHELL_AS_MCP_STATE_DIR",
    default: "$XDG_STATE_HOME/shell-as-mcp",
    text: "Where launchers, plans and state are kept.",
  },
  {
    name: "log-level",
    value: "debug|info|warning|error",
    variable: "SHELL_AS_MCP_LOG_LEVEL",
    default: "info",
    text: "What goes to stderr; LOG_LEVEL counts too.",
  },
  {
    name: "max-concurrent-tasks",
    value: "N",
    variable: "SHELL_AS_MCP_MAX_CONCURRENT_TASKS",
    default: "none",
    text: "How many async calls run at once.",
  },
  {
    name: "approve",
    value: "PATTERN",
    repeatable: true,
    text: "Run tools whose name matches without asking a person (confirm: human); * is any text.",
  },
  {
    name: "watch",
    commands: ["start"],
    text: "start: load the tools anew when a bundle changes, without a restart.",
  },
  { name: "bare-names", text: "Serve tools under their bareName." },
  {
    name: "format",
    value: "NAME",
    default: "table, or text",
    commands: ["permissions", "list", "lint"],
    text: "permissions: flags, json or table. list: json. lint: text, json, sarif or github.",
  },
  {
    name: "attack",
    commands: ["doctor"],
    text: "doctor: try on this machine what a tool must not be able to do, inside and outside.",
  },
  {
    name: "json",
    commands: ["permissions", "list", "lint", "doctor"],
    text: "Print JSON, for programs.",
  },
  { name: "fix", commands: ["lint"], text: "lint: mend what needs no judgement." },
  { name: "guide", commands: ["new"], text: "new: print how bundles are written." },
  {
    name: "locked",
    text: "Refuse bundles that no bundles.lock.json knows; changed ones always are.",
  },
  {
    name: "explain",
    commands: ["permissions"],
    text: "permissions: name file and line behind every grant.",
  },
  {
    name: "html",
    commands: ["permissions"],
    text: "Print one page for a browser, with every grant, its origin, and a search.",
  },
  {
    name: "write",
    commands: ["permissions", "infer"],
    text: "permissions: write the launchers and the plan. infer: write the manifest.",
  },
  {
    name: "client",
    value: "claude-code|claude-desktop|cursor|vscode|codex|gemini|opencode|omp|json",
    commands: ["install", "uninstall"],
    text: "install, uninstall: whose configuration; json prints a block for any other.",
  },
  {
    name: "client-file",
    value: "FILE",
    default: "where the client keeps it",
    commands: ["install", "uninstall"],
    text: "install, uninstall: the client's configuration.",
  },
  {
    name: "env",
    value: "NAME[=VALUE]",
    repeatable: true,
    commands: ["install"],
    text:
      "install: a variable for bundles, into the plan and into the client's block; without a value as it is set here.",
  },
  {
    name: "yes",
    commands: ["install", "uninstall"],
    text: "install, uninstall: write without asking.",
  },
];
