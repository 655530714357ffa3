import { assertEquals } from "@std/assert";
import { loadBundle } from "../../src/bundle/load.ts";
import { World } from "../_world.ts";

/** The tools and the ids of the problems of a bundle with one tool that has permissions of its own. */
async function load(own: Record<string, unknown>, manifest: Record<string, unknown> | null = {}) {
  await using world = await World.make();
  const folder = await world.bundle("files", {
    permissions: { run: ["bash"], read: ["/srv/data"] },
    manifest,
    tools: { files__show: { script: "exit 0\n", execution: { permissions: own } } },
  });
  const bundle = loadBundle(folder, "files")!;
  return {
    tools: bundle.tools.map((t) => t.spec.name),
    rules: bundle.problems.map((p) => p.rule),
    files: bundle.problems.map((p) => p.file.slice(folder.length)),
  };
}

Deno.test("loadBundle() keeps a tool that has less than its bundle", async () => {
  const { tools, rules } = await load({ run: ["bash"], read: [] });
  assertEquals([tools, rules], [["files__show"], []]);
});

Deno.test("loadBundle() refuses a tool that has more than its bundle", async () => {
  const { tools, rules, files } = await load({ run: ["bash", "cat"], read: ["/etc"] });
  assertEquals(tools, []);
  assertEquals(rules, ["permission-widens", "permission-widens"]);
  assertEquals(files, ["/spec_yaml/files__show.yaml", "/spec_yaml/files__show.yaml"]);
});

Deno.test("loadBundle() infers the grants of a bundle without a manifest, whatever a tool says", async () => {
  const { tools, rules } = await load({ read: ["/etc"] }, null);
  assertEquals([tools, rules], [["files__show"], []]);
});
