/**
 * Every text of a tool that a client shows to a model.
 *
 * @module
 */
import type { Json, Position, ToolSpec } from "../spec/types.ts";

/** One text with its place. */
export interface ShownText extends Partial<Position> {
  /** Which text it is, to follow "in". */
  what: string;
  text: string;
}

/** Title, description, the text of each input, and every text of an output schema. */
export function shownTexts(spec: ToolSpec): ShownText[] {
  const at = (path: string) => spec.positions[path] ?? spec.positions["tool.name"];
  const texts: ShownText[] = [
    { what: "the description", text: spec.description, ...at("tool.description") },
  ];
  if (spec.title !== undefined) {
    texts.push({ what: "the title", text: spec.title, ...at("tool.title") });
  }
  for (const p of spec.parameters) {
    const path = `tool.input.properties.${p.name}`;
    const where = at(`${path}.description`);
    texts.push({ what: `the input "${p.name}"`, text: p.description, ...where });
    for (const choice of p.enum ?? []) {
      texts.push({
        what: `the choices of "${p.name}"`,
        text: String(choice),
        ...at(`${path}.enum`),
      });
    }
  }
  if (spec.outputMode === "json") {
    for (const text of textsIn(spec.output)) {
      texts.push({ what: "the output", text, ...at("tool.output") });
    }
  }
  return texts;
}

function textsIn(value: Json): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...textsIn(inner)]);
}
