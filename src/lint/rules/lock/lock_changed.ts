import { compareWithLock } from "../../../bundle/lock.ts";
import type { LintRule } from "../../rule.ts";

/** A locked bundle is what somebody read. */
export const lockChanged: LintRule = {
  id: "lock-changed",
  level: "error",
  title: "A locked bundle is what its lock says",
  why: "What was read is no longer what runs, and serve --locked refuses it",
  mend: 'Read what changed, then run "lock"',
  check: ({ bundle, locked }) => {
    const change = locked && compareWithLock(bundle, locked);
    if (!change) return [];
    const manifest = bundle.manifest?.file ?? bundle.folder;
    return [
      ...change.gained.map(({ text, file, line }) => ({
        file,
        line,
        message: `The bundle "${bundle.name}" gained "${text}" since it was locked`,
      })),
      ...change.lost.map((text) => ({
        file: manifest,
        message: `The bundle "${bundle.name}" lost "${text}" since it was locked`,
      })),
      ...change.files.map((words) => {
        const [what, path] = [words.split(" ")[0], words.slice(words.indexOf(" ") + 1)];
        return {
          file: what === "gone" ? manifest : `${bundle.folder}/${path}`,
          message: `The file "${path}" is ${what} since the bundle was locked`,
        };
      }),
    ];
  },
};
