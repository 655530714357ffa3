import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { hasServer, MergeError, withoutServer, withServer } from "../../src/cli/client_file.ts";
import { clientFile, CLIENTS } from "../../src/cli/clients.ts";
import { changedVariables, digestOfVariable } from "../../src/cli/env_digest.ts";
import { thisHost } from "../../src/policy/host.ts";

const JSON_HOLDER = { format: "json", key: "mcpServers" } as const;
const TOML = { format: "toml", key: "mcp_servers" } as const;
const ENTRY = {
  command: "/bin/deno",
  args: ["run", 'a "b" \\ é\x7f'],
  env: { "A.B": "1", C: "x\ny" },
};

Deno.test("withServer() keeps what else a JSON file holds, and withoutServer() gives it back", () => {
  const before =
    `{\n    "theme": "dark",\n    "mcpServers": {\n        "other": {"command": "x"}\n    },\n    "z": [1, 2]\n}\n`;
  const after = withServer(before, JSON_HOLDER, "ours", ENTRY);
  assertEquals(JSON.parse(after), {
    ...JSON.parse(before),
    mcpServers: { other: { command: "x" }, ours: ENTRY },
  });
  assertStringIncludes(after, '\n    "theme"');
  assertEquals([hasServer(before, JSON_HOLDER, "ours"), hasServer(after, JSON_HOLDER, "ours")], [
    false,
    true,
  ]);
  assertEquals(JSON.parse(withoutServer(after, JSON_HOLDER, "ours")!), JSON.parse(before));
  assertEquals(withServer(after, JSON_HOLDER, "ours", ENTRY), after);
  for (const empty of ["", "\n", "{}"]) {
    assertEquals(JSON.parse(withServer(empty, JSON_HOLDER, "ours", ENTRY)), {
      mcpServers: { ours: ENTRY },
    });
  }
  for (const broken of ["{ // mine\n}", "[]", "null", '{"mcpServers": []}', "{"]) {
    assertThrows(() => withServer(broken, JSON_HOLDER, "ours", ENTRY), MergeError);
  }
});

Deno.test("withServer() replaces its own tables of a TOML file and nothing else", () => {
  const others =
    '# mine\nmodel = "x"\ntext = """\n[mcp_servers.ours]\n"""\n\n[mcp_servers.other]\ncommand = "y"\n';
  const once = withServer(others, TOML, "ours", ENTRY);
  assertEquals(
    once.slice(others.length),
    '\n[mcp_servers.ours]\ncommand = "/bin/deno"\nargs = ["run","a \\"b\\" \\\\ é\\u007F"]\n\n' +
      '[mcp_servers.ours.env]\n"A.B" = "1"\nC = "x\\ny"\n',
  );
  assertEquals(withServer(once, TOML, "ours", ENTRY), once);
  const between = `${once}\n[last]\na = 1\n`;
  const gone = withoutServer(between, TOML, "ours")!;
  assertStringIncludes(gone, others.trimEnd());
  assertStringIncludes(gone, "[last]\na = 1\n");
  assertEquals(gone.includes("/bin/deno"), false);
  assertEquals(withoutServer(others, TOML, "ours"), undefined);
  for (const inline of ["mcp_servers = {}", "mcp_servers.a.command = 'x'"]) {
    assertThrows(() => withServer(inline, TOML, "ours", ENTRY), MergeError);
  }
});

Deno.test("clientFile() knows every client's file, with a home, a variable, or the list of users", () => {
  const host = { ...thisHost(), home: "/home/ada", env: () => undefined };
  const files = Object.values(CLIENTS).map((c) => clientFile(c, host, "linux"));
  assertEquals(new Set(files).size, 8);
  for (const file of files) assertStringIncludes(file!, "/home/ada/.");
  assertStringIncludes(
    clientFile(CLIENTS["vscode"]!, host, "darwin")!,
    "/Library/Application Support/",
  );
  const codex = { ...host, env: (name: string) => name === "CODEX_HOME" ? "/c" : undefined };
  assertEquals(clientFile(CLIENTS["codex"]!, codex), "/c/config.toml");
  assertEquals(
    clientFile(CLIENTS["cursor"]!, { ...host, home: undefined })?.endsWith("/.cursor/mcp.json"),
    true,
  );
});

Deno.test("changedVariables() names what differs from the plan", async () => {
  const args = ["--env-digest", `A=${await digestOfVariable("A", "1")}`];
  args.push("--env-digest", `B=${await digestOfVariable("B", undefined)}`);
  const changed = (env: Record<string, string>) => changedVariables(args, (name) => env[name]);
  assertEquals(await changed({ A: "1" }), []);
  assertEquals(await changed({ A: "1", B: "" }), []);
  assertEquals(await changed({ A: "2", B: "x" }), ["A", "B"]);
});
