/**
 * Regular expressions of Python (the `re` module of 3.11 and later, for text) in the syntax of
 * RE2, with the same meaning as whole-value matches, or the reason why there is none.
 *
 * Outside facts: https://docs.python.org/3/library/re.html, https://github.com/google/re2/wiki/Syntax.
 * Pure; no Deno permission is needed.
 *
 * @module
 */

/** `str.isspace()` as ranges of a class. */
const SPACE =
  "\\t-\\r\\x1c-\\x20\\x{85}\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}";
const NO_SPACE =
  "\\x00-\\x08\\x0e-\\x1b\\x21-\\x{84}\\x{86}-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}" +
  "\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{10ffff}";

/** What the letters of classes mean, inside of brackets. */
const UNICODE: Record<string, string> = {
  d: "\\p{Nd}",
  D: "\\P{Nd}",
  w: "\\p{L}\\p{N}_",
  s: SPACE,
  S: NO_SPACE,
};
const ASCII: Record<string, string> = {
  d: "0-9",
  D: "\\x00-\\/:-\\x{10ffff}",
  w: "0-9A-Za-z_",
  W: "\\x00-\\/:-@\\[-^`{-\\x{10ffff}",
  s: "\\t-\\r ",
  S: "\\x00-\\x08\\x0e-\\x1f!-\\x{10ffff}",
};

/**
 * Translates a pattern.
 *
 * @throws {SyntaxError} for what Python refuses or RE2 cannot say; the message is the reason
 */
export function fromPython(source: string): string {
  const flags = /^\(\?([aiLmsux]+)\)/.exec(source);
  const letters = flags?.[1] ?? "";
  if (letters.includes("x")) throw new SyntaxError("the flag x (verbose) has no equal here");
  if (letters.includes("L")) throw new SyntaxError("the flag L is for bytes only");
  const kept = [...new Set(letters)].filter((f) => "ims".includes(f)).join("");
  const body = source.slice(flags?.[0].length ?? 0);
  const translated = new Translator(body, letters.includes("a"), letters.includes("m")).whole();
  return (kept === "" ? "" : `(?${kept})`) + translated;
}

class Translator {
  #at = 0;
  #out = "";
  #depth = 0;

  constructor(
    readonly text: string,
    readonly ascii: boolean,
    readonly multiline: boolean,
  ) {}

  whole(): string {
    while (this.#at < this.text.length) this.#next();
    return this.#out;
  }

  #next() {
    const rest = this.text.slice(this.#at);
    const character = String.fromCodePoint(rest.codePointAt(0)!);
    if (character === "\\") return this.#escape(false);
    if (character === "[") return this.#brackets();
    if (character === "(") return this.#group(rest);
    if (character === ")") this.#depth--;
    if (character === "$") this.#dollar(rest);
    const open = /^\{,(\d+)\}/.exec(rest);
    if (open) return this.#take(open[0].length, `{0,${open[1]}}`);
    this.#take(character.length, character);
  }

  #take(length: number, out: string) {
    this.#at += length;
    this.#out += out;
  }

  #group(rest: string) {
    const comment = /^\(\?#[^)]*\)/.exec(rest);
    if (comment) return this.#take(comment[0].length, "");
    this.#depth++;
    const special = /^\(\?(P<[A-Za-z_]\w*>|[ims]*(?:-[ims]+)?:)/.exec(rest);
    if (special) return this.#take(special[0].length, special[0]);
    if (rest.startsWith("(?")) {
      const kind = /^\(\?(P=|<?[=!]|>|\(|P<|<)?/.exec(rest)![1];
      throw new SyntaxError(GROUPS[kind ?? ""] ?? "its group is of no kind that is known here");
    }
    this.#take(1, "(");
  }

  /** Before a last line break too: that can only be left out where nothing may follow. */
  #dollar(rest: string) {
    const last = /^\$\)*$/.test(rest) || (this.#depth === 0 && rest[1] === "|");
    if (this.multiline || last) return;
    throw new SyntaxError('a "$" before the end may stand before a line break; write "\\Z"');
  }

  #escape(inClass: boolean) {
    const rest = this.text.slice(this.#at);
    const code =
      /^\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(0[0-7]{0,2}|[1-3][0-7]{2}))/
        .exec(rest);
    if (code) {
      const hex = code[1] ?? code[2] ?? code[3] ?? parseInt(code[4]!, 8).toString(16);
      if (parseInt(hex, 16) > 0x10ffff) throw new SyntaxError(`"${code[0]}" is no character`);
      return this.#take(code[0].length, `\\x{${hex}}`);
    }
    const letter = rest.slice(1, 2);
    if (letter === "") throw new SyntaxError('it ends with a single "\\"');
    if (/[0-9]/.test(letter)) throw new SyntaxError("back-references have no equal here");
    if (/[dDwWsS]/.test(letter)) return this.#take(2, this.#letters(letter, inClass));
    if (/[afnrtv]/.test(letter)) return this.#take(2, `\\${letter}`);
    if (letter === "b" && inClass) return this.#take(2, "\\x08");
    if (!inClass && letter === "A") return this.#take(2, "\\A");
    if (!inClass && letter === "Z") return this.#take(2, "\\z");
    if (!inClass && /[bB]/.test(letter)) {
      if (this.ascii) return this.#take(2, `\\${letter}`);
      throw new SyntaxError(`"\\${letter}" knows ASCII letters only here; write (?a) at the start`);
    }
    if (/[A-Za-z]/.test(letter)) throw new SyntaxError(`"\\${letter}" is no escape that is known`);
    const character = String.fromCodePoint(rest.codePointAt(1)!);
    const plain = character.charCodeAt(0) > 127 ? character : `\\${character}`;
    this.#take(1 + character.length, plain);
  }

  #letters(letter: string, inClass: boolean): string {
    const inside = this.ascii ? ASCII[letter] : UNICODE[letter];
    if (inClass && inside === undefined) {
      throw new SyntaxError(`"\\W" among other characters has no equal here; write (?a)`);
    }
    if (inClass) return inside!;
    return inside === undefined ? `[^${UNICODE["w"]}]` : `[${inside}]`;
  }

  #brackets() {
    this.#take(1, "[");
    if (this.text[this.#at] === "^") this.#take(1, "^");
    // The first is a literal, also where it is the closing one.
    if (this.text[this.#at] === "]") this.#take(1, "\\]");
    while (this.text[this.#at] !== "]") {
      const character = this.text[this.#at];
      if (character === undefined) throw new SyntaxError('a "[" is never closed');
      // Elsewhere "[:" begins a class of POSIX, which Python does not know.
      if (character === "[") this.#take(1, "\\[");
      else if (character === "\\") this.#escape(true);
      else this.#take(1, character);
    }
    this.#take(1, "]");
  }
}

const GROUPS: Record<string, string> = {
  "P=": "back-references have no equal here",
  "=": "looking ahead has no equal here",
  "!": "looking ahead has no equal here",
  "<=": "looking behind has no equal here",
  "<!": "looking behind has no equal here",
  ">": "atomic groups have no equal here",
  "(": "conditions have no equal here",
  "P<": "the name of a group is malformed",
  "<": 'a group is named with "(?P<name>"',
  "": "flags of the whole pattern stand at its start",
};
