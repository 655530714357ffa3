/**
 * The parent's side of plans that follow each other: links, and which of them is served.
 *
 * Deno permissions: `--allow-read` and `--allow-write` for the base folder.
 *
 * @module
 */
import {
  acknowledgement,
  type Generation,
  generationFile,
  LINKS,
  type Live,
} from "../plan/live.ts";
import type { Plan } from "../plan/types.ts";

const LOOK_MS = 100;
/** How long a server may take to serve a plan before that is said. */
const PATIENCE_MS = 10_000;

/** The links of one server. Disposed of, they go. */
export class LiveLinks implements Live, Disposable {
  readonly folder: string;
  readonly links: string[];
  readonly #stateFolder: string;
  #number = 0;

  private constructor(base: string, stateFolder: string) {
    // Of the form of a plan's own name, by which a job's launcher is known.
    const names = Array.from({ length: LINKS + 1 }, () => crypto.randomUUID().replaceAll("-", ""));
    this.folder = `${base}/live/${names.pop()}`;
    this.links = names.map((name) => `${base}/plans/${name}`);
    this.#stateFolder = stateFolder;
  }

  /** Makes the links, all to this plan. */
  static async make(base: string, plan: Plan): Promise<LiveLinks> {
    const made = new LiveLinks(base, plan.stateFolder);
    await Deno.mkdir(made.folder, { recursive: true, mode: 0o700 });
    for (const link of made.links) await Deno.symlink(plan.folder, link);
    await made.#write({ number: 0, folder: plan.folder, link: made.links[0]! });
    return made;
  }

  /**
   * Has the server serve this plan next. Waits until it serves the one before, since a link
   * that it may still need is not turned.
   */
  async serve(plan: Plan, stop: AbortSignal, late: () => void): Promise<void> {
    const begun = Date.now();
    let told = false;
    while (await this.#acknowledged() !== this.#number) {
      if (stop.aborted) return;
      if (!told && Date.now() - begun > PATIENCE_MS) {
        told = true;
        late();
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
    const number = this.#number + 1;
    const link = this.links[number % LINKS]!;
    const turned = `${link}.new`;
    await Deno.symlink(plan.folder, turned);
    await Deno.rename(turned, link);
    await this.#write({ number, folder: plan.folder, link });
    this.#number = number;
  }

  async #acknowledged(): Promise<number> {
    const text = await Deno.readTextFile(acknowledgement(this.#stateFolder, this.folder))
      .catch(() => "");
    return text === "" ? -1 : Number(text);
  }

  async #write(generation: Generation) {
    const file = generationFile(this.folder);
    await Deno.writeTextFile(`${file}.new`, JSON.stringify(generation), { mode: 0o600 });
    await Deno.rename(`${file}.new`, file);
  }

  [Symbol.dispose]() {
    const files = [...this.links, acknowledgement(this.#stateFolder, this.folder), this.folder];
    for (const path of files) {
      try {
        Deno.removeSync(path, { recursive: true });
      } catch {
        // Never made, or gone.
      }
    }
  }
}
