import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { names } from "./_media.ts";
import { HOSTILE, openShelf, type Shelf } from "./_shelf.ts";

const FIXTURE = new URL("../fixtures/brew/brew", import.meta.url);

/** A server whose brew is the small one, in a prefix of the world's. */
function openBrew(more: string[] = [], told = true): Promise<Shelf> {
  return openShelf("brew", {
    async prepare(world) {
      const prefix = `${world.folder}/prefix`;
      for (
        const folder of ["bin", "var", "Cellar/jq/1.6", "Cellar/wget/1.21", "Caskroom/firefox/1"]
      ) {
        await Deno.mkdir(`${prefix}/${folder}`, { recursive: true });
      }
      await Deno.copyFile(FIXTURE, `${prefix}/bin/brew`);
      await Deno.chmod(`${prefix}/bin/brew`, 0o755);
    },
    more: () => more,
    variables: (world) => ({
      PATH: `${world.folder}/prefix/bin:/usr/local/bin:/usr/bin:/bin`,
      ...(told && { HOMEBREW_PREFIX: `${world.folder}/prefix` }),
    }),
  });
}

/** How brew was called by tools that may write. */
function calls(shelf: Shelf): string[] {
  try {
    return Deno.readTextFileSync(`${shelf.world.folder}/prefix/var/calls`).trim().split("\n")
      .map((line) => line.trim());
  } catch {
    return [];
  }
}

Deno.test("brew__healthz says where Homebrew is, and how to install one that is missing", async () => {
  {
    await using shelf = await openBrew();
    const health = await shelf.answer("healthz");
    assertEquals([health.status, health.brew, health.can_change], ["ok", "4.4.0", true]);
    assertEquals(health.prefix, `${shelf.world.folder}/prefix`);
  }
  await using shelf = await openShelf("brew", { env: { PATH: "/usr/bin:/bin" } });
  const record = await shelf.refused("healthz", {}, "https://brew.sh");
  assertEquals(JSON.parse(record.stdout).missing, ["brew"]);
  await shelf.refused("info", { package_name: "wget" }, "Cannot find brew", "https://brew.sh");
});

Deno.test("brew tools tell of packages", async () => {
  await using shelf = await openBrew();
  const info = await shelf.answer("info", { package_name: "wget" });
  assertEquals(info.formulae, [{ name: "wget", versions: { stable: "1.24.5" } }]);
  const cask = await shelf.answer("info", { package_name: "firefox", cask: true });
  assertEquals(cask.casks[0].token, "firefox");
  await shelf.refused("info", { package_name: "firefox" }, "No available formula", "search");

  const found = await shelf.answer("search", { query: "wget", include_casks: true });
  assertEquals([found.formulae, found.casks], [["wget", "wget2"], ["wget-gui"]]);
  const none = await shelf.answer("search", { query: "nothing here" });
  assertEquals([none.formulae, none.casks], [[], null]);
  await shelf.refused("search", { query: "down" }, "Failed to download");

  const all = await shelf.answer("list_installed");
  assertEquals(all.formulae, [
    { name: "jq", versions: ["1.6"] },
    { name: "wget", versions: ["1.21"] },
  ]);
  assertEquals([all.casks, all.casks_note], [[{ name: "firefox", versions: ["1"] }], null]);
  const formulae = await shelf.answer("list_installed", { formula_only: true });
  assertEquals([formulae.formulae.length, formulae.casks], [2, null]);
  const casks = await shelf.answer("list_installed", { cask_only: true });
  assertEquals([casks.formulae, casks.casks.length], [null, 1]);
});

Deno.test("brew tools that change packages ask a person, whatever confirm_action says", async () => {
  await using shelf = await openBrew();
  const args = { package_name: "wget2", confirm_action: true };
  for (const action of ["install", "upgrade", "uninstall"]) {
    const record = await shelf.client.call(`brew__${action}`, args);
    // This client cannot ask anybody.
    assertEquals([record.isError, record.reason], [true, "policy"], record.text);
    assertStringIncludes(record.message, "--approve");
  }
  assertEquals(calls(shelf), []);
  const { tools } = await shelf.client.request("tools/list");
  for (const { name, annotations } of tools) {
    const changes = /install$|upgrade/.test(name);
    if (name.startsWith("brew__")) assertEquals(annotations.readOnlyHint, !changes, name);
  }
});

