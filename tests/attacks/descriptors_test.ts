/**
 * What a launcher opens to decide about paths must not reach the tool: a folder's descriptor
 * is a way to everything beside it.
 */
import { assertEquals } from "@std/assert";
import { thisPerson } from "../_user.ts";
import { World } from "../_world.ts";
import { launch, writePlan } from "./_launch.ts";

/** Prints the descriptors of every process that is seen, with what they are. */
const SCRIPT = `echo "$TOOL_RESULT_DIR" >/dev/null
for process in /proc/[0-9]*; do
  for descriptor in "$process"/fd/*; do
    number=\${descriptor##*/}
    [[ $number -gt 2 ]] || continue
    target=$(readlink "$descriptor") || continue
    printf '%s %s\\n' "$descriptor" "$target"
  done
done
: >"$TOOL_OUT"`;

/** Starts what follows as a careless parent does, with the root folder and a file open. */
const CARELESS = ["-c", `exec 9</ 12<>/dev/null 251<>/dev/null; exec "$@"`, "careless"];

const CASES: Record<string, (root: string, results: string) => string[]> = {
  "nothing": () => [],
  "a file to read": (root) => ["read", `${root}/in`],
  "a folder to read": (root) => ["read-dir", `${root}/folder`],
  "a folder to write": (root) => ["write-dir", `${root}/folder`],
  "a folder to write that holds a repository": (root) => ["write-dir", `${root}/repository`],
  "folders that are made": (root) => ["write-dir", `${root}/new/one`],
  "a file to write": (root) => ["write", `${root}/out`],
  "files to write into folders that are made": (
    root,
  ) => ["write", `${root}/more/one/out`, "write", `${root}/more/one/two/out`],
  "a folder for results": (_root, results) => ["result", `${results}/call`],
};

Deno.test("launcher keeps its own descriptors to itself", async (t) => {
  const person = await thisPerson();
  await using world = await World.make();
  const kind = (path: string) => ({ type: "string", path });
  await world.bundle("look", {
    permissions: { run: ["bash", "readlink"] },
    tools: {
      look__plain: { script: SCRIPT.replace("$TOOL_RESULT_DIR", "") },
      look__all: {
        script: SCRIPT,
        properties: {
          a: kind("read"),
          b: kind("read-dir"),
          c: kind("write-dir"),
          d: kind("write"),
        },
      },
    },
  });
  for (const name of ["folder", "repository/.git/hooks"]) {
    await Deno.mkdir(`${world.root}/${name}`, { recursive: true });
  }
  await Deno.writeTextFile(`${world.root}/repository/.git/config`, "");
  await Deno.writeTextFile(`${world.root}/repository/.envrc`, "");
  await Deno.writeTextFile(`${world.root}/in`, "");
  const plan = await writePlan(world, person);
  const results = `${world.state}/state/results`;
  await Deno.mkdir(`${results}/call`);
  for (const [name, words] of Object.entries(CASES)) {
    await t.step(name, async () => {
      const launcher = `${plan}/launch/${name === "nothing" ? "look__plain" : "look__all"}`;
      const { code, stdout, stderr } = await launch("/bin/bash", [
        ...CARELESS,
        launcher,
        ...words(world.root, results),
        "--",
      ], { env: { TOOL_OUT: "/tmp/out" } });
      assertEquals(code, 0, stderr);
      // bash's own: its script, and the folder that it lists; bubblewrap's own: a counter.
      const own = / (\/proc\/\d+\/fd|\/.*\/look__\w+\.sh|pipe:\[\d+\]|anon_inode:\[eventfd\])$/;
      const others = stdout.trim().split("\n").filter((line) => line !== "" && !own.test(line));
      assertEquals(others, []);
    });
  }
});
