/**
 * Writes a file. It runs in a staging folder that holds a copy of the file, if there is one;
 * after exit code 0 the launcher renames the result into place.
 */
import { answer, Fault, input, replaceBytes, standardInput } from "./_json.ts";

await answer(async () => {
  const path = input("PATH_TO_WRITE")!;
  const append = input("APPEND") === "true";
  // Told by the launcher, which has made them already and takes them away after a fault.
  const newFolders = Number(Deno.env.get("TOOL_NEW_FOLDERS") ?? 0);
  if (newFolders > 0 && input("CREATE_DIRS") === "false") {
    throw new Fault(
      `The folder of "${path}" does not exist; make it, or call again with create_dirs true`,
    );
  }
  const bytes = await standardInput();
  const old = await Deno.stat(path).catch(() => undefined);
  if (append && old) {
    using file = await Deno.open(path, { append: true });
    for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
  } else await replaceBytes(path, bytes);
  return { path, bytes_written: bytes.length, created: !old, appended: append };
});
