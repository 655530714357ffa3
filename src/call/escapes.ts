/**
 * Removes terminal control sequences from text and makes other control characters visible.
 *
 * The grammar is ECMA-48 (5th edition, sections 5.3 to 5.6 and 8.3) with the escape
 * sequences of ECMA-35 (section 13.2); that BEL also ends an OSC is xterm's rule
 * (https://invisible-island.net/xterm/ctlseqs/ctlseqs.html).
 *
 * @module
 */

/** The longest body of a string sequence (OSC, DCS, SOS, PM, APC) that is removed, in UTF-16 code units. */
export const STRING_BODY_LIMIT = 4096;

/** The longest run of parameters and intermediates of any other sequence that is removed, in UTF-16 code units. */
export const PARAMETER_LIMIT = 256;

// Everything that is not plain text: C0 but TAB, LF and CR; DEL; C1.
// deno-lint-ignore no-control-regex
const SPECIAL = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g;

// What ends a string sequence, rightly (BEL, ESC, ST) or by breaking it off (CAN, SUB, other C1).
// deno-lint-ignore no-control-regex
const STRING_STOP = /[\x07\x18\x1a\x1b\x80-\x9f]/g;
// deno-lint-ignore no-control-regex
const STRING_STOP_BUT_BEL = /[\x18\x1a\x1b\x80-\x9f]/g;

/** No sequence stands here. */
const BROKEN = -1;
/** The text ends before it can be told. */
const INCOMPLETE = -2;

const ESC = 0x1b;
const BACKSLASH = 0x5c;
const STRING_TERMINATOR = 0x9c;

/**
 * Strips control sequences from text that arrives in pieces.
 *
 * What no sequence is stays visible: each control character of it appears as `\xNN` in
 * lower-case hex, TAB, LF and CR as themselves. So does a sequence that is malformed, that
 * is too long ({@linkcode STRING_BODY_LIMIT}, {@linkcode PARAMETER_LIMIT}) or that the
 * stream's end cuts off: only its introducer is escaped, and its body is text again.
 * The result is the same for every division into pieces. Needs no Deno permission.
 *
 * @example
 * ```ts
 * const stripper = new EscapeStripper();
 * stripper.push("\x1b[31mred\x1b[") + stripper.push("0m") + stripper.end(); // "red"
 * ```
 */
export class EscapeStripper {
  /** The beginning of a sequence whose end has not come yet. */
  #rest = "";

  /** Takes the next piece and returns what is certain by now. */
  push(text: string): string {
    return this.#strip(this.#rest + text, false);
  }

  /** Returns what was held back. The object starts afresh. */
  end(): string {
    return this.#strip(this.#rest, true);
  }

  #strip(text: string, atEnd: boolean): string {
    this.#rest = "";
    let out = "";
    let at = 0;
    while (true) {
      const special = nextSpecial(text, at);
      out += text.slice(at, special);
      if (special === text.length) return out;
      const end = sequenceEnd(text, special);
      if (end === INCOMPLETE && !atEnd) {
        this.#rest = text.slice(special);
        return out;
      }
      if (end < 0) out += ESCAPED[text.charCodeAt(special)];
      at = end < 0 ? special + 1 : end;
    }
  }
}

/** Index of the first control character from `at` on; the text's length when there is none. */
function nextSpecial(text: string, at: number): number {
  // Controls come in runs, and asking the expression each time would cost more than this.
  const code = text.charCodeAt(at);
  if (code < 0x09 || code === ESC) return at;
  SPECIAL.lastIndex = at;
  return SPECIAL.test(text) ? SPECIAL.lastIndex - 1 : text.length;
}

/** `\xNN`, lower-case hex, of every code up to the last C1 control. */
const ESCAPED = Array.from(
  { length: 0xa0 },
  (_, code) => "\\x" + code.toString(16).padStart(2, "0"),
);

/** Index after the sequence that begins at `start`, or {@linkcode BROKEN} or {@linkcode INCOMPLETE}. */
function sequenceEnd(text: string, start: number): number {
  const first = text.charCodeAt(start);
  if (first !== ESC) return bodyEnd(text, first, start + 1);
  if (start + 1 === text.length) return INCOMPLETE;
  const second = text.charCodeAt(start + 1);
  if (second >= 0x20 && second <= 0x2f) return nfSequenceEnd(text, start + 1);
  if (second < 0x30 || second > 0x7e) return BROKEN;
  // ECMA-48, 5.3: ESC and 4/0 to 5/15 stand for the C1 control 8/0 to 9/15.
  const body = bodyEnd(text, second + 0x40, start + 2);
  return body === BROKEN && !isIntroducer(second + 0x40) ? start + 2 : body;
}

/** Whether the C1 control opens a sequence that has a body. */
function isIntroducer(code: number): boolean {
  return code === 0x9b || code === 0x9d || isPlainStringIntroducer(code);
}

/** DCS, SOS, PM and APC. */
function isPlainStringIntroducer(code: number): boolean {
  return code === 0x90 || code === 0x98 || code === 0x9e || code === 0x9f;
}

/** End of the body that the introducer `code` opens; {@linkcode BROKEN} when it opens none. */
function bodyEnd(text: string, code: number, start: number): number {
  if (code === 0x9b) return controlSequenceEnd(text, start);
  if (code === 0x9d) return stringEnd(text, start, STRING_STOP);
  return isPlainStringIntroducer(code) ? stringEnd(text, start, STRING_STOP_BUT_BEL) : BROKEN;
}

/** ECMA-48, 5.4: parameters 3/0 to 3/15, intermediates 2/0 to 2/15, one final 4/0 to 7/14. */
function controlSequenceEnd(text: string, start: number): number {
  const intermediates = skipRange(text, start, 0x30, 0x3f);
  return finalEnd(text, start, skipRange(text, intermediates, 0x20, 0x2f), 0x40);
}

/** ECMA-35, 13.2.1: intermediates 2/0 to 2/15, one final 3/0 to 7/14. */
function nfSequenceEnd(text: string, start: number): number {
  return finalEnd(text, start, skipRange(text, start, 0x20, 0x2f), 0x30);
}

/** Index after the final at `at`, if there is one and what stands before it is not too long. */
function finalEnd(text: string, start: number, at: number, lowest: number): number {
  if (at - start > PARAMETER_LIMIT) return BROKEN;
  if (at === text.length) return INCOMPLETE;
  const code = text.charCodeAt(at);
  return code >= lowest && code <= 0x7e ? at + 1 : BROKEN;
}

/** Index of the first character from `start` on that is not between `low` and `high`. */
function skipRange(text: string, start: number, low: number, high: number): number {
  let at = start;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < low || code > high) break;
  }
  return at;
}

/**
 * End of a string sequence's body. An ESC that begins no ST, CAN, SUB and any other C1
 * break it off, so that a body never holds an introducer and no text is scanned twice.
 */
function stringEnd(text: string, start: number, stops: RegExp): number {
  stops.lastIndex = start;
  if (!stops.test(text)) {
    return text.length - start > STRING_BODY_LIMIT ? BROKEN : INCOMPLETE;
  }
  const stop = stops.lastIndex - 1;
  if (stop - start > STRING_BODY_LIMIT) return BROKEN;
  const code = text.charCodeAt(stop);
  if (code === 0x07 || code === STRING_TERMINATOR) return stop + 1;
  if (code !== ESC) return BROKEN;
  if (stop + 1 === text.length) return INCOMPLETE;
  return text.charCodeAt(stop + 1) === BACKSLASH ? stop + 2 : BROKEN;
}
