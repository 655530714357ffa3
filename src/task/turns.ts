/**
 * Who runs now and who waits: so many at once, the others in the order in which they came.
 *
 * @module
 */

/** One call in its turn. */
interface Turn {
  abort: AbortController;
  work: (signal: AbortSignal) => Promise<void>;
  /** Set when it runs. */
  done?: Promise<void>;
}

/** The turns of one server. Needs no Deno permission. */
export class Turns {
  readonly #max: number;
  readonly #running = new Map<string, Turn>();
  readonly #waiting = new Map<string, Turn>();
  readonly #held = new Set<string>();
  #closed = false;

  /** @param max How many run at once */
  constructor(max = Infinity) {
    this.#max = max;
  }

  /** Whether one more would run at once. */
  get room(): boolean {
    return this.#running.size + this.#held.size < this.#max;
  }

  /** Those that run or wait. */
  get ids(): string[] {
    return [...this.#running.keys(), ...this.#waiting.keys()];
  }

  /** Those that were told to end, and have not yet. */
  get ending(): string[] {
    return [...this.#running].filter(([, t]) => t.abort.signal.aborted).map(([id]) => id);
  }

  /** Runs `work` now or in its turn. It must not reject. */
  add(id: string, work: (signal: AbortSignal) => Promise<void>): void {
    this.#waiting.set(id, { work, abort: new AbortController() });
    this.#next();
  }

  /** Takes a place for what runs elsewhere, also beyond the limit; until the returned function is called. */
  hold(id: string): () => void {
    this.#held.add(id);
    return () => {
      this.#held.delete(id);
      this.#next();
    };
  }

  /** Ends one: a waiting one never runs. Returns whether there was one. */
  abort(id: string): boolean {
    const waited = this.#waiting.delete(id);
    this.#running.get(id)?.abort.abort();
    return waited || this.#running.has(id);
  }

  /** Lets nobody begin from now on; returns those that waited. */
  close(): string[] {
    this.#closed = true;
    const waiting = [...this.#waiting.keys()];
    this.#waiting.clear();
    return waiting;
  }

  /** Resolves when this one has ended. */
  async done(id: string): Promise<void> {
    await this.#running.get(id)?.done;
  }

  #next() {
    for (const [id, turn] of this.#waiting) {
      if (this.#closed || !this.room) return;
      this.#waiting.delete(id);
      this.#running.set(id, turn);
      turn.done = turn.work(turn.abort.signal).finally(() => {
        this.#running.delete(id);
        this.#next();
      });
    }
  }
}
