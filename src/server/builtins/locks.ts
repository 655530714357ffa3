/**
 * Answers `lock_acquire` and `lock_release`.
 *
 * @module
 */
import { answerOf, type Builtin, type BuiltinCall, faultOf } from "./builtin.ts";
import { type Holder, NamedLocks } from "./named_locks.ts";

/** Those of each state folder: what this process holds is its own, whoever asked for it. */
const locks = new Map<string, NamedLocks>();

function locksOf({ plan }: BuiltinCall): NamedLocks {
  const folder = `${plan.stateFolder}/locks`;
  let own = locks.get(folder);
  if (!own) locks.set(folder, own = new NamedLocks(folder));
  return own;
}

/** Takes a lock. */
export const lockAcquire: Builtin = async (call) => {
  const { name, wait_ms, note } = call.values;
  const result = await locksOf(call).acquire(String(name), {
    waitMs: Number(wait_ms),
    signal: call.signal,
    ...(note !== undefined && { note: String(note) }),
  });
  if ("token" in result && call.signal.aborted) {
    // Nobody will learn the token.
    await locksOf(call).release(String(name), result.token);
  } else if ("token" in result) {
    const acquired_at = new Date(result.acquiredAt).toISOString();
    return answerOf(call, { name: String(name), token: result.token, acquired_at });
  }
  if (call.signal.aborted) {
    return faultOf(call, "The wait for the lock was cancelled", { reason: "cancelled" });
  }
  const { holder } = result as { holder: Holder | undefined };
  return faultOf(call, `The lock "${name}" is held by ${holderText(holder)}`, {
    reason: "exit",
    more: {
      name: String(name),
      ...(holder && {
        owner_pid: holder.pid,
        ...(holder.note !== undefined && { note: holder.note }),
        held_for_ms: ageOf(holder),
      }),
    },
  });
};

/** The clock of the day can jump back. */
function ageOf({ acquiredAt }: Holder): number {
  return Math.max(0, Date.now() - acquiredAt);
}

function holderText(holder: Holder | undefined): string {
  if (!holder) return "another call";
  const note = holder.note === undefined ? "" : `, with the note ${JSON.stringify(holder.note)}`;
  return `the process ${holder.pid}${note}, for ${(ageOf(holder) / 1000).toFixed(1)} s`;
}

/** Lets a lock go. */
export const lockRelease: Builtin = async (call) => {
  const name = String(call.values["name"]);
  const own = locksOf(call);
  const result = await own.release(name, String(call.values["token"]));
  switch (result) {
    case "released":
      return answerOf(call, { name, released: true });
    case "free":
      return faultOf(call, `The lock "${name}" is free`);
    case "wrong-token":
      return faultOf(call, `The token is not that of the lock "${name}", which stays as it is`);
    default:
      return faultOf(
        call,
        `The lock "${name}" is held by ${
          holderText(await own.holder(name))
        }: another server, which alone can release it`,
      );
  }
};
