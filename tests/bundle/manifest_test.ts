import { assertEquals } from "@std/assert";
import { parseManifest } from "../../src/bundle/manifest.ts";
import { DEFAULT_LIMITS } from "../../src/bundle/types.ts";

const FULL = `apiVersion: v1
bundle: {name: ffmpeg, version: 1.0.0-rc.1, description: Prepare media., default: true}
permissions:
  run: [bash, ffmpeg, {name: ffprobe, optional: true}, "\${SHELLCHECK_CMD:-shellcheck}"]
  env: [FFMPEG_OUTPUT_DIR, SHELL_AS_MCP_OUTPUT_DIR]
  read: []
  write: ["\${FFMPEG_OUTPUT_DIR}", "\${SHELL_AS_MCP_OUTPUT_DIR}"]
  home: []
  net: []
  host: []
healthz: [bash, ffmpeg]
limits: {memoryMb: 1024, pids: 8}
sandbox: required
`;

Deno.test("parseManifest() reads every field", () => {
  const { manifest, problems } = parseManifest(FULL, "bundle.yaml");
  assertEquals(problems, []);
  const { positions, ...rest } = manifest!;
  assertEquals(rest, {
    name: "ffmpeg",
    version: "1.0.0-rc.1",
    description: "Prepare media.",
    default: true,
    permissions: {
      run: [
        { program: "bash", optional: false },
        { program: "ffmpeg", optional: false },
        { program: "ffprobe", optional: true },
        { program: "${SHELLCHECK_CMD:-shellcheck}", optional: false },
      ],
      env: ["FFMPEG_OUTPUT_DIR", "SHELL_AS_MCP_OUTPUT_DIR"],
      read: [],
      write: ["${FFMPEG_OUTPUT_DIR}", "${SHELL_AS_MCP_OUTPUT_DIR}"],
      home: [],
      net: [],
      host: [],
    },
    healthz: ["bash", "ffmpeg"],
    limits: { ...DEFAULT_LIMITS, memoryMb: 1024, pids: 8 },
    sandbox: "required",
    file: "bundle.yaml",
  });
  assertEquals(positions["permissions.run.2"], { line: 4, column: 23 });
  assertEquals(positions["bundle.name"], { line: 2, column: 10 });
});

Deno.test("parseManifest() fills in the defaults of a minimal file", () => {
  const text = "apiVersion: v1\nbundle: {name: a, version: 0.1.0, description: A.}\n";
  const { manifest, problems } = parseManifest(text, "bundle.yaml");
  assertEquals(problems, []);
  const { positions: _, ...rest } = manifest!;
  assertEquals(rest, {
    name: "a",
    version: "0.1.0",
    description: "A.",
    default: false,
    permissions: {},
    limits: DEFAULT_LIMITS,
    sandbox: "preferred",
    file: "bundle.yaml",
  });
});

Deno.test("parseManifest() reports all problems of a file in the order of the file", () => {
  const text = FULL.replace("name: ffmpeg,", "name: FFmpeg,").replace("host: []", "hosts: []")
    .replace("read: []", "read: [etc]").replace("pids: 8", "pids: many")
    .replace("sandbox: required", "sandbox: yes");
  const { manifest, problems } = parseManifest(text, "bundle.yaml");
  assertEquals(manifest, undefined);
  assertEquals(problems.map((p) => [p.rule, p.line]), [
    ["bundle-name", 2],
    ["permission-path", 6],
    ["unknown-key", 10],
    ["limit-value", 12],
    ["wrong-value", 13],
  ]);
});

Deno.test("parseManifest() reports every missing field", () => {
  const { problems } = parseManifest("bundle: {}\n", "bundle.yaml");
  assertEquals(problems.map((p) => p.message), [
    '"apiVersion" is missing',
    '"bundle.name" is missing',
    '"bundle.version" is missing',
    '"bundle.description" is missing',
  ]);
});
