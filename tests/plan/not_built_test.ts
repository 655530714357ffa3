import { assertEquals, assertStringIncludes } from "@std/assert";
import { notBuilt } from "../../src/plan/not_built.ts";
import { cli } from "../_client.ts";
import { World } from "../_world.ts";

Deno.test("notBuilt() refuses builtin, and nothing else", () => {
  const argv = { kind: "argv", argv: ["true"] } as const;
  const program = { ...argv, argv: [...argv.argv] };
  assertEquals(notBuilt({ program }), undefined);
  assertEquals(notBuilt({ program: { kind: "builtin", name: "jobs" } })?.reason, "policy");
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
