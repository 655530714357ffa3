/**
 * A root full of traps, and tools that read and write in it.
 *
 * @module
 */
import type { World } from "../_world.ts";

/** What no tool may ever print. */
export const SECRET = "a secret from outside";

/** Prints every file, links included, one folder deep. */
const SHOW = `for file in * */*; do [[ -f $file ]] && cat -- "$file"; done 2>/dev/null; :`;

/** Tools: each does one thing to one path, and prints what it sees. */
export async function pathTools(world: World) {
  const path = (kind: string) => ({ path: { type: "string", path: kind } });
  await world.bundle("paths", {
    permissions: { run: ["bash", "cat"] },
    tools: {
      paths__read: { properties: path("read"), script: `cat -- "$TOOL_PATH"` },
      paths__list: {
        properties: path("read-dir"),
        script: `cd -- "$TOOL_PATH" && printf '%s\\n' * && ${SHOW}`,
      },
      paths__write: { properties: path("write"), script: `printf new >"$TOOL_PATH"` },
      paths__change: {
        properties: path("write"),
        script: `cat -- "$TOOL_PATH"; printf new >>"$TOOL_PATH"`,
      },
      paths__fill: {
        properties: path("write-dir"),
        script: `cd -- "$TOOL_PATH" && printf new >made && ${SHOW}`,
      },
    },
  });
}

/** Files and traps. Returns the folder outside. */
export async function setTraps(world: World): Promise<string> {
  const { root } = world;
  const outside = `${world.folder}/outside`;
  await Deno.mkdir(`${outside}/folder`, { recursive: true });
  await Deno.writeTextFile(`${outside}/secret`, SECRET);
  await Deno.writeTextFile(`${outside}/folder/secret`, SECRET);
  await Deno.mkdir(`${root}/folder/.git`, { recursive: true });
  await Deno.writeTextFile(`${root}/file`, "from inside");
  await Deno.writeTextFile(`${root}/folder/file`, "from inside");
  const links: Record<string, string> = {
    "to-file": `${outside}/secret`,
    "to-file-relative": "../outside/secret",
    "to-folder": `${outside}/folder`,
    "to-parent": "..",
    "to-link": "to-file",
    "to-new": `${outside}/new`,
    "to-nothing": "nothing",
    "to-self": "to-self",
    "to-device": "/dev/zero",
    "to-environ": "/proc/self/environ",
    "to-root": "/proc/self/root",
    "to-state": world.state,
    "to-inside": "file",
    "folder/to-file": `${outside}/secret`,
  };
  for (const [name, target] of Object.entries(links)) {
    await Deno.symlink(target, `${root}/${name}`);
  }
  await new Deno.Command("mkfifo", { args: [`${root}/fifo`] }).output();
  if (Deno.uid() === 0) {
    await new Deno.Command("mknod", { args: [`${root}/device`, "c", "1", "5"] }).output();
  }
  await Deno.link(`${outside}/secret`, `${root}/second-name`);
  return outside;
}

/** Everything in a folder with its content, so that a change shows. */
export async function snapshot(folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for await (const entry of Deno.readDir(folder)) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory) {
      for (const [name, text] of Object.entries(await snapshot(path))) {
        found[`${entry.name}/${name}`] = text;
      }
    } else found[entry.name] = entry.isFile ? await Deno.readTextFile(path) : "not a file";
  }
  return found;
}
