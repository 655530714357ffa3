import { assert, assertEquals } from "@std/assert";
import { parseToolSpec } from "../../src/spec/parse.ts";
import type { ToolSpec } from "../../src/spec/types.ts";
import { FULL_TOOL } from "./_full_tool.ts";

function parsed(text: string): ToolSpec {
  const { spec, problems } = parseToolSpec(text, "tool.yaml");
  assertEquals(problems, []);
  assert(spec !== undefined);
  return spec;
}

/** Where a text stands in the tool below. */
function place(text: string) {
  const before = FULL_TOOL.slice(0, FULL_TOOL.indexOf(text)).split("\n");
  return { line: before.length, column: before.at(-1)!.length + 1 };
}

Deno.test("parseToolSpec() reads every field", () => {
  const { positions, parameters, ...spec } = parsed(FULL_TOOL);
  assertEquals(spec, {
    name: "ffmpeg__probe_media",
    bareName: "probe",
    title: "Probe media",
    description: "Tell what a media file holds.\n\n@param input_path - Media file to read,\n" +
      " from a root.\n@param __mcp_response_mode How to answer.",
    annotations: {
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
    output: { type: "object", properties: { status: { type: "string" } } },
    program: {
      kind: "script",
      path: "./scripts/probe.sh",
      interpreter: "bash",
      args: ["--level={{ level }}"],
    },
    shell: { mode: "shell", name: "zsh", path: "/usr/bin/zsh", args: ["-c"] },
    env: {
      fromRuntime: {
        TOOL_OUTPUT_DIR: ["FFMPEG_OUTPUT_DIR", "SHELL_AS_MCP_OUTPUT_DIR"],
        TOOL_KEY: ["DEMO_KEY"],
        LANG: ["LANG"],
      },
      static: { PAGER: "cat", PYTHONUNBUFFERED: "1", TOOL_TAGS: "{{tags}}", EMPTY: "" },
      fromParams: { TOOL_INPUT_PATH: "input_path", TOOL_URL: "url" },
    },
    compatibility: [
      { os: "linux", kernel: "linux", arch: "x86_64", support: "tested", notes: "" },
    ],
    maxOutputBytes: 1024,
    taskMode: "async",
    exitCodes: { "1": "no match" },
    outputMode: "json",
    progress: true,
    stdin: "body",
    workingDirectory: "/tmp/work",
    confirm: "human",
    permissions: {
      run: [{ program: "bash", optional: false }],
      env: [],
      net: [{ fromParam: "url" }],
    },
    file: "tool.yaml",
  });
  assertEquals(parameters.slice(0, 4), [
    {
      name: "input_path",
      type: "string",
      description: "Media file to read, from a root.",
      required: true,
      path: "read",
      separator: ",",
      relativeTo: ["output_dir", "${FFMPEG_OUTPUT_DIR}"],
      allowDashPrefix: false,
    },
    {
      name: "output_dir",
      type: "string",
      description: "Where to write.",
      required: false,
      path: "write-dir",
      relativeTo: [],
      allowDashPrefix: false,
    },
    {
      name: "tags",
      type: "array",
      description: "Words.",
      required: false,
      relativeTo: [],
      allowDashPrefix: false,
      pattern: "[a-z]+",
      denyPattern: "x",
      minItems: 1,
      maxItems: 3,
      default: ["a"],
    },
    {
      name: "level",
      type: "integer",
      description: "How hard.",
      required: false,
      relativeTo: [],
      allowDashPrefix: true,
      enum: [1, 5],
      minimum: 1,
      maximum: 9,
      default: 5,
    },
  ]);
  assertEquals(positions["tool.name"], { line: 3, column: 3 });
  assertEquals(
    positions["execution.env.fromRuntime.TOOL_OUTPUT_DIR.1"],
    place("SHELL_AS_MCP_OUTPUT_DIR"),
  );
  assertEquals(positions["execution.permissions.run.0"], place("bash], net"));
});

Deno.test("parseToolSpec() fills in the defaults of a minimal old file", () => {
  const spec = parsed(`apiVersion: v1
tool:
  name: demo__run
  description: |-
    /**
      * Run it.
     * @param value What to say.
     */
  input:
    properties:
      value: {type: string}
execution:
  script:
    path: ./scripts/run.sh
    args: ["{{value}}"]
`);
  const { positions: _, parameters, output, ...rest } = spec;
  assertEquals(output, {});
  assertEquals(parameters, [{
    name: "value",
    type: "string",
    description: "What to say.",
    required: false,
    relativeTo: [],
    allowDashPrefix: false,
  }]);
  assertEquals(rest, {
    name: "demo__run",
    bareName: "run",
    description: "Run it.\n@param value What to say.",
    annotations: {
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: false,
      openWorldHint: true,
    },
    program: { kind: "script", path: "./scripts/run.sh", args: ["{{value}}"] },
    shell: { mode: "direct", name: "bash" },
    env: { fromRuntime: {}, static: {}, fromParams: {} },
    compatibility: [],
    timeoutMs: 30_000,
    maxOutputBytes: 1_048_576,
    taskMode: "sync",
    exitCodes: {},
    outputMode: "text",
    progress: false,
    file: "tool.yaml",
  });
});
