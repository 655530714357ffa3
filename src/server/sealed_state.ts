/**
 * State that travels through the client and comes back unchanged or not at all: for
 * `requestState` (MCP 2026-07-28, basic/patterns, multi round trips).
 *
 * @module
 */
import { sameBytes } from "../spec/digest.ts";

/** What a state comes back as. */
export type Opened = "good" | "changed" | "expired" | "used";

/** Seals states with a key of this process: a restart voids them. */
export class Seals {
  readonly #key = crypto.subtle.generateKey({ name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  readonly #used = new Map<string, number>();
  readonly #lifeMs: number;
  readonly #now: () => number;

  constructor(lifeMs: number, now: () => number = () => Date.now()) {
    this.#lifeMs = lifeMs;
    this.#now = now;
  }

  /** A state for this content: once, for a while. */
  async seal(content: string): Promise<string> {
    const body = `${crypto.randomUUID()}.${this.#now() + this.#lifeMs}`;
    return `${body}.${await this.#sign(body, content)}`;
  }

  /** Whether a state was sealed here for this content. A good one is good only once. */
  async open(state: string, content: string): Promise<Opened> {
    const [id, until, mac, ...more] = state.split(".");
    if (id === undefined || until === undefined || mac === undefined || more.length > 0) {
      return "changed";
    }
    const expected = await this.#sign(`${id}.${until}`, content);
    const text = new TextEncoder();
    if (!sameBytes(text.encode(expected), text.encode(mac))) return "changed";
    for (const [old, end] of this.#used) if (end < this.#now()) this.#used.delete(old);
    if (Number(until) < this.#now()) return "expired";
    if (this.#used.has(id)) return "used";
    this.#used.set(id, Number(until));
    return "good";
  }

  async #sign(body: string, content: string): Promise<string> {
    const bytes = new TextEncoder().encode(`${body}\n${content}`);
    const mac = await crypto.subtle.sign("HMAC", await this.#key, bytes);
    return new Uint8Array(mac).toHex();
  }
}
