import { assert, assertEquals } from "@std/assert";
import { parse } from "@std/yaml";
import { searchPath, smoke, smokeScripts } from "../../scripts/smoke.ts";
import { loadBundle } from "../../src/bundle/load.ts";
import type { Bundle, BundleTool } from "../../src/bundle/types.ts";
import { formatProblem } from "../../src/spec/problem.ts";
import { Client } from "../_client.ts";
import { World } from "../_world.ts";
import { names } from "./_media.ts";

const FOLDER = new URL("../../bundles/", import.meta.url).pathname;

const bundles: Bundle[] = names(FOLDER).map((name) => {
  const bundle = loadBundle(`${FOLDER}${name}`, name);
  assert(bundle, `"${name}" holds neither a manifest nor tools`);
  return bundle;
});

interface Script {
  name: string;
  path: string;
  bundle: Bundle;
}

const scripts: Script[] = bundles.flatMap((bundle) =>
  names(`${bundle.folder}/scripts`).filter((name) => name.endsWith(".sh")).map((name) => ({
    name,
    path: `${bundle.folder}/scripts/${name}`,
    bundle,
  }))
);

/** What stands before the `__` of a tool's name. */
function serverOf(tool: BundleTool): string {
  return tool.spec.name.split("__")[0]!;
}

function smokeName(tool: BundleTool, kernel: string, arch: string): string {
  return `${serverOf(tool)}__smoke_test__${kernel}_${arch}.sh`;
}

Deno.test("every shipped bundle loads without a problem, under its folder's name", () => {
  assert(bundles.length >= 3);
  for (const { name, manifest, problems, tools, folder } of bundles) {
    assertEquals(problems.map(formatProblem), []);
    assertEquals(manifest?.name, name);
    assert(manifest!.description.length > 20, `"${name}" does not say what it is for`);
    assertEquals(
      tools.map((t) => `${t.spec.name}.yaml`).sort(),
      names(`${folder}/spec_yaml`),
      "a file is called like its tool",
    );
    assert(
      tools.some((t) => t.spec.name === `${serverOf(t)}__healthz`),
      `${name} has no healthz`,
    );
  }
});

Deno.test("every shipped script begins by the house rule and may be run", () => {
  assert(scripts.length >= 10);
  for (const { name, path } of scripts) {
    const lines = Deno.readTextFileSync(path).split("\n");
    assertEquals(lines.slice(0, 2), ["#!/usr/bin/env bash", "set -euo pipefail"], path);
    assertEquals(Deno.statSync(path).mode! & 0o777, 0o755, `${path} needs chmod 755`);
    assert(/^(_[a-z0-9_]+|[a-z0-9_]+__[a-z0-9_]+)\.sh$/.test(name), path);
  }
});

Deno.test("every shipped script is run by a tool, sourced by another, or a smoke test", () => {
  for (const { name, path, bundle } of scripts) {
    const used = bundle.tools.some((t) => t.script === path) || name.includes("__smoke_test") ||
      name.startsWith("_") &&
        scripts.some((s) =>
          s.bundle === bundle && Deno.readTextFileSync(s.path).includes(`/${name}"`)
        );
    assert(used, `${path} is used by nothing`);
  }
});

Deno.test("shellcheck has nothing to say of any shipped script", async () => {
  const root = new URL("../../", import.meta.url).pathname;
  const check = async (some: Script[]) => {
    const { code, stdout, stderr } = await new Deno.Command("shellcheck", {
      args: ["-x", "--format=gcc", "--", ...some.map((s) => s.path.slice(root.length))],
      cwd: root,
    }).output();
    const text = new TextDecoder();
    assertEquals([code, text.decode(stdout), text.decode(stderr)], [0, "", ""]);
  };
  const half = scripts.length / 2;
  await Promise.all([check(scripts.slice(0, half)), check(scripts.slice(half))]);
});

Deno.test("a target that is called tested has its smoke test, which tests every script", () => {
  for (const bundle of bundles) {
    for (const tool of bundle.tools) {
      for (const { kernel, arch, support } of tool.spec.compatibility) {
        if (support !== "tested") continue;
        const smoke = `${bundle.folder}/scripts/${smokeName(tool, kernel, arch)}`;
        const action = tool.spec.name.split("__")[1]!;
        assert(
          Deno.readTextFileSync(smoke).includes(action),
          `${smoke} does not test ${tool.spec.name}`,
        );
      }
    }
  }
});

