/**
 * A call's own folder in the state: what a tool leaves there outlives the call.
 *
 * Deno permissions: `--allow-read` and `--allow-write` for the state folder.
 *
 * @module
 */
import type { Owner, Plan } from "../plan/types.ts";

/** The folder behind `TOOL_RESULT_DIR`. Disposed of, it goes if the tool left nothing. */
export class ResultFolder implements Disposable {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  /** Makes the folder of one call. */
  static make(plan: Plan, callId: string): ResultFolder {
    const path = `${plan.stateFolder}/results/${callId}`;
    Deno.mkdirSync(path, { recursive: true, mode: 0o700 });
    return new ResultFolder(path);
  }

  /** For a server started by root: the tool's user must be able to write. */
  giveTo(owner: Owner) {
    Deno.chownSync(this.path, owner.uid, owner.gid);
  }

  /** The regular files in the folder itself, by name; links are not followed. */
  keep(): string[] {
    return [...Deno.readDirSync(this.path)].filter((e) => e.isFile)
      .map((e) => `${this.path}/${e.name}`).sort();
  }

  [Symbol.dispose]() {
    try {
      Deno.removeSync(this.path);
    } catch {
      // Not empty: the tool left something there.
    }
  }
}
