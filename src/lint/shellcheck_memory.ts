/**
 * What shellcheck said of the same bytes before: it needs a second for a long script.
 *
 * One file per bundle, written over when the bundle changes, so that it does not grow.
 *
 * Deno permissions: `--allow-read` and, to remember, `--allow-write` for the folder. Without them
 * everything is checked afresh.
 *
 * @module
 */
import { createHash } from "node:crypto";
import type { Spot } from "./rule.ts";
import type { BundleView } from "./view.ts";

/** The answer for one state of one bundle. */
export interface ShellcheckMemory {
  recall(): Spot[] | undefined;
  keep(spots: readonly Spot[]): void;
}

/** Change it when the answers for the same bytes change. */
const FORMAT = 1;

/**
 * The memory of a bundle, in `folder`.
 *
 * @param program Absolute path of shellcheck: another one, or a newer one, is asked afresh
 */
export function shellcheckMemory(
  view: BundleView,
  program: string,
  folder: string,
): ShellcheckMemory {
  const file = `${folder}/shellcheck-${digest([view.bundle.folder]).slice(0, 32)}.json`;
  const key = keyOf(view, program);
  return {
    recall() {
      try {
        const kept = JSON.parse(Deno.readTextFileSync(file)) as { key: unknown; spots: unknown };
        return kept.key === key && isSpots(kept.spots) ? kept.spots : undefined;
      } catch {
        return undefined;
      }
    },
    keep(spots) {
      try {
        Deno.mkdirSync(folder, { recursive: true });
        // Two runs at once must not leave half of each.
        const fresh = `${file}.${crypto.randomUUID()}`;
        Deno.writeTextFileSync(fresh, JSON.stringify({ key, spots }), { createNew: true });
        Deno.renameSync(fresh, file);
      } catch {
        // A folder that cannot be written costs time and nothing else.
      }
    },
  };
}

/** The program, and every file that it may read: scripts source files of their bundle. */
function keyOf(view: BundleView, program: string): string {
  const { size, mtime, ino } = Deno.statSync(program);
  const words = [String(FORMAT), program, String(size), String(mtime?.getTime()), String(ino)];
  const specs = `${view.bundle.folder}/spec_yaml/`;
  const checked = new Set(view.scripts.map((s) => s.path));
  for (const { path, bytes, text } of view.files) {
    if (path.startsWith(specs)) continue;
    words.push(path, checked.has(path) ? "script" : "file", text ?? `unread ${bytes}`);
  }
  return digest(words);
}

function digest(words: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(words)).digest("hex");
}

function isSpots(value: unknown): value is Spot[] {
  return Array.isArray(value) &&
    value.every((s) =>
      s !== null && typeof s === "object" && typeof s.file === "string" &&
      typeof s.message === "string" && typeof s.line === "number" && typeof s.column === "number"
    );
}