Deno.test("every bundle tells models how to use it, and has a smoke test for any platform", () => {
  for (const { name, folder } of bundles) {
    const text = Deno.readTextFileSync(`${folder}/SKILL.md`);
    const [, head, body] = /^---\n(.*?)\n---\n(.*)$/s.exec(text)!;
    const { name: skill, description } = parse(head!) as Record<string, string>;
    assertEquals(skill, name.replaceAll("_", "-"));
    assert(/use when/i.test(description!), name);
    const sections = body!.split(/^## /m).slice(1);
    assertEquals(sections.map((s) => s.split("\n")[0]), ["Scope", "Core Rules", "Workflow"], name);
    for (const [i, items] of [[1, 3], [2, 1]] as const) {
      assert((sections[i]!.match(/^\d\. /gm)?.length ?? 0) >= items, `${name}: ${sections[i]}`);
    }
    // Tools that it names are there.
    for (const [tool] of body!.matchAll(/(?<=`)[a-z_]+__[a-z_0-9]+(?=`)/g)) {
      const known = tool.startsWith("builtin__") ||
        bundles.some((b) => b.tools.some((t) => t.spec.name === tool));
      assert(known, `${name} names the tool ${tool}`);
    }
    assertEquals(smokeScripts(folder)[0], `${name}__smoke_test.sh`);
  }
});

Deno.test("smoke tests pass in the sandbox, through a server", async () => {
  // `deno task smoke` runs those of every bundle, for minutes; what they try, the bundles' own tests try too.
  const some = ["host_info", "shell"];
  const results = await smoke(some);
  assertEquals(
    results.map((r) => r.script).sort(),
    bundles.filter((b) => some.includes(b.name)).flatMap((b) => smokeScripts(b.folder)).sort(),
  );
  for (const { script, result, text } of results) {
    assertEquals(result, "passed", `${script}\n${text}`);
  }
});

/** Programs that cannot be had on every machine: a health check without them must fail and say how to install. */
const ELSEWHERE: Record<string, { program: string; install: string }> = {
  brew__healthz: { program: "brew", install: "https://brew.sh" },
  iwencai__healthz: { program: "iwencai", install: "pip install" },
};

const PATH = searchPath().split(":");

function onPath(program: string): boolean {
  return PATH.some((folder) => {
    try {
      return Deno.statSync(`${folder}/${program}`).isFile;
    } catch {
      return false;
    }
  });
}

Deno.test("every shipped tool is listed with descriptions and every healthz succeeds here", async () => {
  await using world = await World.make();
  await using client = await Client.start({
    args: world.options(...bundles.flatMap((b) => ["--bundle", b.name])),
    env: { PATH: PATH.join(":") },
  });
  const { tools } = await client.request("tools/list");
  assertEquals(
    tools.map((t: { name: string }) => t.name).filter((name: string) => !/^builtin__/.test(name)),
    bundles.flatMap((b) => b.tools.map((t) => t.spec.name)).sort(),
  );
  for (const tool of tools) {
    assert(tool.title && tool.description.length > 20, tool.name);
    assertEquals(typeof tool.annotations.readOnlyHint, "boolean", tool.name);
    for (
      const [name, schema] of Object.entries<{ description?: string }>(
        tool.inputSchema.properties,
      )
    ) {
      assert((schema.description ?? "").length > 5, `${tool.name} does not say what "${name}" is`);
    }
  }
  const healthz = tools.map((t: { name: string }) => t.name)
    .filter((name: string) => name.endsWith("__healthz"));
  assertEquals(healthz.length, bundles.length);
  for (const name of healthz) {
    const record = await client.call(name);
    const elsewhere = ELSEWHERE[name];
    if (elsewhere && !onPath(elsewhere.program)) {
      assertEquals([record.status, record.isError], ["error", true], name);
      const { status, missing, install } = JSON.parse(record.stdout);
      assertEquals([status, missing], ["error", [elsewhere.program]], name);
      assert(install.includes(elsewhere.install), install);
      continue;
    }
    assertEquals([record.status, record.isError], ["success", false], `${name}\n${record.text}`);
    assertEquals(JSON.parse(record.stdout).status, "ok", name);
  }
});
