import { assertEquals, assertStringIncludes } from "@std/assert";
import { runtimeEnv } from "../../src/call/runtime_env.ts";
import { Client } from "../_client.ts";
import { World } from "../_world.ts";
import { plan, planTool } from "./_plan_tool.ts";

Deno.test("runtimeEnv() gives the real path of a folder that a variable names", () => {
  const origin = { how: "declared", file: "bundle.yaml", line: 1 } as const;
  const grants = [
    { kind: "write", value: "/real/out", written: "${OUT}", origin },
    { kind: "write", value: "/real/below", written: "${PARENT}/below", origin },
    { kind: "run", value: "prog", written: "${CMD}", origin },
  ] as const;
  const tools = ["demo__run", "demo__other"].map((tool) => ({
    bundle: "demo",
    tool,
    grants: tool === "demo__run" ? [...grants] : [],
    dropped: [],
    runAny: false,
    netFromParams: [],
  }));
  const values: Record<string, string> = { OUT: "~/out", PARENT: "/link", CMD: "x", EMPTY: "" };
  const read = (name: string) => values[name];
  const env = runtimeEnv(read, planTool(), plan({ grants: tools }));
  assertEquals(["OUT", "PARENT", "CMD", "EMPTY", "UNSET"].map(env), [
    "/real/out",
    "/link",
    "x",
    "",
    undefined,
  ]);
  const other = planTool({ specName: "demo__other" });
  assertEquals(runtimeEnv(read, other, plan({ grants: tools }))("OUT"), "~/out");
});

Deno.test("serve() lets a tool write into an output directory, however it was written", async () => {
  await using world = await World.make();
  await world.bundle("demo", {
    permissions: { run: ["bash"], env: ["FFMPEG_OUTPUT_DIR"], write: ["${FFMPEG_OUTPUT_DIR}"] },
    tools: {
      demo__run: {
        script: `echo new > "$OUT/file" && echo "$OUT"`,
        execution: { env: { fromRuntime: { OUT: ["FFMPEG_OUTPUT_DIR"] } } },
      },
    },
  });
  await Deno.mkdir(`${world.folder}/real`);
  await Deno.chmod(`${world.folder}/real`, 0o777);
  await Deno.symlink(`${world.folder}/real`, `${world.folder}/link`);
  for (const [value, folder] of [["link", "real"], ["./real", "real"]] as const) {
    const typed = value.startsWith(".") ? value : `${world.folder}/${value}`;
    await using client = await Client.start({
      args: world.options("--bundle", "demo"),
      env: { FFMPEG_OUTPUT_DIR: typed, INIT_CWD: world.folder },
    });
    const record = await client.call("demo__run");
    assertEquals([record.stdout, record.stderr], [`${world.folder}/${folder}`, ""]);
    assertStringIncludes(await Deno.readTextFile(`${world.folder}/${folder}/file`), "new");
    await Deno.remove(`${world.folder}/${folder}/file`);
  }
});
