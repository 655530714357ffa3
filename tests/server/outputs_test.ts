import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { parseOptions } from "../../src/cli/options.ts";
import { place, prepare } from "../../src/cli/prepare.ts";
import { FILE_AGE_MS, sweepState } from "../../src/plan/sweep.ts";
import type { Plan } from "../../src/plan/types.ts";
import { rangeContents, rangeOf } from "../../src/server/byte_range.ts";
import { NoOutputError, Outputs } from "../../src/server/outputs.ts";
import { readOutput } from "../../src/server/output_reader.ts";
import type { ContentBlock } from "../../src/server/record.ts";
import { Registry } from "../../src/server/registry.ts";
import { World } from "../_world.ts";

const RANGE = "shell-as-mcp/range";

/** A plan with a tool that writes into the root, leaves a file and prints much. */
async function writing(world: World): Promise<Plan> {
  await world.bundle("w", {
    tools: {
      w__make: {
        script: `printf 'a\\0b' > "$TOOL_OUT"; echo kept > "$TOOL_RESULT_DIR/notes.txt"
for ((i = 0; i < 100; i++)); do printf 'é%03d\\n' "$i"; done`,
        properties: { out: { type: "string", path: "write" } },
        required: ["out"],
        execution: { maxOutputBytes: 100 },
      },
    },
  });
  const options = parseOptions(world.options("--bundle", "w"), () => undefined);
  return await place(await prepare(options));
}

function linksOf(content: readonly ContentBlock[]): string[] {
  return content.flatMap((b) => b.type === "resource_link" ? [b.uri] : []);
}

Deno.test("Outputs: what a call wrote, left and printed is its caller's, in ranges, for a day", async () => {
  await using world = await World.make();
  const plan = await writing(world);
  const ada = new Outputs(plan, "ada", true);
  using registry = new Registry(plan, { caller: "ada", outputs: ada });
  const out = `${world.root}/it's ä?#.bin`;
  const { content, isError } = await registry.call("w__make", { out });
  assertEquals(isError, false, JSON.stringify(content));
  const [written, left, spilled] = linksOf(content);
  assertEquals(linksOf(content).length, 3);
  assertEquals(new Set((await ada.list()).map((r) => r.uri)), new Set([written, left, spilled]));

  // In the root: through the launcher.
  assertEquals(decodeURIComponent(new URL(written!).pathname), out);
  const bytes = await ada.read(written!);
  assertEquals([bytes.blob, bytes.text], [btoa("a\0b"), undefined]);
  assertEquals(bytes._meta[RANGE], { offset: 0, length: 3, size: 3 });
  const middle = await ada.read(`${written}?offset=1&length=1`);
  assertEquals(middle.blob, btoa("\0"));
  assertEquals(middle._meta[RANGE], {
    offset: 1,
    length: 1,
    size: 3,
    next: `${written}?offset=2&length=4`,
  });
  assertEquals((await ada.read(`${written}?offset=99`)).blob, "");

  // In the state folder.
  assertEquals((await ada.read(left!)).text, "kept\n");
  let [text, next]: [string, string | undefined] = ["", `${spilled}?length=10`];
  while (next !== undefined) {
    const part = await ada.read(next);
    text += part.text;
    next = (part._meta[RANGE] as { next?: string }).next;
  }
  assertEquals(text.split("\n").slice(0, 3), ["é000", "é001", "é002"]);
  assertEquals(text.length, 500);

  // Nobody else's, and not for ever; a restart changes nothing.
  const bob = new Outputs(plan, "bob", true);
  assertEquals(await bob.list(), []);
  for (const uri of [written!, left!, spilled!]) {
    await assertRejects(() => bob.read(uri), NoOutputError);
  }
  const stranger = new Outputs(plan, "ada", false);
  assertEquals(await stranger.list(), []);
  const later = new Outputs(plan, "ada", true, () => Date.now() + FILE_AGE_MS + 1000);
  assertEquals(await later.list(), []);
  await assertRejects(() => later.read(left!), NoOutputError);
  assertEquals((await new Outputs(plan, "ada", true).read(left!)).text, "kept\n");

  await sweepState(plan.stateFolder, Date.now() + FILE_AGE_MS + 1000);
  assertEquals(await ada.list(), []);
});

