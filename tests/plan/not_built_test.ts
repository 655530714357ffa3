import { assertEquals, assertStringIncludes } from "@std/assert";
import { notBuilt } from "../../src/plan/not_built.ts";
import { cli } from "../_client.ts";
import { World } from "../_world.ts";

Deno.test("notBuilt() refuses functions of the server outside the shipped bundles", () => {
  assertEquals(notBuilt({}, false), undefined);
  assertEquals(notBuilt({ builtin: "jobs" }, true), undefined);
  const refused = notBuilt({ builtin: "jobs" }, false);
  assertEquals(refused?.reason, "policy");
  assertStringIncludes(refused!.message, '"jobs" is for the bundles that come with the program');
});

Deno.test("call does not run a tool that asks for a person, sandbox or not", async () => {
  await using world = await World.make();
  await world.bundle("asks", {
    tools: {
      asks__mark: { script: `echo ran\n`, execution: { confirm: "human" } },
      asks__own: { execution: { builtin: "jobs" } },
    },
  });
  for (const more of [[], ["--sandbox", "off"]]) {
    for (const tool of ["asks__mark", "asks__own"]) {
      const { code, stdout } = await cli(["call", ...world.options(...more), tool]);
      assertEquals(code, 1);
      assertStringIncludes(stdout, "reason: policy");
      assertStringIncludes(stdout, "stdout: (empty)");
    }
  }
});
