/**
 * Searches files, as a worker: a pattern that never ends can be ended with it. The number of the
 * line that is looked at stands in shared memory, by which the main thread sees that it goes on.
 */
/** What is searched for. */
export interface Search {
  pattern: string;
  caseSensitive: boolean;
  path: string;
  glob: string | undefined;
  maxResults: number;
  contextLines: number;
  /** Two numbers: those of the file and of the line that are looked at. */
  progress: SharedArrayBuffer;
}

/** One line that matches. */
interface Match {
  file: string;
  line_number: number;
  line: string;
  before: string[];
  after: string[];
}

/** What was found until now. */
export interface Findings {
  matches: Match[];
  files_scanned: number;
  files_skipped: { binary: number; too_large: number; unreadable: number };
  truncated: boolean;
}

/** Folders that hold what was made or fetched, looked into only when they are asked for. */
const SKIPPED = new Set(["node_modules", ".git", "bin", "obj", "dist", "target"]);
const MAX_FILE = 5 * 1024 * 1024;
/** Where a NUL makes a file a binary one. */
const FIRST_BLOCK = 8192;
/** Longer lines are cut: minified files have one. */
const MAX_LINE = 2000;
/** The answer must stay an answer. */
const MAX_TEXT = 8 * 1024 * 1024;

/** A name filter, in which `*` is any text and `?` one character. */
export function globTest(glob: string): RegExp {
  const text = glob.replace(/[\\^$.|+()[\]{}]/g, "\\$&").replaceAll("*", ".*").replaceAll("?", ".");
  return new RegExp(`^${text}$`, "su");
}

/** The lines of a text, without their ends. */
function linesOf(text: string): string[] {
  const lines = text.split("\n").map((l) => l.endsWith("\r") ? l.slice(0, -1) : l);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

function shortened(line: string): string {
  return line.length <= MAX_LINE ? line : `${line.slice(0, MAX_LINE)}…`;
}

/** The files below a folder in the order of their names; links are not followed. */
function* filesBelow(folder: string, onFault: () => void): Generator<string> {
  let entries: Deno.DirEntry[];
  try {
    entries = [...Deno.readDirSync(folder)].sort((a, b) => a.name < b.name ? -1 : 1);
  } catch {
    onFault();
    return;
  }
  for (const entry of entries) {
    const path = `${folder.replace(/\/$/, "")}/${entry.name}`;
    if (entry.isDirectory) {
      if (!SKIPPED.has(entry.name)) yield* filesBelow(path, onFault);
    } else if (entry.isFile) yield path;
  }
}

/** Searches; `tell` gets what was found in each file with a match. */
export function search(s: Search, tell: (f: Findings) => void): Findings {
  const progress = new Int32Array(s.progress);
  const test = new RegExp(s.pattern, s.caseSensitive ? "" : "i");
  const name = s.glob === undefined ? undefined : globTest(s.glob);
  const found: Findings = {
    matches: [],
    files_scanned: 0,
    files_skipped: { binary: 0, too_large: 0, unreadable: 0 },
    truncated: false,
  };
  const skipped = found.files_skipped;
  let size = 0;
  const files = Deno.statSync(s.path).isDirectory
    ? filesBelow(s.path, () => skipped.unreadable++)
    : [s.path];
  for (const file of files) {
    if (name && !name.test(file.slice(file.lastIndexOf("/") + 1))) continue;
    Atomics.add(progress, 0, 1);
    let bytes: Uint8Array;
    try {
      if (Deno.statSync(file).size > MAX_FILE) {
        skipped.too_large++;
        continue;
      }
      bytes = Deno.readFileSync(file);
    } catch {
      skipped.unreadable++;
      continue;
    }
    if (bytes.subarray(0, FIRST_BLOCK).includes(0)) {
      skipped.binary++;
      continue;
    }
    found.files_scanned++;
    const lines = linesOf(new TextDecoder().decode(bytes));
    const before = found.matches.length;
    for (const [i, line] of lines.entries()) {
      Atomics.store(progress, 1, i + 1);
      if (!test.test(line)) continue;
      if (found.matches.length >= s.maxResults || size > MAX_TEXT) {
        found.truncated = true;
        return found;
      }
      const around = (from: number, to: number) =>
        lines.slice(Math.max(0, from), to).map(shortened);
      const match = {
        file,
        line_number: i + 1,
        line: shortened(line),
        before: around(i - s.contextLines, i),
        after: around(i + 1, i + 1 + s.contextLines),
      };
      size += JSON.stringify(match).length;
      found.matches.push(match);
    }
    if (found.matches.length > before) tell(found);
  }
  return found;
}

// As a worker; another file may import the functions.
if ("WorkerGlobalScope" in globalThis) {
  const worker = globalThis as unknown as {
    onmessage: (event: MessageEvent<Search>) => void;
    postMessage: (message: unknown) => void;
  };
  worker.onmessage = ({ data }) => {
    try {
      const findings = search(data, (part) => worker.postMessage({ part }));
      worker.postMessage({ findings });
    } catch (error) {
      worker.postMessage({ fault: (error as Error).message });
    }
  };
}
