/**
 * The two template dialects: lenient `{{name}}` (native tools) and strict `{name}` (argv).
 *
 * Both put text into one element and never make two elements of one. Values are not scanned
 * again: a value that holds a template stays text. No Deno permission is needed.
 *
 * @module
 */

/** Begins like an input's name, so that `{{.Names}}` and other programs' templates stay text. */
const TEMPLATE = /\{\{\s*([A-Za-z_][A-Za-z0-9_.-]*)\s*\}\}/g;

/** What may stand between the braces of an argv template. */
const ARGV_NAME = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/** One piece of an argv element: text, or the place of a parameter. */
export type ArgvPart = { literal: string } | { param: string };

/** A parsed argv element, or what is wrong with it (no full stop). */
export type ArgvElement = { parts: ArgvPart[] } | { error: string };

/** A value as it is rendered into argv: an array is one element per item. */
export type ArgvValue = string | string[] | undefined;

/** The names in `{{ name }}` templates, each once, in order of appearance. */
export function templateNames(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(TEMPLATE), (match) => match[1]!))];
}

/** Puts values in place of `{{ name }}`; a name without a value becomes the empty string. */
export function renderTemplate(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(
    TEMPLATE,
    (_, name: string) => Object.hasOwn(values, name) ? values[name]! : "",
  );
}

/** Parses one element of a strict template. `{{` and `}}` are literal braces. */
export function parseArgvElement(text: string): ArgvElement {
  const parts: ArgvPart[] = [];
  let literal = "";
  let at = 0;
  while (at < text.length) {
    const character = text[at]!;
    if ((character === "{" || character === "}") && text[at + 1] === character) {
      literal += character;
      at += 2;
    } else if (character === "}") {
      return { error: `"}" at character ${at + 1} closes nothing` };
    } else if (character === "{") {
      const end = text.indexOf("}", at);
      if (end < 0) return { error: `"{" at character ${at + 1} is never closed` };
      const name = text.slice(at + 1, end);
      const error = nameFault(name);
      if (error !== undefined) return { error };
      if (literal !== "") parts.push({ literal });
      parts.push({ param: name });
      literal = "";
      at = end + 1;
    } else {
      literal += character;
      at++;
    }
  }
  if (literal !== "" || parts.length === 0) parts.push({ literal });
  return { parts };
}

/**
 * Renders a strict template. A whole-element array becomes one element per item and nothing
 * when it is absent; every other element stays exactly one.
 *
 * @throws {TypeError} When an element does not parse, an array is not a whole element, or a
 * value is missing. The loader has refused such templates before.
 */
export function renderArgv(
  argv: readonly string[],
  values: Readonly<Record<string, ArgvValue>>,
): string[] {
  return argv.flatMap((element) => {
    const parsed = parseArgvElement(element);
    if ("error" in parsed) {
      throw new TypeError(`Cannot render the argv element "${element}": ${parsed.error}`);
    }
    const { parts } = parsed;
    const only = parts.length === 1 ? parts[0]! : undefined;
    if (only !== undefined && "param" in only) return wholeElement(only.param, values);
    return parts.map((part) => "literal" in part ? part.literal : oneText(part.param, values))
      .join("");
  });
}

function wholeElement(name: string, values: Readonly<Record<string, ArgvValue>>): string[] {
  const value = valueOf(name, values);
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

function oneText(name: string, values: Readonly<Record<string, ArgvValue>>): string {
  const value = valueOf(name, values);
  if (typeof value === "string") return value;
  const why = value === undefined ? "it has no value" : "an array must be a whole element";
  throw new TypeError(`Cannot render the parameter "${name}": ${why}`);
}

function valueOf(name: string, values: Readonly<Record<string, ArgvValue>>): ArgvValue {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

function nameFault(name: string): string | undefined {
  if (ARGV_NAME.test(name)) return undefined;
  if (name === "") return `"{}" names no parameter`;
  const shown = `"{${name}}"`;
  if (/^[^.[!:]+!/.test(name)) {
    return `${shown} has a conversion, and only a plain name may stand in the braces`;
  }
  if (/^[^.[!:]+:/.test(name)) {
    return `${shown} has a format, and only a plain name may stand in the braces`;
  }
  if (/[.[]/.test(name)) {
    return `${shown} reads an attribute or item, and only a plain name may stand in the braces`;
  }
  return `${shown} is not the name of a parameter`;
}
