/**
 * A machine on which bubblewrap is not installed: a PATH that has all programs but that one.
 *
 * @module
 */
import { Person } from "./_user.ts";

/** A folder of links to every program of PATH but bubblewrap. Disposed of, it goes. */
export class WithoutBwrap implements AsyncDisposable {
  private constructor(readonly path: string) {}

  /** @param without Programs that are left out as well */
  static async make(...without: string[]): Promise<WithoutBwrap> {
    const folder = await Deno.realPath(await Deno.makeTempDir({ prefix: "sam-path-" }));
    await Deno.chmod(folder, 0o755);
    const seen = new Set(["bwrap", ...without]);
    for (const from of (Deno.env.get("PATH") ?? "").split(":")) {
      if (!from.startsWith("/")) continue;
      for await (const { name } of readDir(from)) {
        if (seen.has(name)) continue;
        seen.add(name);
        await Deno.symlink(await Deno.realPath(`${from}/${name}`), `${folder}/${name}`)
          .catch(() => {});
      }
    }
    return new WithoutBwrap(folder);
  }

  /** The same person, with this PATH. */
  hide(person: Person): Person {
    const runAs = { ...person.runAs, env: { ...person.runAs.env, PATH: this.path } };
    return new Person(person.name, person.uid, person.gid, person.program, runAs);
  }

  async [Symbol.asyncDispose]() {
    await Deno.remove(this.path, { recursive: true });
  }
}

async function* readDir(folder: string): AsyncGenerator<Deno.DirEntry> {
  try {
    yield* Deno.readDir(folder);
  } catch {
    // A folder of PATH need not exist.
  }
}
