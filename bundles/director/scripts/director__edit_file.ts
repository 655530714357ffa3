/**
 * Replaces an exact text in a file. It works on a copy in a staging folder; the launcher renames
 * it into place after exit code 0, so that any error leaves the file as it was.
 */
import { answer, Fault, input, replaceBytes, standardInput } from "./_json.ts";

/** Positions of a text, from left to right, none within another. */
function places(text: string, wanted: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
    found.push(at);
  }
  return found;
}

/** The text with every place replaced, as it is: `$&` means nothing here. */
function replaced(text: string, at: readonly number[], length: number, by: string): string {
  const parts: string[] = [];
  let from = 0;
  for (const place of at) {
    parts.push(text.slice(from, place), by);
    from = place + length;
  }
  return [...parts, text.slice(from)].join("");
}

await answer(async () => {
  const path = input("PATH_TO_EDIT")!;
  const all = input("REPLACE_ALL") === "true";
  const given = JSON.parse(new TextDecoder().decode(await standardInput()));
  const { old_text, new_text } = given as { old_text: string; new_text: string };
  let bytes: Uint8Array;
  try {
    bytes = await Deno.readFile(path);
  } catch {
    throw new Fault(`The file "${path}" does not exist; write_file makes new files`);
  }
  let text: string;
  try {
    // The byte order mark is a character of the text and stays.
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Fault(
      `The file "${path}" is not UTF-8, and would not survive an edit; it is unchanged`,
    );
  }
  const found = places(text, old_text);
  if (found.length === 0) {
    const other = text.includes("\r\n") && old_text.includes("\n") &&
        places(text, old_text.replaceAll(/\r?\n/g, "\r\n")).length > 0
      ? '; its lines end with "\\r\\n", so old_text must have them too'
      : "";
    throw new Fault(`old_text was not found in "${path}"${other}; the file is unchanged`);
  }
  if (found.length > 1 && !all) {
    throw new Fault(
      `old_text was found ${found.length} times in "${path}"; give more of the text around it, or ` +
        "replace_all true. The file is unchanged",
    );
  }
  const result = replaced(text, found, old_text.length, new_text);
  await replaceBytes(path, new TextEncoder().encode(result));
  return { path, replacements: found.length };
});
