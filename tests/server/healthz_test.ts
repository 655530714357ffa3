import { assertEquals, assertStringIncludes } from "@std/assert";
import { Client } from "../_client.ts";
import { World } from "../_world.ts";

Deno.test("healthz fails when a program is missing, whatever its script says, and says how to install it", async () => {
  await using world = await World.make();
  const healthz = { script: "echo fine\n" };
  await world.bundle("needs", {
    permissions: { run: ["bash", "no-such-program"] },
    tools: { needs__healthz: healthz },
  });
  await world.bundle("lists", {
    permissions: { run: ["bash", { name: "no-such-program", optional: true }] },
    manifest: { healthz: ["no-such-program"] },
    tools: { lists__healthz: healthz },
  });
  await world.bundle("spares", {
    permissions: { run: ["bash", { name: "no-such-program", optional: true }] },
    tools: { spares__healthz: healthz },
  });
  await using client = await Client.start({
    args: world.options("--bundle", "needs", "--bundle", "lists", "--bundle", "spares"),
  });
  for (const bundle of ["needs", "lists"]) {
    const answer = await client.call(`${bundle}__healthz`);
    assertEquals([answer.status, answer.reason, answer.isError], ["error", "spawn", true]);
    assertStringIncludes(answer.message, `"no-such-program" is not installed`);
    assertStringIncludes(answer.message, "Install it");
  }
  assertEquals((await client.call("spares__healthz")).status, "success");
});
