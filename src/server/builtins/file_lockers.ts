/**
 * Answers `file_lockers`: which processes have a file open.
 *
 * @module
 */
import { type Capability, resolvePaths } from "../../call/capabilities.ts";
import { runAs } from "../../call/call_tool.ts";
import { explainRefusal, readRefusal } from "../../call/refused.ts";
import { installHint } from "../../sandbox/install_hints.ts";
import { output } from "../../process/output.ts";
import { answerOf, type Builtin, faultOf } from "./builtin.ts";

const TIMEOUT_MS = 20_000;

/** One process that has the file open. */
interface Locker {
  pid: number;
  app_name: string;
  /** How: `read`, `write`, `read-write`, `mapped`, `program`, `folder`; several with a comma. */
  app_type: string;
}

/** Asks lsof(8) through its launcher. */
export const fileLockers: Builtin = async (call) => {
  const { plan, tool, values } = call;
  if (plan.lockersLauncher === undefined) {
    return faultOf(
      call,
      plan.tier.name === "bwrap"
        ? `The program "lsof" is not installed. Install it: ${installHint("lsof")}`
        : "Who has a file open can be asked only where bubblewrap is the sandbox",
      { reason: "spawn" },
    );
  }
  const resolved = resolvePaths(tool.parameters, values, plan);
  if (!resolved.ok) return faultOf(call, resolved.message, { reason: "policy" });
  const capability: Capability = resolved.capabilities[0]!;
  const { path } = capability;
  const owner = plan.asRoot ? runAs(tool, resolved.capabilities, plan) : undefined;
  const { code, stdout, stderr, timedOut } = await output({
    program: plan.lockersLauncher,
    args: [path],
    env: {},
    cwd: "/",
    ...owner,
    timeoutMs: TIMEOUT_MS,
  });
  if (timedOut) return faultOf(call, `lsof took more than ${TIMEOUT_MS} ms`, { reason: "timeout" });
  const mount = { word: "read" as const, value: path, dest: path, capability };
  const refused = code === 125 ? readRefusal(stderr, [mount]) : undefined;
  if (refused?.code === "moved" && refused.real !== undefined) {
    return faultOf(call, `"path" is a link to "${refused.real}"; ask for that`);
  }
  if (refused) {
    const { reason, message } = explainRefusal(refused);
    return faultOf(call, message, { reason });
  }
  // Without anybody it prints nothing and exits with 1, as after a fault, which it explains.
  if (stdout === "" && stderr.trim() !== "") {
    return faultOf(call, `lsof could not look: ${stderr.trim()}`, { reason: "exit" });
  }
  return answerOf(call, {
    path,
    lockers: lockersOf(stdout).map((locker) => ({ ...locker })),
    // The kernel tells of other users' processes to root alone.
    partial: (owner?.uid ?? Deno.uid()) !== 0,
  });
};

/** Reads `lsof -F pcfa` (lsof(8), OUTPUT FOR OTHER PROGRAMS): one field a line, a letter before it. */
export function lockersOf(text: string): Locker[] {
  const lockers: Locker[] = [];
  let kinds = new Set<string>();
  let descriptor = "";
  for (const line of text.split("\n")) {
    const value = line.slice(1);
    if (line[0] === "p") {
      kinds = new Set();
      lockers.push({ pid: Number(value), app_name: "", app_type: "" });
    }
    const last = lockers.at(-1);
    if (!last) continue;
    if (line[0] === "c") last.app_name = value;
    if (line[0] === "f") {
      descriptor = value;
      const kind = KINDS[value];
      if (kind !== undefined) kinds.add(kind);
    }
    if (line[0] === "a" && KINDS[descriptor] === undefined) kinds.add(ACCESS[value] ?? "open");
    last.app_type = [...kinds].join(",");
  }
  return lockers.map((l) => ({ ...l, app_type: l.app_type || "open" }));
}

const KINDS: Record<string, string> = {
  mem: "mapped",
  txt: "program",
  cwd: "folder",
  rtd: "folder",
  ltx: "mapped",
};
const ACCESS: Record<string, string> = { r: "read", w: "write", u: "read-write" };
