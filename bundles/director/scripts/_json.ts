/** What the scripts in TypeScript have in common: inputs, and one JSON object as the answer. */

/** A fault that the caller is told about. */
export class Fault extends Error {}

/** Runs a tool and prints its answer; a fault becomes `{"error": …}` and exit code 1. */
export async function answer(work: () => Promise<Record<string, unknown>>): Promise<void> {
  let value: Record<string, unknown>;
  try {
    value = await work();
  } catch (error) {
    value = { error: error instanceof Error ? error.message : String(error) };
  }
  const bytes = new TextEncoder().encode(JSON.stringify(value) + "\n");
  for (let at = 0; at < bytes.length;) at += Deno.stdout.writeSync(bytes.subarray(at));
  Deno.exit("error" in value ? 1 : 0);
}

/** An input that the call may leave out. */
export function input(name: string): string | undefined {
  return Deno.env.get(`TOOL_${name}`);
}

/** All of the standard input. */
export async function standardInput(): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(Deno.stdin.readable).arrayBuffer());
}

/** Puts bytes into a file, which keeps its mode. The launcher puts it in place as a whole. */
export async function replaceBytes(path: string, bytes: Uint8Array): Promise<void> {
  using file = await Deno.open(path, { write: true, create: true, truncate: true });
  for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
}
