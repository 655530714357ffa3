/**
 * System views, one for each set of programs: tools of a bundle mostly share theirs.
 *
 * Deno permissions: `--allow-read`.
 *
 * @module
 */
import type { Found } from "../sandbox/programs.ts";
import { anyView, programView, type View } from "../sandbox/view.ts";

/** Makes and remembers views. */
export class Views {
  readonly #path: string;
  readonly #home: string | undefined;
  readonly #helpers: string[];
  readonly #known = new Map<string, View>();

  /** @param helpers Programs that are shown by other means and need their libraries */
  constructor(path: string, home: string | undefined, helpers: string[]) {
    this.#path = path;
    this.#home = home;
    this.#helpers = helpers;
  }

  /** The view of `run: any`, or of these programs. */
  of(any: boolean, programs: Found[]): View {
    const key = any ? "any" : JSON.stringify(programs.map((p) => [p.name, p.path]).sort());
    let view = this.#known.get(key);
    if (!view) {
      const home = this.#home === undefined ? {} : { home: this.#home };
      view = any
        ? anyView(this.#path, home)
        : programView(programs, { ...home, helpers: this.#helpers });
      this.#known.set(key, view);
    }
    return view;
  }
}
