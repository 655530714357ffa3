/**
 * Progress of one call, told to a client that asked for it: always rising, never after the
 * end (MCP 2025-11-25, basic/utilities/progress), and a heartbeat while a tool is silent.
 *
 * @module
 */
import type { Progress } from "../call/progress_lines.ts";

/** The parameters of `notifications/progress`, without the token. */
export interface ProgressNote {
  progress: number;
  total?: number;
  message?: string;
}

const HEARTBEAT_MS = 15_000;
/** Faster than this, only the newest counts. */
const MIN_INTERVAL_MS = 100;

/** Sends the notes of one call. */
export class ProgressNotes {
  readonly #send: (note: ProgressNote) => Promise<void>;
  readonly #begun = performance.now();
  readonly #heartbeatMs: number;
  #heartbeat: ReturnType<typeof setTimeout>;
  #last = -Infinity;
  #sentAt = -Infinity;
  #waiting: ProgressNote | undefined;
  #flush: ReturnType<typeof setTimeout> | undefined;
  #pending: Promise<void> = Promise.resolve();
  #ended = false;

  constructor(send: (note: ProgressNote) => Promise<void>, heartbeatMs = HEARTBEAT_MS) {
    this.#send = send;
    this.#heartbeatMs = heartbeatMs;
    this.#heartbeat = setTimeout(() => this.#beat(), heartbeatMs);
  }

  /** A line that the tool printed. What does not rise is left out. */
  tell(p: Progress) {
    this.#note({
      progress: p.done,
      ...(p.total !== undefined && { total: p.total }),
      ...(p.message !== undefined && { message: p.message }),
    });
  }

  #beat() {
    if (this.#waiting) {
      this.#emit(this.#waiting);
      return;
    }
    const seconds = Math.round((performance.now() - this.#begun) / 1000);
    // A hair above the last value: it must rise, and the tool's own numbers must stay true.
    const hair = Math.max(1e-6, this.#last * Number.EPSILON);
    const progress = Number.isFinite(this.#last) ? this.#last + hair : 0;
    this.#emit({ progress, message: `Running for ${seconds} s` });
  }

  #note(note: ProgressNote) {
    if (this.#ended || note.progress <= (this.#waiting?.progress ?? this.#last)) return;
    const wait = this.#sentAt + MIN_INTERVAL_MS - performance.now();
    if (wait <= 0) {
      this.#emit(note);
      return;
    }
    this.#waiting = note;
    // The tool may fall silent now: its last word must not wait for the next one.
    this.#flush ??= setTimeout(() => this.#emit(this.#waiting!), wait);
  }

  #emit(note: ProgressNote) {
    this.#clearTimers();
    this.#waiting = undefined;
    this.#last = note.progress;
    this.#sentAt = performance.now();
    this.#heartbeat = setTimeout(() => this.#beat(), this.#heartbeatMs);
    // A client that is gone ends the call by other ways.
    this.#pending = this.#pending.then(() => this.#send(note)).catch(() => {});
  }

  #clearTimers() {
    clearTimeout(this.#heartbeat);
    clearTimeout(this.#flush);
    this.#flush = undefined;
  }

  /** Sends what is waiting and lets nothing follow. */
  async end() {
    if (this.#waiting) this.#emit(this.#waiting);
    this.#clearTimers();
    this.#ended = true;
    await this.#pending;
  }
}