Deno.test("brew tools install, upgrade and remove when approved", async () => {
  await using shelf = await openBrew(["--approve", "brew__*"]);
  const cellar = `${shelf.world.folder}/prefix/Cellar`;
  const sure = { confirm_action: true };
  const installed = await shelf.answer("install", { package_name: "python@3.12", ...sure });
  assertEquals([installed.package, installed.versions], ["python@3.12", ["2.0"]]);
  assertStringIncludes(installed.output, "==> Pouring python@3.12--2.0");
  assertEquals(names(cellar), ["jq", "python@3.12", "wget"]);

  const upgraded = await shelf.answer("upgrade", { package_name: "wget", ...sure });
  assertEquals([upgraded.versions_before, upgraded.versions], [["1.21"], ["1.24.5"]]);
  const again = await shelf.answer("upgrade", { package_name: "wget", ...sure });
  assertStringIncludes(again.output, "already installed");

  const removed = await shelf.answer("uninstall", { package_name: "wget", ...sure });
  assertEquals(removed.versions_before, ["1.24.5"]);
  await shelf.refused("uninstall", { package_name: "jq", ...sure }, "required by wget");
  await shelf.answer("uninstall", { package_name: "jq", ...sure, force: true });
  assertEquals(names(cellar), ["python@3.12"]);
  const cask = await shelf.answer("install", { package_name: "wget-gui", cask: true, ...sure });
  assertEquals(cask.versions, ["2.0"]);
  for (const line of calls(shelf)) {
    if (/^(un)?install|^upgrade/.test(line)) assert(/ --(formula|cask) .*-- \S+$/.test(line), line);
  }
});

Deno.test("brew tools that change packages fail when brew does, and are refused without a yes", async () => {
  await using shelf = await openBrew(["--approve", "brew__*"]);
  const sure = { confirm_action: true };
  await shelf.refused("install", { package_name: "wget2", ...sure }, "Failed to download resource");
  await shelf.refused("install", { package_name: "nothing", ...sure }, "No available formula");
  await shelf.refused("upgrade", { package_name: "wget2", ...sure }, "not installed");
  await shelf.refused("uninstall", { package_name: "wget2", ...sure }, "not installed");
  const before = calls(shelf).length;
  for (const action of ["install", "upgrade", "uninstall"]) {
    await shelf.refused(action, { package_name: "jq", confirm_action: false }, "confirm_action");
    await shelf.refused(action, { package_name: "jq" }, "confirm_action");
  }
  assertEquals(calls(shelf).length, before);
});

Deno.test("brew tools change nothing where the server was not told the prefix", async () => {
  await using shelf = await openBrew(["--approve", "brew__*"], false);
  const args = { package_name: "wget", confirm_action: true };
  for (const action of ["install", "upgrade", "uninstall"]) {
    await shelf.refused(action, args, "HOMEBREW_PREFIX");
  }
  assertEquals(names(`${shelf.world.folder}/prefix/Cellar`), ["jq", "wget"]);
});

Deno.test("brew tools refuse bad inputs before brew sees them", async () => {
  await using shelf = await openBrew(["--approve", "brew__*"]);
  const bad = [
    "../wget",
    "a/../b",
    "-v",
    "a/b/c/d",
    "wget;id",
    "formula.rb",
    "https://a.example/f.rb",
    "",
    ...HOSTILE,
  ];
  for (const package_name of bad) {
    for (const action of ["info", "install", "upgrade", "uninstall"]) {
      await shelf.refused(action, {
        package_name,
        confirm_action: true,
        ...(action === "info" && { confirm_action: undefined }),
      }, "package_name");
    }
  }
  for (const query of ["/wget/", "", "a;b", ...HOSTILE]) {
    await shelf.refused("search", { query }, "query");
  }
  await shelf.refused("search", { query: "a", include_casks: "some" }, "include_casks");
  await shelf.refused("list_installed", { cask_only: true, formula_only: true }, "exclude");
  await shelf.refused("list_installed", { cask_only: "x" }, "cask_only");
  await shelf.refused("list_installed", { all: true }, "all");
  assertEquals(calls(shelf), []);
});
