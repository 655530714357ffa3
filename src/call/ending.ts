/**
 * Ends a process on request, without leaving its sandbox behind.
 *
 * @module
 */

/** How long a process may take to end once it was asked to, before it is killed. */
export const GRACE_MS = 500;

/**
 * The same for a launcher, which kills the tool at once and then tidies up: killed itself, it
 * would leave its staging folder in a root. It takes milliseconds where the machine is not very busy.
 */
export const TIDY_MS = 5000;

/**
 * How long bubblewrap may take to set a sandbox up. Only at the end of that does its inner
 * process ask to die with the outer one (bubblewrap.c, `do_init`); if the outer one is killed
 * before, the inner one runs on alone, until the tool's time is over.
 */
export const SETUP_MS = 300;

/** How long it may take until bubblewrap has made that inner process, on a machine that is busy. */
const BEGIN_MS = 2000;

/** The part of a running process that is needed here. */
interface Killable {
  kill(signal: "SIGTERM" | "SIGKILL"): void;
}

/** How one process of a call is ended. */
export class Ending {
  readonly #child: Killable;
  readonly #graceMs: number;
  readonly #timers: ReturnType<typeof setTimeout>[] = [];
  /** Until when the sandbox may be half set up; without a launcher there is none. */
  #settledAt: number;
  /** Asked for while nothing was known of the sandbox. */
  #waiting: ReturnType<typeof setTimeout> | undefined;

  /** @param launcher Whether the process is a launcher */
  constructor(child: Killable, launcher: boolean) {
    this.#child = child;
    this.#graceMs = launcher ? TIDY_MS : GRACE_MS;
    this.#settledAt = launcher ? performance.now() + BEGIN_MS : 0;
  }

  /** bubblewrap has made its inner process, which now sets the sandbox up. */
  sandboxBegun() {
    if (this.#settledAt > 0) this.#settledAt = performance.now() + SETUP_MS;
    this.#again();
  }

  /** The tool has printed something, so that its sandbox is complete. */
  toolRuns() {
    this.#settledAt = 0;
    this.#again();
  }

  #again() {
    if (this.#waiting === undefined) return;
    clearTimeout(this.#waiting);
    this.#waiting = undefined;
    this.begin();
  }

  /** Asks the process to end as soon as that is safe, and kills it if it does not. */
  begin() {
    const wait = this.#settledAt - performance.now();
    if (wait > 0) {
      clearTimeout(this.#waiting);
      this.#waiting = setTimeout(() => this.#again(), wait);
      return;
    }
    // A launcher tidies up on SIGTERM; bubblewrap dies of it, and its namespace with it.
    this.#child.kill("SIGTERM");
    this.#timers.push(setTimeout(() => this.#child.kill("SIGKILL"), this.#graceMs));
  }

  /** The process has ended: nothing is to be done any more. */
  done() {
    clearTimeout(this.#waiting);
    this.#timers.forEach(clearTimeout);
  }
}
