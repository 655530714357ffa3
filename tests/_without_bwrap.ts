/**
 * A machine on which bubblewrap is not installed: a PATH that has all programs but that one.
 *
 * @module
 */
import { Person } from "./_user.ts";

/** The folders of PATH, those that hold bubblewrap replaced by links to all else in them. */
export class WithoutBwrap implements AsyncDisposable {
  private constructor(
    /** The value of PATH. */
    readonly path: string,
    readonly folder: string,
  ) {}

  static async make(): Promise<WithoutBwrap> {
    const folder = await Deno.realPath(await Deno.makeTempDir({ prefix: "sam-path-" }));
    await Deno.chmod(folder, 0o755);
    const folders = (Deno.env.get("PATH") ?? "").split(":").filter((f) => f.startsWith("/"));
    const path: string[] = [];
    for (const from of folders) {
      const names = [...entries(from)].map((e) => e.name);
      if (!names.includes("bwrap")) {
        path.push(from);
        continue;
      }
      const copy = `${folder}/${path.length}`;
      await Deno.mkdir(copy);
      for (const name of names) {
        if (name !== "bwrap") await Deno.symlink(`${from}/${name}`, `${copy}/${name}`);
      }
      path.push(copy);
    }
    return new WithoutBwrap(path.join(":"), folder);
  }

  /** The same person, with this PATH. */
  hide(person: Person): Person {
    const runAs = { ...person.runAs, env: { ...person.runAs.env, PATH: this.path } };
    return new Person(person.name, person.uid, person.gid, person.program, runAs);
  }

  async [Symbol.asyncDispose]() {
    await Deno.remove(this.folder, { recursive: true });
  }
}

/** A folder of PATH need not exist. */
function entries(folder: string): Iterable<Deno.DirEntry> {
  try {
    return [...Deno.readDirSync(folder)];
  } catch {
    return [];
  }
}
