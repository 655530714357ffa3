/** The version of this program (SemVer 2.0.0); `deno.json` says the same, and a test compares them. */
export const VERSION = "0.1.0";

/** The name under which the server presents itself. */
export const PROGRAM_NAME = "shell-as-mcp";
