import { assert, assertEquals } from "@std/assert";
import { stringify } from "@std/yaml";
import { MANIFEST_FIELDS } from "../../src/bundle/fields.ts";
import { parseManifest } from "../../src/bundle/manifest.ts";
import { type Field, TOOL_FIELDS } from "../../src/spec/fields.ts";
import { parseToolSpec } from "../../src/spec/parse.ts";
import type { Problem } from "../../src/spec/problem.ts";

type Parse = (text: string, file: string) => { problems: Problem[] };

const FILES: Record<string, { fields: readonly Field[]; parse: Parse }> = {
  TOOL_FIELDS: { fields: TOOL_FIELDS, parse: parseToolSpec },
  MANIFEST_FIELDS: { fields: MANIFEST_FIELDS, parse: parseManifest },
};

/** Like no field, so that the parser lists all that it knows. */
const STRANGER = "zzqqzzqqzzqq";

/** A file that is one chain of mappings and lists down to a mapping with the stranger in it. */
function fileWith(path: string): string {
  let value: unknown = { [STRANGER]: 1 };
  for (const part of path.split(".").filter((p) => p !== "").reverse()) {
    const name = part.replace("<name>", "some_name");
    value = name.endsWith("[]") ? { [name.slice(0, -2)]: [value] } : { [name]: value };
  }
  // An input is read further only when its type is known.
  const text = stringify(value, { lineWidth: -1 });
  return path === "tool.input.properties.<name>.items"
    ? text.replace("some_name:\n", "some_name:\n        type: array\n")
    : text;
}

/** The keys that the parser knows in the mapping at a path; undefined when no mapping is read there. */
function knownKeys(path: string, parse: Parse): string[] | undefined {
  const problem = parse(fileWith(path), "x").problems.find((p) =>
    p.rule === "unknown-key" && p.message.includes(`"${STRANGER}"`)
  );
  return problem && /^Use one of (.*)$/.exec(problem.mend)![1]!.split(", ").sort();
}

/** The keys that the table has in the mapping at a path. */
function listedKeys(path: string, fields: readonly Field[]): string[] {
  const prefix = path === "" ? "" : `${path}.`;
  return [
    ...new Set(
      fields.filter((f) => f.path.startsWith(prefix) && f.path !== path)
        .map((f) => f.path.slice(prefix.length).split(".")[0]!.replace("[]", "")),
    ),
  ].sort();
}

for (const [name, { fields, parse }] of Object.entries(FILES)) {
  Deno.test(`${name} has every key that the parser knows, and no other`, () => {
    const paths = ["", ...fields.flatMap((f) => [f.path, `${f.path}[]`])];
    if (name === "TOOL_FIELDS") paths.push("tool.input.properties.<name>");
    let mappings = 0;
    for (const path of paths) {
      const known = knownKeys(path, parse);
      if (known === undefined) continue;
      mappings++;
      assertEquals(listedKeys(path, fields), known, `the keys of "${path}"`);
    }
    // Every field but the free mappings stands in a mapping that was looked at.
    assert(mappings > 4, `only ${mappings} mappings were looked at`);
    for (const { path } of fields) {
      const parent = path.slice(0, Math.max(0, path.lastIndexOf(".")));
      assert(knownKeys(parent, parse) !== undefined, `"${path}" is in no mapping that is read`);
    }
  });

  Deno.test(`${name} says that a field is required where the parser asks for it`, () => {
    for (const parent of new Set(fields.map((f) => f.path.slice(0, f.path.lastIndexOf("."))))) {
      const { problems } = parse(fileWith(parent), "x");
      const prefix = parent === "" ? "" : `${parent}.`;
      const missing = new Set(
        problems.filter((p) => p.rule === "missing-field").map((p) => p.message.split('"')[1]!),
      );
      const at = prefix.replace("<name>", "some_name").replaceAll("[]", ".0");
      for (const field of fields) {
        const key = field.path.slice(prefix.length);
        if (!field.path.startsWith(prefix) || key.includes(".") || key.includes("[]")) continue;
        assertEquals(missing.has(at + key), field.required === true, field.path);
      }
    }
  });

  Deno.test(`${name} tells type and text of every field once`, () => {
    assertEquals(new Set(fields.map((f) => f.path)).size, fields.length);
    for (const { path, type, text } of fields) {
      assert(type !== "" && !type.endsWith("."), path);
      assert(/^[A-Z`].*\.$/.test(text), path);
    }
  });
}
