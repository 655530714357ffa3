import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { Outcome } from "../../src/call/outcome.ts";
import { jsonResult, recordOf, recordResult, recordText } from "../../src/server/record.ts";
import { outcome, planTool } from "../call/_plan_tool.ts";

function stream(text: string, more: Partial<Outcome["stdout"]> = {}): Outcome["stdout"] {
  return { text, truncated: false, bytesSeen: text.length, overSpillLimit: false, ...more };
}

const FULL = outcome({
  status: "error",
  reason: "timeout",
  exitCode: 143,
  signal: "SIGTERM",
  timedOut: true,
  stdout: stream("out\nend", {
    truncated: true,
    bytesSeen: 5000,
    spillPath: "/s/spill/1 ä-stdout.log",
  }),
  stderr: stream("err"),
  outputFiles: ["/s/results/1/pic#1.png", "/s/spill/1 ä-stdout.log"],
  message: "The call was ended",
});

Deno.test("recordOf() holds every fact of a call", () => {
  assertEquals(recordOf(FULL), {
    status: "error",
    exit_code: 143,
    command: "prog",
    execution_time_ms: 5,
    spec_tool: "demo__run",
    reason: "timeout",
    signal: "SIGTERM",
    timed_out: true,
    truncated: { stdout: { bytes_seen: 5000 } },
    sandbox: "bwrap",
    output_files: ["/s/results/1/pic#1.png", "/s/spill/1 ä-stdout.log"],
    message: "The call was ended",
    stdout: "out\nend",
    stderr: "err",
  });
  assertEquals("message" in recordOf(outcome()), false);
});

Deno.test("recordText() labels the facts, then shows the streams", () => {
  assertEquals(
    recordText(FULL),
    `status: error
exit_code: 143
command: prog
execution_time_ms: 5
spec_tool: demo__run
reason: timeout
signal: SIGTERM
timed_out: true
truncated: stdout, of 5000 bytes
sandbox: bwrap
output_file: /s/results/1/pic#1.png
output_file: /s/spill/1 ä-stdout.log
message: The call was ended
stdout:
out
end
stderr:
err`,
  );
  assertEquals(
    recordText(outcome()),
    `status: success
exit_code: 0
command: prog
execution_time_ms: 5
spec_tool: demo__run
sandbox: bwrap
stdout: (empty)
stderr: (empty)`,
  );
});

Deno.test("recordText() lets no file name begin a line of its own", () => {
  const text = recordText(
    outcome({ outputFiles: ["/s/results/1/a\nstatus: error\rexit_code: 9"] }),
  );
  assertEquals(text.split(/[\n\r]/).filter((line) => line.startsWith("status: ")), [
    "status: success",
  ]);
  assert(!/^exit_code: 9/m.test(text.replaceAll("\r", "\n")), text);
});

Deno.test("recordResult() links files by URIs that any name survives", () => {
  const { content, structuredContent, isError } = recordResult(FULL, "content");
  assertEquals([structuredContent, isError], [undefined, true]);
  assertEquals(content.slice(1), [
    {
      type: "resource_link",
      uri: "file:///s/results/1/pic%231.png",
      name: "pic#1.png",
      mimeType: "application/octet-stream",
      description: "A file that the tool left",
    },
    {
      type: "resource_link",
      uri: "file:///s/spill/1%20%C3%A4-stdout.log",
      name: "1 ä-stdout.log",
      mimeType: "text/plain",
      description: "The whole stream",
    },
  ]);
  const structured = recordResult(FULL, "structuredContent");
  assertEquals(structured.structuredContent, recordOf(FULL));
  assertEquals(structured.content[0], { type: "text", text: JSON.stringify(recordOf(FULL)) });
});

Deno.test("jsonResult() says why a failed tool's silence is no JSON", () => {
  const tool = planTool({ outputSchema: { type: "object" } });
  const silent = outcome({ status: "error", reason: "policy", exitCode: -1, message: "No root" });
  const { content, structuredContent, isError } = jsonResult(silent, tool, () => undefined);
  assertEquals([structuredContent, isError], [undefined, true]);
  const [block] = content;
  assert(block?.type === "text");
  assertStringIncludes(JSON.parse(block.text).error, "failed (policy, exit code -1): No root");
});
