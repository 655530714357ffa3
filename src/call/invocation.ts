/**
 * Checked arguments → words, variables and stdin of one call.
 *
 * No Deno permission is needed.
 *
 * @module
 */
import type { PlanTool, Slot } from "../plan/types.ts";
import { parseArgvElement, renderArgv, renderTemplate, templateNames } from "../spec/template.ts";
import type { Parameter } from "../spec/types.ts";
import { quoteValue } from "./quote_value.ts";
import { quoteCmd, quotePwsh } from "./shell_line.ts";
import { checkSizes } from "./sizes.ts";
import { type ArgumentValues, valueText } from "./values.ts";

/** What one call brings to its launcher. */
export interface Invocation {
  /** The values of each slot. */
  slots: string[][];
  /** Variables that the call sets. */
  env: Record<string, string>;
  stdin?: Uint8Array;
}

/** The invocation, or what is wrong with the values. */
export type Rendered = { invocation: Invocation } | { fault: string };

/** Renders a call. `env` reads the server's environment; `extra` are variables of ours. */
export function renderInvocation(
  tool: PlanTool,
  values: ArgumentValues,
  env: (name: string) => string | undefined,
  extra: Record<string, string>,
): Rendered {
  // Without a prototype: an input may be called "constructor".
  const texts: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(values)) texts[name] = valueText(value);
  const slots: string[][] = [];
  for (const slot of tool.slots) {
    const words = fillSlot(slot, texts, values);
    if (!Array.isArray(words)) return words;
    const fault = dashFault(slot, words, tool, slots.length);
    if (fault) return { fault };
    slots.push(words);
  }
  const variables: Record<string, string> = { ...tool.env.defaults };
  for (const [target, names] of Object.entries(tool.env.fromRuntime)) {
    const value = names.map(env).find((v) => v !== undefined && v !== "");
    if (value !== undefined) variables[target] = value;
  }
  for (const [target, template] of Object.entries(tool.env.static)) {
    variables[target] = renderTemplate(template, texts);
  }
  for (const [target, name] of Object.entries(tool.env.fromParams)) {
    if (name in texts) variables[target] = texts[name]!;
  }
  Object.assign(variables, extra);
  const fault = checkSizes(slots.flat(), variables);
  if (fault) return { fault };
  const stdin = stdinText(tool.stdin, texts, values);
  return {
    invocation: {
      slots,
      env: variables,
      ...(stdin !== undefined && { stdin: new TextEncoder().encode(stdin) }),
    },
  };
}

function stdinText(
  names: PlanTool["stdin"],
  texts: Record<string, string>,
  values: ArgumentValues,
): string | undefined {
  if (!Array.isArray(names)) return names === undefined ? undefined : texts[names] ?? "";
  const given = names.filter((name) => Object.hasOwn(values, name));
  return JSON.stringify(Object.fromEntries(given.map((name) => [name, values[name]])));
}

function fillSlot(
  slot: Slot,
  texts: Record<string, string>,
  values: ArgumentValues,
): string[] | { fault: string } {
  if (slot.kind === "template") return [renderTemplate(slot.text, texts)];
  if (slot.kind === "argv") {
    const rendered: Record<string, string | string[]> = {};
    for (const [name, value] of Object.entries(values)) {
      rendered[name] = Array.isArray(value) ? value : valueText(value);
    }
    return renderArgv([slot.element], rendered);
  }
  const elements = slot.elements.map((e) => renderTemplate(e, texts));
  try {
    return [slot.quoting === "pwsh" ? quotePwsh(elements) : quoteCmd(elements)];
  } catch (error) {
    return { fault: (error as Error).message };
  }
}

/**
 * A value that begins with `-` would be read as an option, unless the tool says that it may
 * or the words say `--` before it. Numbers are what they are.
 */
function dashFault(
  slot: Slot,
  words: readonly string[],
  tool: PlanTool,
  index: number,
): string | undefined {
  if (slot.kind === "line" || !words.some((w) => w.startsWith("-"))) return undefined;
  const text = slot.kind === "template" ? slot.text : slot.element;
  if (text.startsWith("-") || afterDoubleDash(tool, index)) return undefined;
  for (const name of namesIn(slot)) {
    const parameter: Parameter | undefined = tool.parameters.find((p) => p.name === name);
    if (!parameter || parameter.allowDashPrefix) continue;
    // Where the file was written for cli-wrap, a number is guarded like a text.
    if (
      tool.results === undefined &&
      (parameter.type === "number" || parameter.type === "integer" || parameter.type === "boolean")
    ) continue;
    const word = words.find((w) => w.startsWith("-"))!;
    return `"${name}" is ${
      quoteValue(word)
    }, which the program would read as an option; give a value that does not ` +
      `begin with "-"${parameter.path ? ` (a path can begin with "./")` : ""}`;
  }
  return undefined;
}

function namesIn(slot: Slot): string[] {
  if (slot.kind === "template") return templateNames(slot.text);
  if (slot.kind === "line") return slot.elements.flatMap(templateNames);
  const parsed = parseArgvElement(slot.element);
  return "parts" in parsed ? parsed.parts.flatMap((p) => "param" in p ? [p.param] : []) : [];
}

function afterDoubleDash(tool: PlanTool, index: number): boolean {
  let seen = -1;
  let dashes = false;
  for (const word of tool.display) {
    if (word === null && ++seen === index) return dashes;
    if (word === "--") dashes = true;
  }
  return false;
}
