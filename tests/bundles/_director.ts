/**
 * A server of the bundle director under bare names, and its answers.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { type Answer, Client } from "../_client.ts";
import { World } from "../_world.ts";

/** Calls a tool; the object that it answers. Text and structured content must be the same. */
export async function ask(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
): Promise<Answer> {
  const result = await client.request("tools/call", { name, arguments: args });
  const value = JSON.parse(result.content[0].text);
  if (result.structuredContent) assertEquals(result.structuredContent, value);
  return { ...value, isError: result.isError };
}

/** Calls a tool that must fail with these words in its sentence. */
export async function refused(
  client: Client,
  name: string,
  args: Record<string, unknown>,
  ...words: string[]
): Promise<Answer> {
  const answer = await ask(client, name, args);
  assert(answer.isError, `${name} went through: ${JSON.stringify(answer)}`);
  for (const word of words) {
    assert(String(answer.error).includes(word), `"${word}" is not in: ${answer.error}`);
  }
  return answer;
}

/** Starts a server with these variables besides. */
export async function openDirector(
  world: World,
  env: Record<string, string> = {},
): Promise<Client> {
  return await Client.start({
    args: world.options("--bundle", "director", "--bare-names"),
    env,
  });
}
