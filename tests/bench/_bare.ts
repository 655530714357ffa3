/**
 * The baselines of a call: what a launcher starts, started without the launcher.
 *
 * @module
 */

/** A user to run as, as launchers do when root started the server. */
export interface RunAs {
  uid?: number;
  gid?: number;
}

/**
 * The words of a launcher's last command: bubblewrap's whole command line, with `mounts`
 * where the call's own mounts stand.
 *
 * Two descriptors cannot be handed over by `Deno.Command` and take other ways: the filter
 * comes through stdin, the status goes to stderr. bubblewrap does the same work for them.
 *
 * @param text The launcher's text
 */
export function bareCommand(text: string, mounts: readonly string[]): string[] {
  const line = text.split("\n").find((l) => l.startsWith("exec '"));
  if (line === undefined) throw new Error("The launcher has no line that starts bubblewrap");
  const words: string[] = [];
  // Every word is quoted, or is the array of the call's mounts, or is a redirection.
  for (const [word] of line.slice("exec ".length).matchAll(/"[^"]*"|(?:'[^']*'|\\')+|[^\s]+/g)) {
    if (word.startsWith('"')) words.push(...mounts);
    else if (word.startsWith("'")) words.push(unquote(word));
  }
  words[words.indexOf("--seccomp") + 1] = "0";
  words[words.indexOf("--json-status-fd") + 1] = "2";
  return words;
}

function unquote(word: string): string {
  return word.replace(
    /'([^']*)'|\\(.)/g,
    (_, plain?: string, escaped?: string) => plain ?? escaped ?? "",
  );
}

/** Runs a command to its end and reads what it prints. */
export async function runBare(
  command: readonly string[],
  input: Uint8Array<ArrayBuffer> | undefined,
  as: RunAs,
): Promise<void> {
  const child = new Deno.Command(command[0]!, {
    args: command.slice(1),
    clearEnv: true,
    cwd: "/",
    stdin: input ? "piped" : "null",
    stdout: "piped",
    stderr: "piped",
    ...as,
  }).spawn();
  if (input) {
    const writer = child.stdin.getWriter();
    await writer.write(input);
    await writer.close();
  }
  const { code, stderr } = await child.output();
  if (code !== 0) throw new Error(`${command[0]}: ${code} ${new TextDecoder().decode(stderr)}`);
}
