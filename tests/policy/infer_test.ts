import { assert, assertEquals } from "@std/assert";
import { loadBundle } from "../../src/bundle/load.ts";
import { deriveGrants } from "../../src/policy/derive.ts";
import { formatOrigin } from "../../src/policy/grant.ts";
import { commandWords, inferredPathKind } from "../../src/policy/infer.ts";
import { parameter } from "../call/_parameter.ts";
import { World } from "../_world.ts";
import { hostWith } from "./_host.ts";

const OWN = { program: "/opt/program", base: "/var/state", deno: "/opt/bin/deno" };

Deno.test("commandWords() finds what a shell would look up, each with its first line", () => {
  const script = `#!/bin/bash
set -euo pipefail
# rm -rf everything
out=$(jq -r .a "$1" | sort -u) && sed s/a/b/ <<<"$out"
if grep -q x file; then head -n1 file; else tail file; fi
while read -r line; do LC_ALL=C cut -f1 <<<"$line"; done
sort again; "uniq" -c
my_function() { awk 1; }
exec ffmpeg -i "$TOOL_IN"
./own.sh; /usr/bin/env true; $PROGRAM x`;
  assertEquals(commandWords(script), [
    { command: "jq", line: 4 },
    { command: "sort", line: 4 },
    { command: "sed", line: 4 },
    { command: "grep", line: 5 },
    { command: "head", line: 5 },
    { command: "tail", line: 5 },
    { command: "cut", line: 6 },
    { command: "uniq", line: 7 },
    { command: "my_function", line: 8 },
    { command: "awk", line: 8 },
    { command: "ffmpeg", line: 9 },
  ]);
});

Deno.test("inferredPathKind() goes by the parameter's name, and by its own word before that", () => {
  const kinds: Record<string, string | undefined> = {
    input_path: "read",
    input_paths: "read",
    subtitle_file: "read",
    cookies: "read",
    output_path: "write",
    out_file: "write",
    dest_path: "write",
    output_dir: "write-dir",
    source_dir: "read-dir",
    dir: "read-dir",
    url: undefined,
    file: undefined,
    profile: undefined,
    pathology: undefined,
  };
  for (const [name, kind] of Object.entries(kinds)) {
    assertEquals(inferredPathKind(parameter({ name })), kind as undefined, name);
  }
  assertEquals(inferredPathKind(parameter({ name: "a_path", type: "array" })), "read");
  assertEquals(inferredPathKind(parameter({ name: "a_path", type: "integer" })), undefined);
  assertEquals(inferredPathKind(parameter({ name: "url", path: "write" })), "write");
});

Deno.test("deriveGrants() infers programs and variables without a manifest, and nothing wider", async () => {
  await using world = await World.make();
  await Deno.mkdir(`${world.folder}/bin`);
  await Deno.writeTextFile(`${world.folder}/bin/there`, "");
  const folder = await world.bundle("bare", {
    manifest: null,
    tools: {
      bare__run: {
        script: "there --now\nnot_there; curl https://example.org > ~/file\n",
        execution: { env: { fromRuntime: { DIR: ["OUT_DIR", "OTHER_DIR"] } } },
      },
    },
  });
  const bundle = loadBundle(folder, "bare")!;
  const [tool] = bundle.tools;
  assert(tool);
  const host = hostWith({ PATH: `${world.folder}/bin:relative`, OUT_DIR: "/out" });
  const { grants, problems } = deriveGrants(bundle, tool, host, OWN);
  assertEquals([problems, grants.dropped, grants.runAny], [[], [], false]);
  assertEquals(grants.grants.map((g) => [g.kind, g.value, g.optional ?? false]), [
    ["run", "bash", false],
    ["run", "there", true],
    ["env", "OUT_DIR", false],
    ["env", "OTHER_DIR", false],
  ]);
  const origins = grants.grants.map((g) => formatOrigin(g.origin));
  assertEquals(origins[1], `${folder}/scripts/bare__run.sh:1 (inferred)`);
  assert(origins.every((o) => o.endsWith(" (inferred)")), origins.join());
});
