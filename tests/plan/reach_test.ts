import { assertEquals, assertStringIncludes } from "@std/assert";
import { parseOptions } from "../../src/cli/options.ts";
import { place, prepare } from "../../src/cli/prepare.ts";
import { barrier } from "../../src/plan/reach.ts";
import { thisHost } from "../../src/policy/host.ts";
import { type Files, HOST_FILES } from "../../src/sandbox/files.ts";
import { Registry } from "../../src/server/registry.ts";
import { WithoutBwrap } from "../_without_bwrap.ts";
import { testsRunAsRoot } from "../_user.ts";
import { World } from "../_world.ts";

/** Files by path: owner, group and mode. */
function filesOf(known: Record<string, [uid: number, gid: number, mode: number]>): Files {
  return {
    ...HOST_FILES,
    stat(path) {
      const entry = known[path];
      return entry && { uid: entry[0], gid: entry[1], mode: entry[2] } as Deno.FileInfo;
    },
  };
}

Deno.test("barrier() goes by the bits of the one class that a user belongs to", () => {
  const files = filesOf({
    "/": [0, 0, 0o755],
    "/root": [0, 0, 0o700],
    "/srv": [7, 8, 0o751],
    "/srv/closed": [7, 8, 0o077],
    "/srv/prog": [7, 8, 0o754],
    "/srv/script": [7, 8, 0o711],
  });
  const at = (path: string, uid: number, gid: number, start: "no" | "execute" | "read" = "no") =>
    barrier(path, { uid, gid }, start, files);
  assertEquals(at("/root/bin/x", 9, 9), "/root");
  assertEquals(at("/root/bin/x", 0, 0), undefined);
  // The owner's bits count for the owner alone, though others may more.
  assertEquals(at("/srv/closed/x", 7, 8), "/srv/closed");
  assertEquals(at("/srv/closed/x", 9, 8), undefined);
  // Nothing is read above what it is mounted into: uid 0 has no override inside.
  assertEquals(at("/srv/closed/x", 0, 0), undefined);
  assertEquals(at("/srv/prog", 9, 9, "execute"), "/srv/prog");
  assertEquals(at("/srv/prog", 9, 8, "execute"), undefined);
  assertEquals(at("/srv/script", 9, 9, "execute"), undefined);
  assertEquals(at("/srv/script", 9, 9, "read"), "/srv/script");
});

/** A server of root with a program in a folder that only root passes, and tools that want it. */
async function placed(world: World, path: string) {
  const closed = `${world.folder}/closed`;
  await Deno.mkdir(`${closed}/bin`, { recursive: true });
  await Deno.chmod(closed, 0o700);
  await Deno.copyFile("/usr/bin/true", `${closed}/bin/sam-hidden`);
  await Deno.chmod(`${closed}/bin/sam-hidden`, 0o755);
  await Deno.copyFile("/usr/bin/env", `${closed}/bin/env`);
  const hidden = (optional: boolean) => ["bash", "env", "test", { name: "sam-hidden", optional }];
  const script = "if sam-hidden; then echo found; else echo absent; fi";
  const file = { properties: { file: { type: "string", path: "read" } } };
  const first = "env test 1 && echo there";
  const run = { file: { ...file, script }, plain: { script }, first: { script: first } };
  for (
    const [name, permissions] of Object.entries({
      needs: { run: hidden(false) },
      likes: { run: hidden(true) },
      all: { run: ["any"] },
    })
  ) {
    await world.bundle(name, {
      permissions,
      tools: Object.fromEntries(Object.entries(run).map(([k, t]) => [`${name}__${k}`, t])),
    });
  }
  await Deno.writeTextFile(`${world.root}/f`, "");
  const host = thisHost();
  const names = ["needs", "likes", "all"].flatMap((n) => ["--bundle", n]);
  return await place(
    await prepare(parseOptions(world.options(...names), () => undefined), {
      ...host,
      env: (name) => name === "PATH" ? `${closed}/bin:${path}` : host.env(name),
    }),
  );
}

if (testsRunAsRoot()) {
  for (const tier of ["bwrap", "landlock"]) {
    Deno.test(`calls of a server of root do without what their user cannot reach (${tier})`, async () => {
      await using world = await World.make();
      await using without = await WithoutBwrap.make();
      const plan = await placed(world, tier === "bwrap" ? Deno.env.get("PATH")! : without.path);
      assertEquals(plan.tier.name, tier);
      using registry = new Registry(plan, { env: () => undefined });
      const say = async (tool: string, args: Record<string, unknown> = {}) => {
        const { structuredContent: r } = await registry.call(tool, {
          ...args,
          __mcp_response_mode: "structuredContent",
        });
        return String(r!.status === "success" ? r!.stdout : r!.message).trim();
      };
      // Nobody cannot pass the folder; root, who owns the root folder, can.
      const file = { file: `${world.root}/f` };
      assertStringIncludes(await say("needs__plain"), `cannot pass "${world.folder}/closed"`);
      assertEquals(await say("needs__file", file), "found");
      assertStringIncludes(await say("needs__file"), "the user 65534");
      assertEquals(await say("likes__plain"), "absent");
      // The first in PATH is closed to nobody, the next is not.
      assertEquals(await say("likes__first"), "there");
      assertEquals(await say("likes__file", file), "found");
      assertEquals(await say("all__plain"), "absent");
      assertEquals(await say("all__file", file), "found");
    });
  }
} else {
  console.log("Programs that root's tools cannot reach are left out: a plain user runs the tests");
}
