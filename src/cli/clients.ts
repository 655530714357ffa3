/**
 * The clients that `install` knows: where each keeps its servers, and in which shape. Facts of
 * the clients' own documentation, read in 2026.
 *
 * @module
 */
import type { Host } from "../policy/host.ts";
import type { JsonObject } from "../spec/types.ts";

/** What a client starts. */
export interface Entry {
  command: string;
  args: string[];
  env: Record<string, string>;
}

/** One client. */
export interface ClientInfo {
  /** For people. */
  title: string;
  /** Its file below the home folder, on macOS and elsewhere; `$NAME/…` is below the folder that a variable names. */
  file: { darwin?: string; other: string; variable?: string };
  /** `json`: the key that holds the servers. `toml`: the table. */
  holder: { format: "json" | "toml"; key: string };
  /** What stands under the server's name. */
  entry: (entry: Entry) => JsonObject;
}

const plain = ({ command, args, env }: Entry): JsonObject => ({ command, args, env });
const typed = (entry: Entry): JsonObject => ({ type: "stdio", ...plain(entry) });
const servers = { format: "json", key: "mcpServers" } as const;

/** Every client with a file, by the name that `--client` takes. */
export const CLIENTS: Readonly<Record<string, ClientInfo>> = {
  "claude-code": {
    title: "Claude Code",
    file: { other: ".claude.json" },
    holder: servers,
    entry: typed,
  },
  "claude-desktop": {
    title: "Claude Desktop",
    file: {
      darwin: "Library/Application Support/Claude/claude_desktop_config.json",
      other: ".config/Claude/claude_desktop_config.json",
    },
    holder: servers,
    entry: plain,
  },
  cursor: { title: "Cursor", file: { other: ".cursor/mcp.json" }, holder: servers, entry: plain },
  vscode: {
    title: "VS Code",
    file: {
      darwin: "Library/Application Support/Code/User/mcp.json",
      other: ".config/Code/User/mcp.json",
    },
    holder: { format: "json", key: "servers" },
    entry: typed,
  },
  codex: {
    title: "Codex",
    file: { other: ".codex/config.toml", variable: "CODEX_HOME" },
    holder: { format: "toml", key: "mcp_servers" },
    entry: plain,
  },
  gemini: {
    title: "Gemini CLI",
    file: { other: ".gemini/settings.json" },
    holder: servers,
    entry: plain,
  },
  opencode: {
    title: "OpenCode",
    file: { other: ".config/opencode/opencode.json" },
    holder: { format: "json", key: "mcp" },
    entry: ({ command, args, env }) => ({
      type: "local",
      command: [command, ...args],
      environment: env,
      enabled: true,
    }),
  },
  omp: { title: "Oh My Pi", file: { other: ".omp/agent/mcp.json" }, holder: servers, entry: typed },
};

/** The names that `--client` takes; `json` prints. */
export const CLIENT_NAMES: readonly string[] = [...Object.keys(CLIENTS), "json"];

/** The file of a client; undefined without a home. */
export function clientFile(
  { file }: ClientInfo,
  host: Host,
  os = Deno.build.os,
): string | undefined {
  const own = file.variable === undefined ? undefined : host.env(file.variable);
  if (own?.startsWith("/")) return `${own}/${file.other.slice(file.other.lastIndexOf("/") + 1)}`;
  const home = homeOf(host);
  if (home === undefined) return undefined;
  return `${home}/${(os === "darwin" ? file.darwin : undefined) ?? file.other}`;
}

/** The user's home, from the list of users where no variable says it. */
function homeOf(host: Host): string | undefined {
  if (host.home !== undefined) return host.home;
  try {
    const uid = String(Deno.uid());
    const user = Deno.readTextFileSync("/etc/passwd").split("\n")
      .map((line) => line.split(":")).find((fields) => fields[2] === uid);
    return user?.[5]?.startsWith("/") ? host.realPath(user[5]) : undefined;
  } catch {
    return undefined;
  }
}
