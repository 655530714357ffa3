/**
 * Whether something has a name.
 *
 * @module
 */

/** Whether anything is at the path, a link that leads nowhere included. Deno permissions: `--allow-read`. */
export async function exists(path: string): Promise<boolean> {
  try {
    await Deno.lstat(path);
    return true;
  } catch {
    return false;
  }
}
