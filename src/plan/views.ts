/**
 * System views, one for each set of programs: tools of a bundle mostly share theirs.
 *
 * Deno permissions: `--allow-read`.
 *
 * @module
 */
import type { Found } from "../sandbox/programs.ts";
import { anyView, programView, type View } from "../sandbox/view.ts";
import { barrier } from "./reach.ts";
import type { Owner } from "./types.ts";

/** A view, and what of it its user cannot reach. */
export interface ReachedView extends View {
  /** Folders that are closed to the user: what of the view lies below is left out. */
  leftOut: string[];
}

/** Makes and remembers views. */
export class Views {
  readonly #path: string;
  readonly #home: string | undefined;
  readonly #helpers: string[];
  readonly #known = new Map<string, ReachedView>();

  /** @param helpers Programs that are shown by other means and need their libraries */
  constructor(path: string, home: string | undefined, helpers: string[]) {
    this.#path = path;
    this.#home = home;
    this.#helpers = helpers;
  }

  /**
   * The view of `run: any`, or of these programs.
   *
   * @param user Who runs the tool, when that is not who asks
   */
  of(any: boolean, programs: Found[], user?: Owner): ReachedView {
    const key = JSON.stringify([any || programs.map((p) => [p.name, p.path]).sort(), user?.uid]);
    let view = this.#known.get(key);
    if (!view) {
      const home = this.#home === undefined ? {} : { home: this.#home };
      const whole = any
        ? anyView(this.#path, home)
        : programView(programs, { ...home, helpers: this.#helpers });
      view = user ? reached(whole, user) : { ...whole, leftOut: [] };
      this.#known.set(key, view);
    }
    return view;
  }
}

/** bubblewrap stops at a bind that its user cannot reach; the tools can do without it. */
function reached(view: View, user: Owner): ReachedView {
  const walls = new Map(view.binds.map((path) => [path, barrier(path, user)]));
  const reaches = (path: string) =>
    (walls.has(path) ? walls.get(path) : barrier(path, user)) === undefined;
  return {
    ...view,
    binds: view.binds.filter(reaches),
    executables: view.executables.filter(reaches),
    searchPath: view.searchPath.split(":").filter(reaches).join(":"),
    leftOut: [...new Set(walls.values())].filter((wall) => wall !== undefined),
  };
}
