/**
 * The file that takes a whole stream once it outgrew the answer.
 *
 * @module
 */

/** A file being filled with a stream's bytes. */
export interface SpillFile {
  path: string;
  /** Appends all bytes; the buffer may be reused once the promise resolves. */
  write(bytes: Uint8Array): Promise<void>;
  /** Ends the file; it stays. */
  close(): Promise<void>;
  /** Ends the file and removes it. */
  discard(): Promise<void>;
}

/**
 * Creates the file `name` in `folder`, readable by its owner only (mode 0600). It must not
 * exist yet, not even as a link: O_EXCL follows none (open(2)).
 *
 * Needs `--allow-write` for the folder.
 *
 * @throws {TypeError} When the name is not the name of one file.
 * @throws {Deno.errors.AlreadyExists} When something has that name.
 */
export async function openSpillFile(folder: string, name: string): Promise<SpillFile> {
  if (name.includes("/") || name === "" || name === "." || name === "..") {
    throw new TypeError(
      `Cannot create the spill file "${name}": give a file name without a folder`,
    );
  }
  const path = `${folder}/${name}`;
  const file = await Deno.open(path, { write: true, createNew: true, mode: 0o600 });
  return {
    path,
    async write(bytes: Uint8Array): Promise<void> {
      // write(2) may take fewer bytes than it was given.
      for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
    },
    close(): Promise<void> {
      file.close();
      return Promise.resolve();
    },
    async discard(): Promise<void> {
      file.close();
      await Deno.remove(path);
    },
  };
}
