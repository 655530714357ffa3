import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { World } from "../../_world.ts";
import { connect, connectModern, serving } from "./_serving.ts";

const ADA = { authorization: "Bearer 0123456789abcdef0123" };
const BOB = { authorization: "Bearer fedcba98765432109876" };

Deno.test("a spilled stream is a resource of its caller alone, in both eras, and over a restart", async () => {
  await using world = await World.make();
  const tokens = `${world.folder}/tokens`;
  const lines = [ADA, BOB].map((h, i) => `${["ada", "bob"][i]}:${h.authorization.slice(7)}\n`);
  await Deno.writeTextFile(tokens, lines.join(""), { mode: 0o600 });
  const first = await serving(world, ["--auth-token-file", tokens]);
  const client = await connect(first.url, ADA);
  assertEquals((await client.listResources()).resources, []);
  const { content } = await client.callTool({ name: "h__long", arguments: {} });
  const { uri } = (content as { uri: string }[])[1]!;
  const resources = (await client.listResources()).resources;
  assertEquals(resources.map((r) => [r.uri, r.mimeType]), [[uri, "text/plain"]]);
  const [part] = (await client.readResource({ uri: `${uri}?offset=990&length=100` })).contents;
  assertEquals((part as { text: string }).text, "000000099\n");
  const [template] = (await client.listResourceTemplates()).resourceTemplates;
  assertStringIncludes(template!.uriTemplate, "{?offset,length}");
  const other = await connect(first.url, BOB);
  assertEquals((await other.listResources()).resources, []);
  await assertRejects(() => other.readResource({ uri }), Error, "No resource");
  await client.close();
  await other.close();
  await first[Symbol.asyncDispose]();

  await using second = await serving(world, ["--auth-token-file", tokens]);
  const modern = await connectModern(second.url, ADA);
  assertEquals((await modern.listResources()).resources.map((r) => r.uri), [uri]);
  const [again] = (await modern.readResource({ uri: `${uri}?length=10` })).contents;
  assertEquals((again as { text: string }).text, "000000000\n");
  await modern.close();
  const stranger = await connectModern(second.url, BOB);
  await assertRejects(() => stranger.readResource({ uri }), Error, "No resource");
  await stranger.close();
});
