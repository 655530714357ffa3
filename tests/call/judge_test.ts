import { assertEquals, assertStringIncludes } from "@std/assert";
import { type Circumstances, judge } from "../../src/call/judge.ts";
import type { RunResult } from "../../src/call/run.ts";
import { planTool } from "./_plan_tool.ts";

const NOTHING = { text: "", truncated: false, bytesSeen: 0, overSpillLimit: false };

/** A run that ended with this code, as launcher and bubblewrap say it. */
function ended(code: number, fields: Partial<RunResult> = {}): RunResult {
  return {
    status: { code, signal: null },
    stdout: NOTHING,
    stderr: NOTHING,
    started: true,
    reported: code,
    timedOut: false,
    cancelled: false,
    outputLimit: false,
    executionTimeMs: 1,
    ...fields,
  };
}

function stderr(text: string) {
  return { stderr: { ...NOTHING, text } };
}

const CALL: Circumstances = {
  tool: planTool({ exitCodes: { 1: "nothing was found", 126: "twenty-six over" } }),
  command: "prog",
  mounts: [],
  tier: "bwrap",
  outputFiles: ["/state/results/1/a"],
};

/** Status, reason and exit code. */
function verdict(result: RunResult, call = CALL): [string, string, number] {
  const { status, reason, exitCode } = judge(result, call);
  return [status, reason, exitCode];
}

const STAGED: Circumstances = {
  ...CALL,
  mounts: [{ word: "write", value: "/w/a", dest: "/w" }],
};

Deno.test("judge() calls a run by the exit code of its tool", () => {
  assertEquals(verdict(ended(0)), ["success", "exit", 0]);
  assertEquals(verdict(ended(1)), ["success", "exit", 1]);
  assertEquals(judge(ended(1), CALL).message, "nothing was found");
  assertEquals(verdict(ended(2)), ["error", "exit", 2]);
  assertEquals(verdict(ended(126)), ["success", "exit", 126]);
  assertEquals(verdict(ended(126), STAGED), ["success", "exit", 126]);
  const killed = judge(ended(139), CALL);
  assertEquals([killed.signal, killed.reason, killed.exitCode], ["SIGSEGV", "exit", 139]);
});

Deno.test("judge() believes the launcher's exit code before a document that may be forged", () => {
  assertEquals(verdict(ended(3, { reported: 0 })), ["error", "exit", 3]);
  assertEquals(verdict(ended(0, { reported: 3 })), ["success", "exit", 0]);
  assertEquals(verdict(ended(126, { reported: 0 }), STAGED), ["error", "sandbox", -1]);
  assertStringIncludes(judge(ended(126, { reported: 0 }), STAGED).message!, "put in place");
});

Deno.test("judge() names who ended the call before all else", () => {
  const loud = stderr("launcher: outside 0");
  const fields = { status: { code: 143, signal: "SIGTERM" }, reported: undefined, ...loud };
  assertEquals(verdict(ended(143, { ...fields, cancelled: true, timedOut: true })), [
    "error",
    "cancelled",
    -1,
  ]);
  const late = judge(ended(143, { ...fields, timedOut: true }), CALL);
  assertEquals([late.reason, late.timedOut, late.signal], ["timeout", true, "SIGTERM"]);
  assertStringIncludes(late.message!, "after 1000 ms");
  const loudest = judge(ended(143, { ...fields, outputLimit: true }), CALL);
  assertEquals(loudest.reason, "limit");
  assertStringIncludes(loudest.message!, "4096 MiB (limits.spillMb)");
});

Deno.test("judge() reads the launcher's refusal only when the tool was never started", () => {
  const said = stderr("launcher: readonly 0\n");
  const refused = ended(125, { started: false, reported: undefined, ...said });
  assertEquals(verdict(refused), ["error", "policy", -1]);
  assertEquals(verdict(ended(125, said)), ["error", "exit", 125]);
  const mute = ended(1, {
    started: false,
    reported: undefined,
    ...stderr("noise\nbwrap: no way\n"),
  });
  assertEquals(verdict(mute), ["error", "sandbox", -1]);
  assertStringIncludes(judge(mute, CALL).message!, "could not be set up: bwrap: no way");
  const half = ended(1, { reported: undefined, ...stderr("bwrap: execvp prog: No such file") });
  assertEquals(verdict(half), ["error", "sandbox", -1]);
  assertStringIncludes(judge(half, CALL).message!, "No such file");
});

Deno.test("judge() names the limit that was met, or says that it is suspected", () => {
  assertEquals(verdict(ended(152)), ["error", "limit", 152]);
  assertStringIncludes(judge(ended(152), CALL).message!, "600 CPU seconds (limits.cpuSeconds)");
  assertStringIncludes(judge(ended(153), CALL).message!, "4096 MiB (limits.fileMb)");
  const suspected: [string, string][] = [
    ["cp: write error: No space left on device", "limits.tmpMb"],
    ["fork: Cannot allocate memory", "limits.memoryMb"],
    ["MemoryError", "limits.memoryMb"],
    ["bash: fork: retry: Resource temporarily unavailable", "limits.pids"],
  ];
  for (const [text, limit] of suspected) {
    const { message, reason } = judge(ended(1, stderr(text)), { ...CALL, tool: planTool() });
    assertEquals(reason, "exit");
    assertStringIncludes(message!, "Suspected: ");
    assertStringIncludes(message!, limit);
  }
  assertEquals(judge(ended(2, stderr("plain failure")), CALL).message, undefined);
});

Deno.test("judge() lists the tool's files and the spilled streams", () => {
  const { outputFiles } = judge(
    ended(0, {
      stdout: { ...NOTHING, truncated: true, spillPath: "/state/spill/1-stdout.log" },
      stderr: { ...NOTHING, truncated: true, spillPath: "/state/spill/1-stderr.log" },
    }),
    CALL,
  );
  assertEquals(outputFiles, [
    "/state/results/1/a",
    "/state/spill/1-stdout.log",
    "/state/spill/1-stderr.log",
  ]);
});
