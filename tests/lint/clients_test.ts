import { assertEquals } from "@std/assert";
import { scripted, spotsOf } from "./_lint.ts";

/** Rules that a tool with this description breaks. */
async function described(text: string): Promise<string[]> {
  const description = ["/**", " * A tool.", ...text.split("\n").map((l) => ` * ${l}`), " */"];
  const sketch = scripted("echo a\n", { tool: { tool: { description: description.join("\n") } } });
  return [...new Set((await spotsOf(sketch)).map((s) => s.split(" ")[0]!))];
}

const GOOD: [string, string][] = [
  ["words that tags are made of", "Important: the system decides, see <path> and a<b>c."],
  ["other scripts", "Grüße 你好 שלום مرحبا नमस्ते 🙂 👩‍👩‍👧 می‌خواهم"],
  [
    "long names and digests",
    "Takes ffmpeg__extract_frames_for_vision, prints d41d8cd98f00b204e9800998ecf8427e.",
  ],
  [
    "a URL",
    "See https://example.org/a/very/long/path/of/many/words/that/goes/on/and/on?query=value.",
  ],
  ["users", "Never shows more than the user asked for. Do not call it twice."],
];

for (const [what, text] of GOOD) {
  Deno.test(`lintBundles() finds nothing in a description with ${what}`, async () => {
    assertEquals(await described(text), []);
  });
}

Deno.test("lintBundles() finds invisible characters in scripts, with line and column", async () => {
  assertEquals(await spotsOf(scripted("echo a\n# \u202E b\necho '\u001b[1m'\n")), [
    "hidden-text 4:3",
    "hidden-text 5:7",
  ]);
});

Deno.test("lintBundles() finds invisible characters that YAML escapes hide", async () => {
  const change = (folder: string) => {
    const file = `${folder}/b/spec_yaml/b__t.yaml`;
    const text = Deno.readTextFileSync(file).replace(
      "  name: b__t\n",
      '  name: b__t\n  title: "a\\u200Bb"\n',
    );
    Deno.writeTextFileSync(file, text);
  };
  assertEquals(await spotsOf(scripted("echo a\n"), change), ["escaped-hidden-text 4:3"]);
});

Deno.test("lintBundles() finds names that are too long for clients", async () => {
  const name = `b__${"x".repeat(50)}`;
  const { b } = scripted("echo a\n");
  assertEquals(await spotsOf({ b: { ...b!, tools: { [name]: b!.tools["b__t"]! } } }), [
    "client-name 3:3",
  ]);
});

Deno.test("lintBundles() finds output schemas that clients refuse", async () => {
  const rules = async (output: unknown) => {
    const tool = { output, execution: { output: "json" } };
    return (await spotsOf(scripted("echo '{}'\n", { tool }))).map((s) => s.split(" ")[0]);
  };
  assertEquals(await rules({ type: "object", properties: { a: { type: "string" } } }), []);
  assertEquals(await rules({ type: "object", anyOf: [{ required: ["a"] }] }), ["client-schema"]);
  assertEquals(await rules({ type: "object", properties: { a: { type: ["string", "null"] } } }), [
    "client-schema",
  ]);
  assertEquals(await rules({ type: "object", properties: { a: { type: "array" } } }), [
    "client-schema",
  ]);
  assertEquals(await rules({ type: "object", properties: { "a b": { type: "string" } } }), [
    "client-property",
  ]);
  assertEquals(
    await rules({ type: "object", properties: { a: { type: "array", items: { type: "array" } } } }),
    ["client-schema"],
  );
});

Deno.test("lintBundles() finds the names of other bundles' tools", async () => {
  const { b } = scripted("echo a\n");
  const description = "/**\n * Use it before a__u.\n */";
  const found = await spotsOf({
    a: { tools: { a__u: b!.tools["b__t"]! } },
    b: { tools: { b__t: { ...b!.tools["b__t"]!, tool: { description } } } },
  });
  assertEquals(found.map((s) => s.split(" ")[0]), ["other-tool"]);
});
