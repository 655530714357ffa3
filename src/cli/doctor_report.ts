/**
 * What `doctor` tells: lines for people as they come, or one JSON document at the end.
 *
 * @module
 */
import { COLUMNS, wrap } from "../spec/wrap.ts";
import { paint } from "./paint.ts";

/** What stands before a line that has no mark. */
const INDENT = " ".repeat("FAIL ".length);

interface Line {
  section: string;
  /** Left out for what is only said. */
  ok?: boolean;
  text: string;
}

/** Collects the lines of one run. */
export class DoctorReport {
  readonly #json: boolean;
  readonly #lines: Line[] = [];
  #section = "";

  constructor(json: boolean) {
    this.#json = json;
  }

  section(name: string) {
    if (!this.#json) console.log(`${this.#section === "" ? "" : "\n"}${paint("bold", name)}`);
    this.#section = name;
  }

  /** A line that is well or not. */
  line(ok: boolean, text: string) {
    this.#lines.push({ section: this.#section, ok, text });
    this.#print(text, ok ? `${paint("green", "ok")}   ` : `${paint("red", "FAIL")} `);
  }

  say(text: string) {
    this.#lines.push({ section: this.#section, text });
    this.#print(text, INDENT);
  }

  /** Lines of a terminal's width, the first with a mark before it, the others below its text. */
  #print(text: string, mark: string) {
    if (this.#json) return;
    text.split("\n").flatMap((part) => wrap(part, COLUMNS - INDENT.length))
      .forEach((part, i) => console.log(`${i === 0 ? mark : INDENT}${part}`.trimEnd()));
  }

  /** Ends the report; the exit code is 1 when something needs mending. */
  end(): number {
    const well = this.#lines.every((l) => l.ok !== false);
    console.log(
      this.#json
        ? JSON.stringify({ ok: well, lines: this.#lines }, null, 2)
        : `\n${well ? "All is well" : "Something needs mending: see the lines that say FAIL"}`,
    );
    return well ? 0 : 1;
  }
}
