/** Searches files for a JavaScript regular expression, which is ended when it does not end. */
import type { Findings, Search } from "./_grep.ts";
import { answer, Fault, input } from "./_json.ts";

/** How long one line may take, or one file may take to be read. */
const STUCK_MS = 3000;
const LOOK_MS = 100;

await answer(async () => {
  const pattern = input("PATTERN")!;
  try {
    new RegExp(pattern);
  } catch (error) {
    throw new Fault(`The pattern is no regular expression: ${(error as Error).message}`);
  }
  const search: Search = {
    pattern,
    caseSensitive: input("CASE_SENSITIVE") === "true",
    path: input("PATH_TO_SEARCH")!,
    glob: input("GLOB"),
    maxResults: Number(input("MAX_RESULTS")),
    contextLines: Number(input("CONTEXT_LINES")),
    progress: new SharedArrayBuffer(8),
  };
  const worker = new Worker(import.meta.resolve("./_grep.ts"), { type: "module" });
  const ended = Promise.withResolvers<Record<string, unknown>>();
  let part: Findings | undefined;
  worker.onmessage = ({ data }) => {
    if (data.findings) ended.resolve(data.findings);
    else if (data.fault) ended.reject(new Fault(data.fault));
    else part = data.part;
  };
  worker.onerror = (event) => ended.reject(new Fault(event.message));
  const progress = new Int32Array(search.progress);
  let last = "";
  let since = performance.now();
  const watch = setInterval(() => {
    const now = `${Atomics.load(progress, 0)}:${Atomics.load(progress, 1)}`;
    if (now !== last) {
      last = now;
      since = performance.now();
    } else if (performance.now() - since > STUCK_MS) {
      worker.terminate();
      ended.resolve({
        error: `The pattern takes more than ${STUCK_MS / 1000} s on one line (line ${
          Atomics.load(progress, 1)
        } of the file number ${
          Atomics.load(progress, 0)
        }): it backtracks without end. Make it simpler, such as a+ instead of (a+)+`,
        ...(part ?? {}),
        truncated: true,
      });
    }
  }, LOOK_MS);
  worker.postMessage(search);
  try {
    return await ended.promise;
  } finally {
    clearInterval(watch);
    worker.terminate();
  }
});
