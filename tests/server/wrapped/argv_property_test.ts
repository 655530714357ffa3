import { assert, assertEquals } from "@std/assert";
import { stringify } from "@std/yaml";
import fc from "fast-check";
import { World } from "../../_world.ts";
import { Served, texts, write } from "./_config.ts";

/** One element: pieces of text and names of parameters, or one array. */
type Element = { pieces: (string | { param: string })[] } | { array: string };

const PARAMS = {
  s: { type: "string" },
  free: { type: "string", allow_dash_prefix: true },
  n: { type: "integer" },
  b: { type: "boolean", default: false },
  a: { type: "array", required: false },
};

const text = fc.string({ unit: fc.constantFrom("a", "-", "{", "}", " ", "é", '"', "$", "\n") });
const element: fc.Arbitrary<Element> = fc.oneof(
  { weight: 1, arbitrary: fc.constant({ array: "a" }) },
  {
    weight: 4,
    arbitrary: fc.record({
      pieces: fc.array(
        fc.oneof(text, fc.constantFrom("s", "free", "n", "b").map((param) => ({ param }))),
        { minLength: 1, maxLength: 3 },
      ),
    }),
  },
);
const values = fc.record({
  s: text,
  free: text,
  n: fc.integer({ min: -9, max: 99 }),
  b: fc.boolean(),
  a: fc.array(text, { maxLength: 3 }),
});

function spelled(e: Element): string {
  if ("array" in e) return `{${e.array}}`;
  return e.pieces.map((p) =>
    typeof p === "string" ? p.replaceAll("{", "{{").replaceAll("}", "}}") : `{${p.param}}`
  ).join("");
}

/** What the facts say that the program gets: undefined when a value would be read as an option. */
function model(elements: Element[], given: Record<string, unknown>): string[] | undefined {
  const out: string[] = [];
  let isAfterDashes = false;
  for (const e of elements) {
    if ("array" in e) {
      const items = given[e.array] as string[];
      if (!isAfterDashes && items.some((i) => i[0] === "-")) return undefined;
      out.push(...items);
      continue;
    }
    const word = e.pieces.map((p) => typeof p === "string" ? p : String(given[p.param])).join("");
    const params = e.pieces.flatMap((p) => typeof p === "string" ? [] : [p.param]);
    const lead = e.pieces.find((p) => p !== "");
    const isOwnDash = typeof lead === "string" && lead.startsWith("-");
    if (params.length === 0 && word === "--") isAfterDashes = true;
    else if (word[0] === "-" && !isOwnDash && !isAfterDashes && params.some((p) => p !== "free")) {
      // Whichever value it comes from, unless all that may give it are free.
      if (params.some((p) => p !== "free" && p !== "b") || params.includes("b")) return undefined;
    }
    out.push(word);
  }
  return out;
}

Deno.test("a program gets the words that the template says, or the call is refused", async () => {
  await using world = await World.make();
  const shapes = fc.sample(fc.array(element, { maxLength: 5 }), { numRuns: 16, seed: 7 });
  const tools = shapes.map((elements, i) => {
    const used = Object.entries(PARAMS).filter(([name]) =>
      elements.some((e) =>
        "array" in e
          ? e.array === name
          : e.pieces.some((p) => typeof p !== "string" && p.param === name)
      )
    );
    return {
      name: `t${i}`,
      argv: ["printf", "%s\\0", "first", ...elements.map(spelled)],
      params: Object.fromEntries(used),
    };
  });
  const config = await write(world, "p.yaml", stringify({ server: { name: "p" }, tools }));
  await using served = await Served.open(world, ["--config", config]);
  assertEquals(served.plan.problems, []);
  let refused = 0;
  await Promise.all(tools.map(async ({ name, argv, params }, i) => {
    for (const all of fc.sample(values, { numRuns: 4, seed: i + 1 })) {
      const given = Object.fromEntries(Object.entries(all).filter(([p]) => p in params));
      const result = await served.call(name, given);
      const expected = model(shapes[i]!, given);
      const what = JSON.stringify([argv, given]);
      assertEquals(result.isError, expected === undefined, what);
      if (expected === undefined) refused++;
      else assertEquals(texts(result)[0], ["first", ...expected, ""].join("\0"), what);
    }
  }));
  assert(refused > 3 && refused < 60, String(refused));
});