Deno.test("Outputs.read() knows its own spelling of a URI and no file beside", async () => {
  await using world = await World.make();
  const plan = await writing(world);
  const ada = new Outputs(plan, "ada", true);
  using registry = new Registry(plan, { caller: "ada", outputs: ada });
  const out = `${world.root}/out.txt`;
  await registry.call("w__make", { out });
  const uri = `file://${out}`;
  assertEquals((await ada.read(uri)).mimeType, "application/octet-stream");
  for (
    const wrong of [
      "file:///etc/passwd",
      `${uri}x`,
      `file://localhost${out}`,
      `file://${world.root}/./out.txt`,
      `file://${world.root}/%6fut.txt`,
      `${uri}?offset=-1`,
      `${uri}?offset=1e3`,
      `${uri}?offset=01`,
      `${uri}?length=0`,
      `${uri}?offset=9999999999999999`,
      `${uri}?other=1`,
      `${uri}?offset=1?offset=2`,
      `${uri}#x`,
      "",
      "shell-as-mcp://x",
      "file:///%zz",
    ]
  ) {
    const error = await assertRejects(() => ada.read(wrong), NoOutputError);
    assertStringIncludes(error.message, "No resource");
  }
});

Deno.test("readOutput() reads what stands there under its own name in a root, and nothing else", async () => {
  await using world = await World.make();
  const plan = await writing(world);
  const range = { offset: 0, length: 100 };
  const secret = `${world.folder}/secret`;
  await Deno.writeTextFile(secret, "secret");
  const inRoot = (name: string) => `${world.root}/${name}`;
  await Deno.writeTextFile(inRoot("good"), "good");
  await Deno.mkdir(inRoot("folder"));
  await Deno.symlink(secret, inRoot("link"));
  await Deno.symlink(world.folder, inRoot("up"));
  await new Deno.Command("/usr/bin/mkfifo", { args: [inRoot("fifo")] }).output();
  const text = async (path: string) => {
    const read = await readOutput(plan, path, range);
    return read && new TextDecoder().decode(read.bytes);
  };
  assertEquals(await text(inRoot("good")), "good");
  for (
    const path of [
      secret,
      inRoot("link"),
      inRoot("up/secret"),
      inRoot("folder"),
      inRoot("fifo"),
      inRoot("absent"),
      inRoot("../secret"),
      `${world.root}`,
      `${plan.stateFolder}/../plans`,
      `${plan.stateFolder}/../../secret`,
    ]
  ) {
    assertEquals(await text(path), undefined, path);
  }
  // The launcher itself, as a server that was taken over would start it.
  for (
    const args of [
      [secret, "0", "10"],
      [inRoot("good"), "0"],
      [inRoot("good"), "0", "1048577"],
      [inRoot("good"), "-1", "1"],
      [inRoot("good"), "0x1", "1"],
      [inRoot("good"), "0\n", "1"],
      [inRoot("up/secret"), "0", "10"],
    ]
  ) {
    const { code, stdout } = await new Deno.Command(plan.readLauncher!, { args }).output();
    assertEquals([code, stdout.length], [125, 0], args.join(" "));
  }
});

Deno.test("rangeOf() and rangeContents() agree on bytes, characters and what is text", () => {
  assertEquals(rangeOf("file:///a")!.range.offset, 0);
  assertEquals(rangeOf("file:///a?length=99999999")!.range.length, 1024 * 1024);
  const bytes = new TextEncoder().encode("aé");
  const cut = rangeContents("u", "text/plain", 0, bytes.subarray(0, 2), 3);
  assertEquals([cut.text, cut._meta[RANGE]], ["a", {
    offset: 0,
    length: 1,
    size: 3,
    next: "u?offset=1&length=4",
  }]);
  assertEquals(rangeContents("u", "text/plain", 2, bytes.subarray(2), 3).blob, "qQ==");
  const coloured = rangeContents("u", "text/plain", 0, new TextEncoder().encode("\x1b[2J"), 4);
  assert(coloured.text === undefined && coloured.mimeType === "application/octet-stream");
  assertEquals(rangeContents("u", "text/plain", 0, new Uint8Array(), 0).text, "");
});
