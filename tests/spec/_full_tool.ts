/** A tool with every field, for tests. */

/** Every field that a tool can have. */
export const FULL_TOOL = `apiVersion: v1
tool:
  name: ffmpeg__probe_media
  bareName: probe
  title: Probe media
  description: |-
    /**
     * Tell what a media file holds.
     *
     * @param input_path - Media file to read,
     *   from a root.
     * @param __mcp_response_mode How to answer.
     */
  annotations: {readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false}
  input:
    type: object
    properties:
      input_path: {type: string, path: read, relativeTo: [output_dir, "\${FFMPEG_OUTPUT_DIR}"], separator: ","}
      output_dir: {type: string, description: Where to write., path: write-dir}
      tags: {type: array, items: {type: string}, description: Words., minItems: 1, maxItems: 3, default: [a], pattern: "[a-z]+", denyPattern: x}
      level: {type: integer, description: How hard., minimum: 1, maximum: 9, enum: [1, 5], default: 5, allowDashPrefix: true}
      body: {type: string, description: The text., minLength: 0, maxLength: 10}
      url: {type: string, description: Where from.}
    required: [input_path]
  output: {type: object, properties: {status: {type: string}}}
execution:
  script: {path: ./scripts/probe.sh, interpreter: bash, args: ["--level={{ level }}"]}
  stdin: body
  shell: {mode: shell, name: zsh, path: /usr/bin/zsh, args: ["-c"]}
  env:
    fromRuntime: {TOOL_OUTPUT_DIR: [FFMPEG_OUTPUT_DIR, SHELL_AS_MCP_OUTPUT_DIR], TOOL_KEY: DEMO_KEY, LANG: LANG}
    static: {PAGER: cat, PYTHONUNBUFFERED: "1", TOOL_TAGS: "{{tags}}", EMPTY: ""}
    fromParams: {TOOL_INPUT_PATH: input_path, TOOL_URL: url}
  compatibility: {targets: [{os: linux, kernel: linux, arch: x86_64, support: tested, notes: ""}]}
  workingDirectory: /tmp/work
  timeoutMs: none
  maxOutputBytes: 1024
  taskMode: async
  exitCodes: {1: no match}
  output: json
  confirm: human
  progress: true
  permissions: {run: [bash], net: [{fromParam: url}], env: []}
`;
