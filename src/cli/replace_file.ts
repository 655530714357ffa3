/**
 * Replaces a file of the user's whole, and keeps the old one.
 *
 * Deno permissions: `--allow-read` and `--allow-write` for the file and its folder.
 *
 * @module
 */

/**
 * Writes a file by rename, with the mode that it had; a link stays a link. Folders are made.
 *
 * @returns The copy of the old file, or undefined when there was none
 */
export async function replaceFile(file: string, text: string): Promise<string | undefined> {
  await Deno.mkdir(file.slice(0, file.lastIndexOf("/")) || "/", { recursive: true });
  let real = file;
  let mode = 0o600;
  let backup: string | undefined;
  try {
    real = await Deno.realPath(file);
    mode = (await Deno.stat(real)).mode! & 0o777;
    backup = await freeName(`${real}.before-shell-as-mcp`);
    await Deno.copyFile(real, backup);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  const draft = `${real}.${crypto.randomUUID()}`;
  try {
    await Deno.writeTextFile(draft, text, { createNew: true, mode });
    await Deno.chmod(draft, mode);
    await Deno.rename(draft, real);
  } catch (error) {
    await Deno.remove(draft).catch(() => {});
    throw error;
  }
  return backup;
}

/** The first of `name`, `name.2`, `name.3` … that is free. */
async function freeName(name: string): Promise<string> {
  for (let number = 1;; number++) {
    const path = number === 1 ? name : `${name}.${number}`;
    try {
      await Deno.lstat(path);
    } catch {
      return path;
    }
  }
}
